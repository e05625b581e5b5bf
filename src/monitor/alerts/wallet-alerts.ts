// The alerts of one wallet: the rules that select it, found once, and what they need to remember about it.
// `account-wallets.ts` makes one for each wallet of an account, `evaluate-wallets.ts` shows it what polls say.
import { levelOf, type Rule } from '../../conditions/rule.ts';
import { selectsWallet } from '../../conditions/selector.ts';
import { type Evidence, MISSED } from '../../conditions/wallet/condition.ts';
import {
  forAccount,
  kindOfWalletCondition,
  type WalletCondition,
} from '../../conditions/wallet/conditions.ts';
import { createWindow, type Window } from '../../conditions/wallet/window.ts';
import type { Runway } from '../../domain/forecast/history.ts';
import type { Amount } from '../../domain/money.ts';
import type { Instant } from '../../domain/observation.ts';
import type { Balance, WalletId } from '../../domain/wallet.ts';
import type { RunwayAt } from '../forecast/runways.ts';
import { type AlertInstance, createAlertInstance } from './alert-instance.ts';
import { builtinAlerts } from './builtin.ts';
import type { ApplySilence } from './evidence-order.ts';
import type { Lookback, PastValue, SavedAlert } from './ports.ts';
import {
  awakeBuiltins,
  dateBackBuiltins,
  inheritBuiltins,
  newBuiltin,
  type WalletBuiltinOptions,
  type WalletBuiltins,
  wake,
} from './wallet-builtins.ts';

export interface WalletAlerts extends WalletBuiltins {
  readonly rules: readonly RuleInstance[];
  /** The rules that the clock alone can make true. */
  readonly silences: readonly RuleInstance[];
  readonly missing: AlertInstance | undefined;
  /** Slot of the newest good response that named it. */
  namedAt: Instant;
  /** Slot of the newest response with its available amount; before the first, when polling began. */
  knownAt: Instant;
  /** As {@link knownAt}; `null` before the first. */
  seenAt: Instant | null;
  balance: Balance | null;
  /** The wallet is only expected: neither a response nor a remembered alert has ever named it. */
  onlyExpected: boolean;
}

/** One rule that selects the wallet. */
export interface RuleInstance {
  readonly condition: WalletCondition;
  readonly evidence: Evidence;
  readonly alert: AlertInstance;
  window: Window | undefined;
  /** Whether the rule hasn't been evaluated yet. */
  isNew: boolean;
  /** The instant of the state in which its alert was recalled, if it hasn't been evaluated since; else `null`. */
  recalledAt: Instant | null;
  /** Given for a condition about the runway. */
  readonly runway: ((available: Amount | null, at: Instant) => Runway | undefined) | undefined;
}

interface WalletAlertsOptions {
  readonly builtins: WalletBuiltinOptions;
  readonly account: string;
  readonly rules: readonly Rule[];
  readonly expected: boolean;
  readonly since: Instant;
  /** What `top_up_lead_time` stands for, in milliseconds. */
  readonly topUpLeadMs: number | undefined;
  /** The confidence of rules about runways that name none. */
  readonly confidence: number | undefined;
  readonly runway: RunwayAt | undefined;
}

const NO_RULES: readonly RuleInstance[] = []; // of most wallets: one list for all of them

export function createWalletAlerts(id: WalletId, options: WalletAlertsOptions): WalletAlerts {
  const { account, builtins, runway } = options;
  const subject = { account, currency: id.currency, walletType: id.walletType };
  const selected = options.rules.flatMap((rule): RuleInstance[] => {
    if (!('wallets' in rule) || !selectsWallet(rule.wallets, account, id)) return [];
    const condition = forAccount(rule.condition, options);
    const kind = kindOfWalletCondition(condition);
    const evidence = kind.evidence(condition);
    const alert = builtins.register(
      createAlertInstance(rule, subject, { threshold: kind.threshold(condition), level: levelOf(rule) }),
    );
    if (!alert) return []; // an earlier rule has entered it
    return [
      {
        condition,
        evidence,
        alert,
        isNew: true,
        recalledAt: null,
        window: evidence.kind === 'window' ? createWindow(evidence.extreme, evidence.withinMs) : undefined,
        runway:
          runway && evidence.kind === 'runway'
            ? (available, at) => runway(subject, available, at, evidence.aim)
            : undefined,
      },
    ];
  });
  const rules = selected.length > 0 ? selected.slice() : NO_RULES; // a copy without spare room: an array that grew has some
  const silences = rules.filter(({ evidence }) => evidence.kind === 'silence');
  return {
    id: subject, // not the response's own object: that would keep its amounts in memory
    rules,
    silences: silences.length > 0 ? silences : NO_RULES,
    builtins,
    unreadable: newBuiltin('unreadable', subject, builtins),
    balanceUnknown: newBuiltin('balanceUnknown', subject, builtins),
    missing: options.expected ? builtinAlerts(builtins, subject)('ExpectedWalletMissing') : undefined,
    namedAt: Number.MIN_SAFE_INTEGER,
    knownAt: options.since,
    seenAt: null,
    balance: null,
    onlyExpected: true,
  };
}

