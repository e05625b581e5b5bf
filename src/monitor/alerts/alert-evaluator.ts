// Evaluates alerts: each finished poll moves the alerts of its account, and a tick moves those that only the clock decides.
// The app calls it, and passes changes to receivers, log and memory.
import type { Rule } from '../../conditions/rule.ts';
import { rulesByAccount } from '../../conditions/rules-by-account.ts';
import type { Alert } from '../../domain/alert.ts';
import { type Instant, type Observation, showsBalances } from '../../domain/observation.ts';
import type { OptionObservation } from '../../domain/payment-option.ts';
import type { WalletId } from '../../domain/wallet.ts';
import { type Clock, createSetBackDetector } from '../clock.ts';
import type { RunwayAt } from '../forecast/runways.ts';
import { type AccountAlerts, createAccountAlerts, type WalletEvidence } from './account-alerts.ts';
import { type AlertChange, type AlertInstance, CLEAR, createApply, MET, UNKNOWN } from './alert-instance.ts';
import { linkOf } from './alert-link.ts';
import { createAlertRegistry } from './alert-registry.ts';
import { isUntold, type Surroundings, view } from './alert-view.ts';
import { alertOfReport, type SelfReport, watchdogAlert } from './builtin.ts';
import { evaluateWallets } from './evaluate-wallets.ts';
import { type EvaluatedAccount, isStale } from './evaluated-account.ts';
import { createPaymentOptionAlerts, type PaymentOptionAlerts } from './payment-option-alerts.ts';
import type { Lookback, PastValue, SavedAlert } from './ports.ts';
import type { WalletAlerts } from './wallet-alerts.ts';
import { countDormant, wake } from './wallet-builtins.ts';

export interface AlertEvaluatorOptions {
  readonly accounts: readonly EvaluatedAccount[];
  readonly rules: readonly Rule[];
  /** The built-in alerts. @default true */
  readonly builtin?: boolean;
  /** The built-in alert that always fires. @default false */
  readonly watchdog?: boolean;
  /** What this process is called in alerts about itself; absent: they don't name it. */
  readonly replica?: string;
  /** Where wallet pages are, without a slash at the end. @default none: alerts carry no link */
  readonly externalUrl?: string;
  /** The page of docs/runbook.md, for `runbook_url` of built-in alerts. */
  readonly runbookUrl?: string;
  /** How long a balance lasts; absent: `runway_below` is never evaluated. Must not throw. */
  readonly runway?: RunwayAt;
  /** What annotations can say of a wallet's plan; absent: nothing. Must not throw. */
  readonly plan?: NonNullable<Surroundings['planOf']>;
  /** Shown every alert that fires, whenever its value was evaluated. Must not throw. */
  readonly onFiring?: (alert: AlertInstance) => void;
}

export interface AlertEvaluator {
  /**
   * Evaluates what a finished poll says of its account, and returns what changed. Its slot is the instant of the evidence.
   *
   * A slot that is older than the newest one, or was already evaluated upon a good response, changes nothing: what
   * another replica saw and what we saw ourselves may both be handed in. A slot that is over by now doesn't move alerts that
   * later evidence has moved.
   */
  observe(observation: Observation): readonly AlertChange[];
  /** The same of a finished poll of payment options. */
  observeOptions(observation: OptionObservation): readonly AlertChange[];
  /** Evaluates what only the clock can tell, and reports of the program: one that isn't repeated ends. Once a second or so. */
  tick(reports?: readonly SelfReport[]): readonly AlertChange[];
  /** As at the start, tells of no silence before a poll has had its chance: the process stood still, others may have polled. */
  awaitPolls(): void;
  /**
   * Every alert as it stands now, inactive ones included; ended ones for 15 minutes more. What {@link AlertEvaluator.told}
   * leaves out is made for it, and kept until the next reload.
   */
  alerts(): readonly Alert[];
  /** The same without built-in alerts about a wallet that never fired, which are most. */
  told(): readonly Alert[];
  /** How many alerts there are, including those that {@link AlertEvaluator.told} leaves out. */
  count(): number;
  /**
   * Goes on from remembered states and the newest observations of each account, after a restart.
   *
   * May come late, and more than once. An observation that is no longer fresh only lends its values: it is no
   * evidence any more. One that is older than what is known makes known the wallets that nothing has shown since.
   * Remembered alerts that nobody asks for any more are ended, those of accounts that aren't configured included.
   */
  resume(
    saved: readonly SavedAlert[],
    observations: readonly Observation[],
    options?: readonly OptionObservation[],
  ): readonly AlertChange[];
  /** Takes in what was seen before this process began, for rules that look back. Best before {@link AlertEvaluator.resume}. */
  lookBack(lookback: Lookback, past: readonly PastValue[]): void;
  /**
   * Ends the alerts of a wallet because a person had it forgotten, and knows it no more until a response names it again.
   * One that is expected isn't forgotten: nothing changes.
   */
  forget(account: string, wallet: WalletId): readonly AlertChange[];
  /** How many names of wallets had no room, so that they have no alerts; counted at each poll. */
  ignoredWallets(account: string): number;
  /** States that changed since the last call, to be remembered. */
  unsaved(): readonly SavedAlert[];
  /** Goes on with another configuration; alerts that it no longer asks for are ended. */
  reload(options: AlertEvaluatorOptions): readonly AlertChange[];
}

