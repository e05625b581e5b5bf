// Alerts over observations. Each finished poll moves the alerts of its account; a tick judges silence.
import {
  type Alert,
  type AlertState,
  type Evaluation,
  reconcile,
  remove,
  type Transition,
} from '../../domain/alert.ts';
import type { Instant, Observation } from '../../domain/observation.ts';
import type { OptionObservation } from '../../domain/payment-option.ts';
import type { Rule } from '../../domain/rule.ts';
import { walletPath } from '../../domain/wallet.ts';
import { type BoardAccount, staleFrom } from '../board/board.ts';
import type { OptionAccount } from '../board/payment-option-board.ts';
import type { Clock } from '../clock.ts';
import type { RunwayAt } from '../forecast/runways.ts';
import { type AccountAlerts, createAccountAlerts } from './account-alerts.ts';
import {
  type AlertChange,
  type AlertInstance,
  advance,
  CLEAR,
  createAlertInstance,
  MET,
  UNKNOWN,
  view,
} from './alert-instance.ts';
import { builtin, type SelfReport } from './builtin.ts';
import { createPaymentOptionAlerts, type PaymentOptionAlerts } from './payment-option-alerts.ts';
import type { Lookback, PastValue, SavedAlert } from './ports.ts';

/** How long an ended alert is still told of, so that every receiver hears it. */
const ENDED_FOR_MS = 15 * 60_000;

export interface WatchedAccount extends BoardAccount {
  /** How long money takes to arrive in its wallets, in milliseconds: what `top_up_lead_time` stands for. */
  readonly topUpLeadMs?: number;
  /** When its payment options are due; absent or `null` when they aren't polled. */
  readonly options?: OptionAccount | null;
}

export interface AlertEvaluatorOptions {
  readonly accounts: readonly WatchedAccount[];
  readonly rules: readonly Rule[];
  /** The built-in alerts; default true. */
  readonly builtin?: boolean;
  /** The built-in alert that always fires; default false. */
  readonly watchdog?: boolean;
  /** Where wallet pages are, without a slash at the end; empty: alerts carry no link. */
  readonly externalUrl?: string;
  /** The page of docs/runbook.md, for `runbook_url` of built-in alerts. */
  readonly runbookUrl?: string;
  /** What the rest of the program has to report; asked on each tick. Must not throw. */
  readonly reports?: () => readonly SelfReport[];
  /** How long a balance lasts; absent: `runway_below` is never judged. Must not throw. */
  readonly runway?: RunwayAt;
  /** Shown every alert that fires, whenever its value has been judged. Must not throw. */
  readonly onFiring?: (watched: AlertInstance) => void;
}

export interface AlertEvaluator {
  /**
   * Judges what a finished poll says of its account, and tells what changed. Its slot is the instant of the evidence.
   *
   * A slot that is older than the newest one, or was already judged upon a good response, changes nothing: what
   * another replica saw and what we saw ourselves may both be handed in.
   */
  observe(observation: Observation): readonly AlertChange[];
  /** The same of a finished poll of payment options. */
  observeOptions(observation: OptionObservation): readonly AlertChange[];
  /** Judges what only the clock can tell: silence, and what the program reports of itself. Once a second or so. */
  tick(): readonly AlertChange[];
  /** Every alert as it stands now, inactive ones included; ended ones for 15 minutes more. */
  alerts(): readonly Alert[];
  /**
   * Goes on from remembered states and the newest observations of each account, after a restart.
   *
   * May come late, and more than once. An observation that is no longer fresh only lends its values: it is no
   * evidence any more. Remembered alerts that nobody asks for any more are ended.
   */
  resume(
    saved: readonly SavedAlert[],
    observations: readonly Observation[],
    options?: readonly OptionObservation[],
  ): readonly AlertChange[];
  /** Takes in what was seen before this process began, for rules that look back. Best before {@link AlertEvaluator.resume}. */
  lookBack(lookback: Lookback, past: readonly PastValue[]): void;
  /** States that changed since the last call, to be remembered. */
  unsaved(): readonly SavedAlert[];
  /** Goes on with another configuration; alerts that it no longer asks for are ended. */
  reload(options: AlertEvaluatorOptions): readonly AlertChange[];
}

