// Evaluates alerts: each finished poll moves the alerts of its account, and a tick moves those that only the clock decides.
// The app calls it, and passes the changes to receivers, log and memory.
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
import { bySilence } from './evidence-order.ts';
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
  /** The name of this process in alerts about itself; absent: they have no name. */
  readonly replica?: string;
  /** The base of links to pages, without a slash at the end. @default none: alerts have no link */
  readonly externalUrl?: string;
  /** The page of docs/runbook.md, for `runbook_url` of built-in alerts. */
  readonly runbookUrl?: string;
  /** How long a balance lasts; absent: `runway_below` is never evaluated. Must not throw. */
  readonly runway?: RunwayAt;
  /** The texts about a wallet's plan that annotations may use; absent: none. Must not throw. */
  readonly plan?: NonNullable<Surroundings['planOf']>;
  /** Called with each firing alert, each time that its value was evaluated. Must not throw. */
  readonly onFiring?: (alert: AlertInstance) => void;
}

export interface AlertEvaluator {
  /**
   * Evaluates a finished poll for its account, and returns what changed. The slot is the instant of the evidence.
   *
   * A slot that is older than the newest one, or that was evaluated with a good response before, changes nothing: the poll
   * of another replica and our own may both be passed in. Once the next slot is due, a poll doesn't move alerts that later
   * evidence has moved.
   */
  observe(observation: Observation): readonly AlertChange[];
  /** The same for a finished poll of payment options. */
  observeOptions(observation: OptionObservation): readonly AlertChange[];
  /** Evaluates what only the clock tells, and the program's own reports: one that isn't repeated ends. Call it each second. */
  tick(reports?: readonly SelfReport[]): readonly AlertChange[];
  /** Call it after this process stood still. Tells no silence until a poll could come: other replicas may have polled. */
  awaitPolls(): void;
  /**
   * Every alert, also inactive ones; ended ones stay for 15 minutes. Makes the alerts that {@link AlertEvaluator.told} leaves
   * out, and keeps them until the next reload.
   */
  alerts(): readonly Alert[];
  /** The same without the built-in alerts of wallets that never fired, which are most alerts. */
  told(): readonly Alert[];
  /** How many alerts there are, including those that {@link AlertEvaluator.told} leaves out. */
  count(): number;
  /**
   * Goes on from remembered states and the newest observations of each account, after a restart.
   *
   * May be called late, and more than once. Of an observation that is no longer fresh, only the values are remembered: it is
   * no evidence. One that is older than the newest poll makes known the wallets that no later poll has shown.
   * Ends remembered alerts that nothing asks for any more, also those of accounts that aren't configured.
   */
  resume(
    saved: readonly SavedAlert[],
    observations: readonly Observation[],
    options?: readonly OptionObservation[],
  ): readonly AlertChange[];
  /** Takes in past values, for rules with `within`. Best called before {@link AlertEvaluator.resume}. */
  lookBack(lookback: Lookback, past: readonly PastValue[]): void;
  /**
   * Forgets a wallet: ends its alerts, and doesn't know it until a response names it again. An expected wallet stays as it is.
   */
  forget(account: string, wallet: WalletId, reason?: 'forgotten' | 'removed'): readonly AlertChange[];
  /** How many names of wallets found no room, so that these have no alerts; each poll counts them again. */
  ignoredWallets(account: string): number;
  /** The states that changed since the last call, to be remembered. */
  unsaved(): readonly SavedAlert[];
  /** Goes on with another configuration; ends the alerts that it no longer asks for. */
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
  const applySilence = bySilence(apply);
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
      followClock(); // first: it would date back the instant that is noted here, too
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

    forget(account, wallet, reason = 'forgotten') {
      for (const known of [accounts.get(account)?.known.wallets, optionAccounts.get(account)])
        end(known?.forget(wallet) ?? [], reason);
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
    const to = { clock, register, isNew, apply, applySilence };
    for (const config of options.accounts) {
      const common = { config, rules: rulesOf(config.name), runbookUrl, builtin: on, runway, ...to };
      accounts.set(config.name, createAccountAlerts(common, previous.get(config.name)));
      if (!config.options || optionRules.length === 0) continue;
      const own = { config: config.options, balances: config, rules: optionRulesOf(config.name), end, ...to };
      optionAccounts.set(config.name, createPaymentOptionAlerts(own, previousOptions.get(config.name)));
    }
  }

  /** Dates back all knowledge if the wall clock was set back. */
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