/** An evaluator for these accounts that hasn't seen anything yet. */
export function createAlertEvaluator(initial: AlertEvaluatorOptions, clock: Clock): AlertEvaluator {
  let options = initial;
  let accounts = new Map<string, AccountAlerts>();
  let optionAccounts = new Map<string, PaymentOptionAlerts>();
  let watchdog: AlertInstance | undefined;
  const surroundings: Surroundings = {
    linkTo: (alert) => linkOf(alert, options.externalUrl),
    planOf: (subject) => options.plan?.(subject),
  };
  const registry = createAlertRegistry({ clock, show: (alert) => view(alert, clock.now(), surroundings) });
  const { register, isNew, end, takeChanges } = registry;
  const apply = createApply({ onMoved: registry.moved, onFiring: (alert) => options.onFiring?.(alert) });
  const setBack = createSetBackDetector(clock);
  build(new Map(), new Map());

  return {
    observe(observation) {
      followClock();
      take('observe', observation);
      optionAccounts.get(observation.account)?.observeWallets(observation);
      return takeChanges();
    },

    observeOptions(observation) {
      followClock();
      optionAccounts.get(observation.account)?.observe(observation);
      return takeChanges();
    },

    tick(reports) {
      followClock();
      const now = clock.now();
      for (const account of accounts.values()) account.tick(now, clock.monotonic());
      if (reports) {
        const wanted = options.builtin === false ? [] : reports;
        registry.endReportsBut(new Set(wanted.map((each) => applyReport(each, now))));
      }
      if (watchdog) apply(watchdog, MET, now);
      registry.prune();
      return takeChanges();
    },

    awaitPolls() {
      followClock(); // or from when on nothing is missing would be dated back, too
      for (const account of accounts.values()) account.awaitPoll();
    },

    alerts() {
      for (const wallet of wallets()) wake(wallet);
      return shown(registry.alerts());
    },
    told: () => shown(registry.alerts().filter((alert) => !isUntold(alert))),
    count: () => wallets().reduce((sum, wallet) => sum + countDormant(wallet), registry.alerts().length),

    resume(saved, observations, paymentOptions = []) {
      followClock();
      for (const one of saved) restore(one);
      for (const observation of paymentOptions) optionAccounts.get(observation.account)?.resume(observation);
      for (const observation of observations) {
        const evidence = take('resume', observation);
        const optionAlerts = optionAccounts.get(observation.account);
        if (evidence?.again && optionAlerts?.known.walletsSeen === observation.slot) continue;
        if (!isStale(observation, options.accounts, clock.now())) optionAlerts?.resumeWallets(observation);
      }
      return takeChanges();
    },

    lookBack(lookback, past) {
      const byAccount = Map.groupBy(past, ({ account }) => account);
      for (const [name, { known }] of accounts) known.wallets.backfill(lookback, byAccount.get(name) ?? []);
    },

    unsaved: registry.takeUnsaved,
    ignoredWallets: (account) => accounts.get(account)?.known.wallets.ignored() ?? 0,

    forget(account, wallet) {
      for (const known of [accounts.get(account)?.known.wallets, optionAccounts.get(account)])
        end(known?.forget(wallet) ?? [], 'forgotten');
      return takeChanges();
    },

    reload(next) {
      const previous = accounts;
      const previousOptions = optionAccounts;
      options = next;
      accounts = new Map();
      optionAccounts = new Map();
      const inherit = registry.rebuild();
      build(previous, previousOptions);
      inherit();
      return takeChanges();
    },
  };

  function build(
    previous: ReadonlyMap<string, AccountAlerts>,
    previousOptions: ReadonlyMap<string, PaymentOptionAlerts>,
  ): void {
    const { rules, runbookUrl = '', builtin: on = true, runway } = options;
    watchdog = options.watchdog ? register(watchdogAlert(runbookUrl)) : undefined;
    const optionRules = rules.filter((rule) => 'options' in rule);
    const [rulesOf, optionRulesOf] = [rulesByAccount(rules), rulesByAccount(optionRules)];
    const to = { clock, register, isNew, apply };
    for (const config of options.accounts) {
      const common = { config, rules: rulesOf(config.name), runbookUrl, builtin: on, runway, ...to };
      accounts.set(config.name, createAccountAlerts(common, previous.get(config.name)));
      if (!config.options || optionRules.length === 0) continue;
      const own = { config: config.options, balances: config, rules: optionRulesOf(config.name), end, ...to };
      optionAccounts.set(config.name, createPaymentOptionAlerts(own, previousOptions.get(config.name)));
    }
  }

  /** Dates back all that is known when the wall clock was set back. */
  function followClock(): void {
    const ms = setBack();
    if (ms === 0) return;
    for (const known of [registry, ...accounts.values(), ...optionAccounts.values()]) known.dateBack(ms);
  }

  /** Evaluates a poll for its account, and then for the account's wallets. */
  function take(how: 'observe' | 'resume', observation: Observation): WalletEvidence | undefined {
    const account = accounts.get(observation.account);
    const evidence = account?.[how]({ poll: observation, showsBalances: showsBalances(observation) });
    if (account && evidence) evaluateWallets(account.known.wallets, observation, evidence);
    return evidence;
  }

  function wallets(): WalletAlerts[] {
    return [...accounts.values()].flatMap(({ known }) => [...known.wallets.byKey.values()]);
  }

  function shown(alerts: readonly AlertInstance[], now = clock.now()): readonly Alert[] {
    return alerts.map((alert) => view(alert, now, surroundings));
  }

  function applyReport(report: SelfReport, now: Instant): AlertInstance {
    const { value, threshold } = report;
    const alert = registry.reported(report) ?? registry.report(report, alertOfReport(report, options));
    const { state } = report.met === null ? UNKNOWN : report.met ? MET : CLEAR;
    apply(alert, { state, value, threshold }, now);
    return alert;
  }

  function restore(saved: SavedAlert): void {
    const { account, walletType } = saved;
    if (walletType !== '') accounts.get(account)?.known.wallets.recall(saved);
    optionAccounts.get(account)?.track(saved);
    registry.restore(saved);
  }
}