/** A watch over these accounts that hasn't seen anything yet. */
export function createAlertEvaluator(initial: AlertEvaluatorOptions, clock: Clock): AlertEvaluator {
  let options = initial;
  let current = new Map<string, AlertInstance>(); // by fingerprint
  let accounts = new Map<string, AccountAlerts>();
  let optionWatches = new Map<string, PaymentOptionAlerts>();
  let watchdog: AlertInstance | undefined;
  const ended = new Map<string, AlertInstance>();
  const dirty = new Set<AlertInstance>();
  let changes: AlertChange[] = [];
  build(new Map(), new Map());

  return {
    observe(observation) {
      accounts.get(observation.account)?.take(observation);
      optionWatches.get(observation.account)?.takeWallets(observation);
      return told();
    },

    observeOptions(observation) {
      optionWatches.get(observation.account)?.take(observation);
      return told();
    },

    tick() {
      const now = clock.now();
      const monotonic = clock.monotonic();
      for (const account of accounts.values()) account.tick(now, monotonic);
      if (options.builtin !== false) for (const report of options.reports?.() ?? []) judgeReport(report, now);
      if (watchdog) move(watchdog, MET, now);
      for (const [fingerprint, { state }] of ended) {
        if (now - (state.resolvedAt ?? 0) > ENDED_FOR_MS) ended.delete(fingerprint);
      }
      return told();
    },

    alerts() {
      const now = clock.now();
      return [...current.values(), ...ended.values()].map((watched) => show(watched, now));
    },

    resume(saved, observations, paymentOptions = []) {
      for (const one of saved) restore(one);
      for (const observation of paymentOptions) optionWatches.get(observation.account)?.resume(observation);
      for (const observation of observations) {
        const account = accounts.get(observation.account);
        if (!account) continue;
        if (clock.now() < staleFrom(account.config, observation.slot)) {
          account.take(observation);
          optionWatches.get(observation.account)?.takeWallets(observation);
        } else account.recall(observation);
      }
      return told();
    },

    lookBack(lookback, past) {
      const byAccount = Map.groupBy(past, ({ account }) => account);
      for (const [name, account] of accounts) account.lookBack(lookback, byAccount.get(name) ?? []);
    },

    unsaved() {
      const saved = [...dirty].map(savedOf);
      dirty.clear();
      return saved;
    },

    reload(next) {
      const before = current;
      const previous = accounts;
      const previousOptions = optionWatches;
      options = next;
      current = new Map();
      accounts = new Map();
      optionWatches = new Map();
      build(previous, previousOptions);
      for (const [fingerprint, old] of before) {
        const watched = current.get(fingerprint);
        if (watched) inherit(watched, old);
        else if (isSelfReport(old)) current.set(fingerprint, old);
        else end(old, clock.now());
      }
      return told();
    },
  };

  function build(
    previous: ReadonlyMap<string, AccountAlerts>,
    previousOptions: ReadonlyMap<string, PaymentOptionAlerts>,
  ): void {
    const { rules, runbookUrl = '', builtin: on = true, runway } = options;
    watchdog = options.watchdog
      ? register(createAlertInstance(builtin('Watchdog', runbookUrl), ITSELF, null))
      : undefined;
    const optionRules = rules.filter((rule) => 'options' in rule);
    for (const config of options.accounts) {
      const { name } = config;
      const common = { config, rules, runbookUrl, builtin: on, runway, clock, register, move };
      accounts.set(name, createAccountAlerts({ ...common, previous: previous.get(name) }));
      if (!config.options || optionRules.length === 0) continue;
      const own = { config: config.options, balances: config, rules: optionRules, clock, register, move };
      optionWatches.set(name, createPaymentOptionAlerts({ ...own, previous: previousOptions.get(name) }));
    }
  }

  /** Two rules that give one subject the same labels are one alert: the first rule's. */
  function register(watched: AlertInstance): AlertInstance {
    const same = current.get(watched.fingerprint);
    if (same) return same;
    current.set(watched.fingerprint, watched);
    return watched;
  }

  function judgeReport(report: SelfReport, now: Instant): void {
    const definition = builtin(report.alert, options.runbookUrl ?? '');
    const { labels, value, threshold } = report;
    const watched = register(createAlertInstance(definition, { ...ITSELF, labels }, threshold));
    const { verdict } = report.met === null ? UNKNOWN : report.met ? MET : CLEAR;
    move(watched, { verdict, value, threshold }, now);
  }

  function move(watched: AlertInstance, judgement: Evaluation, at: Instant): void {
    const before = watched.state;
    settle(watched, before, advance(watched, judgement, at).transition, at);
    if (watched.state.phase === 'firing' && judgement.verdict !== 'unknown') options.onFiring?.(watched);
  }

  function settle(
    watched: AlertInstance,
    before: AlertState,
    transition: Transition | null,
    at: Instant,
  ): void {
    const { state, reason } = watched;
    if (state === before) return;
    if (!sameButHeld(state, before)) dirty.add(watched);
    if (transition === null) return;
    if (state.phase !== 'inactive') ended.delete(watched.fingerprint); // it is asked for again
    changes.push({ alert: show(watched, clock.now()), transition, reason, at });
  }

  function end(watched: AlertInstance, now: Instant): void {
    const before = watched.state;
    const { state, reason, transition } = remove(before, now);
    Object.assign(watched, { state, reason });
    settle(watched, before, transition, now);
    if (state.resolvedAt !== null && now - state.resolvedAt <= ENDED_FOR_MS) {
      ended.set(watched.fingerprint, watched);
    }
  }

  function inherit(watched: AlertInstance, old: AlertInstance): void {
    const { state, reason, judged, value, previous, knownAt } = old;
    Object.assign(watched, { state, reason, judged, value, previous, knownAt });
    watched.threshold ??= old.threshold;
    if (dirty.delete(old)) dirty.add(watched);
  }

  function restore(saved: SavedAlert): void {
    const { account, currency, walletType, fingerprint } = saved;
    if (!accounts.has(account)) return;
    if (walletType !== '') accounts.get(account)?.know({ currency, walletType });
    optionWatches.get(account)?.know(saved);
    const watched = current.get(fingerprint);
    if (!watched) {
      if (saved.state.phase !== 'inactive') end(orphan(saved), clock.now());
      return;
    }
    const before = watched.state;
    watched.state = reconcile(before, saved.state, watched.judged, clock.now());
    watched.value ??= saved.state.value;
    watched.threshold ??= saved.state.threshold;
    if (watched.state !== before && watched.state !== saved.state) dirty.add(watched);
  }

  function show(watched: AlertInstance, now: Instant): Alert {
    return view(watched, now, linkTo);
  }

  function linkTo({ subject }: AlertInstance): string | null {
    if (!options.externalUrl) return null;
    if (subject.currency === '') return `${options.externalUrl}/alerts`;
    if (subject.walletType === '') return `${options.externalUrl}/options`;
    return `${options.externalUrl}${walletPath(subject)}`;
  }

  function told(): readonly AlertChange[] {
    const all = changes;
    if (all.length > 0) changes = [];
    return all;
  }
}