/** Evaluates at instant `now` the rules that the clock alone can make true. */
export function evaluateSilences(
  { silences, knownAt }: WalletAlerts,
  now: Instant,
  apply: ApplySilence,
): void {
  for (const { condition, alert } of silences) {
    const evaluation = kindOfWalletCondition(condition).evaluate(condition, MISSED, { knownAt }, now);
    if (evaluation.state === 'met') apply(alert, evaluation, now, knownAt);
  }
}

/** Every alert that isn't dormant, of a wallet that isn't expected. */
export function alertsOf(wallet: WalletAlerts): AlertInstance[] {
  return [...wallet.rules.map(({ alert }) => alert), ...awakeBuiltins(wallet)];
}

/** Dates back what is known about the wallet, because the clock was set back. */
export function dateBack(wallet: WalletAlerts, ms: number): void {
  wallet.namedAt -= ms;
  wallet.knownAt -= ms;
  if (wallet.seenAt !== null) wallet.seenAt -= ms;
  dateBackBuiltins(wallet);
  const windows = new Set(wallet.rules.map(({ window }) => window)); // rules of one condition may share theirs
  for (const window of windows) window?.shift(ms);
}

/** Says that values before an instant may be missing: other replicas may have seen them. */
export function interruptWindows({ rules }: WalletAlerts, at: Instant): void {
  for (const { window } of rules) window?.interrupt(at);
}

/** Takes in past values of the wallet, for the rules with `within`. */
export function backfillWindows(
  wallet: WalletAlerts,
  { extreme, field, since }: Lookback,
  past: readonly PastValue[],
): void {
  const values = past.map(({ slot, amount }) => ({ at: slot, amount }));
  for (const { evidence, window } of wallet.rules) {
    if (evidence.kind !== 'window' || evidence.extreme !== extreme || evidence.field !== field) continue;
    window?.backfill(values, since);
  }
}

/** Takes over what the wallet's alerts remembered under an earlier configuration. */
export function inheritSamples(wallet: WalletAlerts, old: WalletAlerts): void {
  const { namedAt, knownAt, seenAt, balance, onlyExpected } = old;
  Object.assign(wallet, { namedAt, knownAt, seenAt, balance, onlyExpected });
  inheritBuiltins(wallet, old);
  for (const rule of wallet.rules) {
    const condition = JSON.stringify(rule.condition);
    const same = old.rules.find((each) => JSON.stringify(each.condition) === condition);
    rule.window = same?.window ?? rule.window;
    const { fingerprint, definition } = rule.alert;
    const before = old.rules.find(({ alert }) => alert.fingerprint === fingerprint);
    const isAsBefore =
      before?.alert.definition.forMs === definition.forMs &&
      before.alert.definition.keepFiringForMs === definition.keepFiringForMs &&
      JSON.stringify(before.condition) === condition;
    rule.isNew = !isAsBefore || before.isNew;
    if (isAsBefore) rule.alert.clear = before.alert.clear;
  }
}

/** Takes note that one of the wallet's alerts was recalled: a newest response that is later judges it, when it is resumed. */
export function noteRecalled(wallet: WalletAlerts, { rule, fingerprint, state }: SavedAlert): void {
  wake(wallet, rule);
  for (const each of wallet.rules) if (each.alert.fingerprint === fingerprint) each.recalledAt = state.at;
}
