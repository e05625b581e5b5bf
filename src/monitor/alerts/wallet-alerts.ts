// The alerts of one wallet: the rules that select it, found once, and what they need to remember of it.
// `account-wallets.ts` makes one for each wallet of an account.
import type { Rule } from '../../conditions/rule.ts';
import { selectsWallet } from '../../conditions/selector.ts';
import { type Evidence, MISSED, type Sample, type SampleMemory } from '../../conditions/wallet/condition.ts';
import {
  forAccount,
  kindOfWalletCondition,
  type WalletCondition,
} from '../../conditions/wallet/conditions.ts';
import { MISSING, missing } from '../../conditions/wallet/missing.ts';
import { createWindow, type Window } from '../../conditions/wallet/window.ts';
import type { Evaluation } from '../../domain/alert.ts';
import type { Runway } from '../../domain/forecast/history.ts';
import type { Amount } from '../../domain/money.ts';
import type { Instant } from '../../domain/observation.ts';
import type { Balance, WalletId } from '../../domain/wallet.ts';
import { AMOUNT_FIELDS } from '../../domain/wallet.ts';
import type { RunwayAt } from '../forecast/runways.ts';
import {
  type AlertInstance,
  type Apply,
  CLEAR,
  createAlertInstance,
  MET,
  UNKNOWN,
} from './alert-instance.ts';
import { type BuiltinOptions, builtinAlerts } from './builtin.ts';
import type { Lookback, PastValue } from './ports.ts';

export interface WalletAlerts {
  readonly id: WalletId;
  readonly rules: readonly RuleInstance[];
  /** The rules that the clock alone can make true. */
  readonly silences: readonly RuleInstance[];
  readonly unreadable: AlertInstance | undefined;
  readonly balanceUnknown: AlertInstance | undefined;
  readonly missing: AlertInstance | undefined;
  /** Slot of the newest good response that named it. */
  namedAt: Instant;
  /** Slot of its newest known balance; before the first, since when we have been polling. */
  knownAt: Instant;
  /** As {@link knownAt}; `null` before the first. */
  seenAt: Instant | null;
  balance: Balance | null;
  /** There only because it is expected: neither a response nor a remembered alert has ever named it. */
  onlyExpected: boolean;
}

interface RuleInstance {
  readonly condition: WalletCondition;
  readonly evidence: Evidence;
  readonly alert: AlertInstance;
  window: Window | undefined;
  /** For a condition that looks at the forecast. */
  readonly runway: ((available: Amount | null, at: Instant) => Runway | undefined) | undefined;
}

interface WalletAlertsOptions extends BuiltinOptions {
  readonly account: string;
  readonly rules: readonly Rule[];
  readonly expected: boolean;
  readonly since: Instant;
  /** What `top_up_lead_time` stands for, in milliseconds. */
  readonly topUpLeadMs: number | undefined;
  /** Of its alerts on runways, where the rule doesn't say. */
  readonly confidence: number | undefined;
  readonly runway: RunwayAt | undefined;
}

export function createWalletAlerts(id: WalletId, options: WalletAlertsOptions): WalletAlerts {
  const { account, register, runway } = options;
  const subject = { account, currency: id.currency, walletType: id.walletType };
  const rules = options.rules.flatMap((rule): RuleInstance[] => {
    if (!('wallets' in rule) || !selectsWallet(rule.wallets, account, id)) return [];
    const condition = forAccount(rule.condition, options);
    const kind = kindOfWalletCondition(condition);
    const evidence = kind.evidence(condition);
    const alert = register(createAlertInstance(rule, subject, kind.threshold(condition)));
    if (!alert) return []; // another rule's
    return [
      {
        ...{ condition, evidence, alert },
        window: evidence.kind === 'window' ? createWindow(evidence.extreme, evidence.withinMs) : undefined,
        runway:
          runway && evidence.kind === 'runway'
            ? (available, at) => runway(subject, available, at, evidence.aim)
            : undefined,
      },
    ];
  });
  const make = builtinAlerts(options, subject);
  return {
    id,
    rules,
    silences: rules.filter(({ evidence }) => evidence.kind === 'silence'),
    unreadable: make('WalletUnreadable'),
    balanceUnknown: make('BalanceUnknown'),
    missing: options.expected ? make('ExpectedWalletMissing') : undefined,
    namedAt: Number.MIN_SAFE_INTEGER,
    knownAt: options.since,
    seenAt: null,
    balance: null,
    onlyExpected: true,
  };
}