const ITSELF = { account: '', currency: '', walletType: '' };

function isSelfReport({ subject, definition }: AlertInstance): boolean {
  return subject.account === '' && definition.name !== 'Watchdog';
}

/** Whether only the eye is closed or opened: nothing that must be remembered. */
function sameButHeld(a: AlertState, b: AlertState): boolean {
  return (
    a.phase === b.phase &&
    a.pendingAt === b.pendingAt &&
    a.firingAt === b.firingAt &&
    a.resolvedAt === b.resolvedAt &&
    a.clearSince === b.clearSince
  );
}

function savedOf({ fingerprint, definition, subject, labels, state }: AlertInstance): SavedAlert {
  const { account, currency, walletType } = subject;
  const { name: rule, severity } = definition;
  return { fingerprint, rule, severity, account, currency, walletType, labels, state };
}

/** A remembered alert whose rule is gone. */
function orphan(saved: SavedAlert): AlertInstance {
  const { rule: name, severity, account, currency, walletType, fingerprint, labels, state } = saved;
  const definition = { name, severity, labels: {}, annotations: {}, forMs: 0, keepFiringForMs: 0 };
  const watched = createAlertInstance(definition, { account, currency, walletType }, state.threshold);
  return { ...watched, fingerprint, labels, state, value: state.value };
}