/** Takes in what the poll of slot `at` told of the wallet; without `apply` it is remembered but not evaluated. */
export function evaluateSample(
  wallet: WalletAlerts,
  sample: Sample,
  at: Instant,
  apply: Apply | undefined,
): void {
  const seen = sample.kind === 'seen';
  if (seen) {
    wallet.knownAt = at;
    wallet.seenAt = at;
  }
  for (const rule of wallet.rules) {
    const { alert, window } = rule;
    if (seen) remember(rule, sample.balance, wallet.balance, at);
    const runway = seen ? rule.runway?.(sample.balance.available, at) : undefined;
    if (runway) alert.knownAt = at;
    const evaluation = evaluateRule(rule, sample, { knownAt: wallet.knownAt, window, runway }, at);
    apply?.(alert, evaluation.state === 'clear' && mayHaveForgotten(rule, at) ? UNKNOWN : evaluation, at);
  }
  if (seen) wallet.balance = sample.balance;
  if (!apply) return;
  if (seen && wallet.balanceUnknown) {
    apply(wallet.balanceUnknown, sample.balance.available === null ? UNKNOWN : CLEAR, at);
  }
  if (wallet.missing) apply(wallet.missing, missing.evaluate(MISSING, sample, { knownAt: at }, at), at);
  if (wallet.unreadable) apply(wallet.unreadable, readability(sample), at);
}

/** Evaluates at instant `now` the rules that the clock alone can make true. */
export function evaluateSilences({ silences, knownAt }: WalletAlerts, now: Instant, apply: Apply): void {
  for (const rule of silences) {
    const evaluation = evaluateRule(rule, MISSED, { knownAt }, now);
    if (evaluation.state === 'met') apply(rule.alert, evaluation, now);
  }
}

function evaluateRule(
  { condition }: RuleInstance,
  sample: Sample,
  memory: SampleMemory,
  at: Instant,
): Evaluation {
  return kindOfWalletCondition(condition).evaluate(condition, sample, memory, at);
}

/** Remembers the amount that a rule looks at, and where it came from. */
function remember(
  { condition, alert, window }: RuleInstance,
  balance: Balance,
  before: Balance | null,
  at: Instant,
): void {
  if (!('field' in condition)) return;
  const value = balance[condition.field];
  alert.previous = window?.extreme(at) ?? before?.[condition.field] ?? null;
  if (value === null) return;
  alert.knownAt = at;
  window?.push(at, value);
}

/** Every alert of the wallet. */
export function alertsOf({ rules, unreadable, balanceUnknown, missing }: WalletAlerts): AlertInstance[] {
  const builtins = [unreadable, balanceUnknown, missing].filter((alert) => alert !== undefined);
  return [...rules.map(({ alert }) => alert), ...builtins];
}

/** Dates back what is known of the wallet: the clock was set back. */
export function dateBack(wallet: WalletAlerts, ms: number): void {
  wallet.namedAt -= ms;
  wallet.knownAt -= ms;
  if (wallet.seenAt !== null) wallet.seenAt -= ms;
  for (const { window } of wallet.rules) window?.shift(ms);
}

/** Takes in what was seen of the wallet before this process began, for the rules that look back. */
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

/**
 * Whether the rule remembers less than it looks back on: the value that a firing alert moved from may be among the rest,
 * and that what is left says nothing is no evidence.
 */
function mayHaveForgotten({ evidence, alert, window }: RuleInstance, at: Instant): boolean {
  const since = window?.since();
  if (since === undefined || alert.state.phase === 'inactive' || evidence.kind !== 'window') return false;
  return at - since < evidence.withinMs;
}

function readability(sample: Sample): Evaluation {
  if (sample.kind === 'unreadable') return MET;
  if (sample.kind !== 'seen') return UNKNOWN;
  return AMOUNT_FIELDS.every((field) => sample.balance[field] !== null) ? CLEAR : MET;
}
