// What is watched of one wallet: the rules that match it, found once, and what they need to remember.
import type { Evaluation } from '../../domain/alert.ts';
import { createWindow, evaluate, type Sample, type Window } from '../../domain/judge.ts';
import type { Amount } from '../../domain/money.ts';
import type { Instant } from '../../domain/observation.ts';
import type { Rule, WalletCondition } from '../../domain/rule.ts';
import { matchesGlob, withLead } from '../../domain/rule.ts';
import type { Runway } from '../../domain/runway.ts';
import type { Balance, WalletId } from '../../domain/wallet.ts';
import { AMOUNT_FIELDS } from '../../domain/wallet.ts';
import type { RunwayAt } from '../forecast/runways.ts';
import { type AlertInstance, CLEAR, createAlertInstance, MET, UNKNOWN } from './alert-instance.ts';
import { builtin } from './builtin.ts';
import type { Lookback, PastValue } from './ports.ts';

export interface WalletAlerts {
  readonly id: WalletId;
  readonly rules: readonly RuleInstance[];
  /** The `unknown_for` rules again: the only ones that a tick must look at. */
  readonly silences: readonly { readonly watched: AlertInstance; readonly ms: number }[];
  readonly unreadable: AlertInstance | undefined;
  readonly blind: AlertInstance | undefined;
  readonly missing: AlertInstance | undefined;
  /** Slot of the newest good response that named it. */
  visitedAt: Instant;
  /** Slot of its newest known balance; before the first, since when we have been looking. */
  knownAt: Instant;
  seenAt: Instant | null;
  balance: Balance | null;
}

interface RuleInstance {
  readonly condition: WalletCondition;
  readonly watched: AlertInstance;
  window: Window | undefined;
  /** Of `runway_below`. */
  readonly runway: ((available: Amount | null, at: Instant) => Runway | undefined) | undefined;
}

interface WalletAlertsOptions {
  readonly account: string;
  readonly rules: readonly Rule[];
  readonly expected: boolean;
  readonly builtin: boolean;
  readonly runbookUrl: string;
  readonly since: Instant;
  /** What `top_up_lead_time` stands for. */
  readonly leadMs: number | undefined;
  readonly runway: RunwayAt | undefined;
  /** Gives back the alert of that identity if there is one already. */
  register(watched: AlertInstance): AlertInstance;
}

export type Move = (watched: AlertInstance, judgement: Evaluation, at: Instant) => void;

const MISSING = { kind: 'missing' } as const;

export function createWalletAlerts(id: WalletId, options: WalletAlertsOptions): WalletAlerts {
  const { account, register, runbookUrl } = options;
  const subject = { account, currency: id.currency, walletType: id.walletType };
  const rules = options.rules.flatMap((rule): RuleInstance[] => {
    if (!('wallets' in rule)) return [];
    const { wallets } = rule;
    const condition = withLead(rule.condition, options.leadMs);
    const matches =
      matchesGlob(wallets.account, account) &&
      matchesGlob(wallets.currency, id.currency) &&
      matchesGlob(wallets.walletType, id.walletType);
    if (!matches) return [];
    const threshold = 'threshold' in condition ? condition.threshold : null;
    const window =
      condition.kind === 'drops_by' || condition.kind === 'rises_by'
        ? createWindow(condition.kind, condition.withinMs)
        : undefined;
    const { runway: ofWallet } = options;
    const runway: RuleInstance['runway'] =
      ofWallet && condition.kind === 'runway_below'
        ? (available, at) => ofWallet(subject, available, at)
        : undefined;
    return [{ condition, watched: register(createAlertInstance(rule, subject, threshold)), window, runway }];
  });
  const make = (name: Parameters<typeof builtin>[0]): AlertInstance | undefined =>
    options.builtin ? register(createAlertInstance(builtin(name, runbookUrl), subject, null)) : undefined;
  return {
    id,
    rules,
    silences: rules.flatMap(({ condition, watched }) =>
      condition.kind === 'unknown_for' ? [{ watched, ms: condition.ms }] : [],
    ),
    unreadable: make('WalletUnreadable'),
    blind: make('BalanceUnknown'),
    missing: options.expected ? make('ExpectedWalletMissing') : undefined,
    visitedAt: Number.MIN_SAFE_INTEGER,
    knownAt: options.since,
    seenAt: null,
    balance: null,
  };
}

/** Takes in a look at the wallet in slot `at`; without `move` it is remembered but not judged. */
export function evaluateSample(
  wallet: WalletAlerts,
  sight: Sample,
  at: Instant,
  move: Move | undefined,
): void {
  const known = sight.kind === 'seen';
  if (known) {
    wallet.knownAt = at;
    wallet.seenAt = at;
  }
  for (const rule of wallet.rules) {
    const { condition, watched, window } = rule;
    if (known && 'field' in condition) {
      const { field } = condition;
      const value = sight.balance[field];
      watched.previous = window?.extreme(at) ?? wallet.balance?.[field] ?? null;
      if (value !== null) {
        watched.knownAt = at;
        window?.push(at, value);
      }
    }
    const runway = known ? rule.runway?.(sight.balance.available, at) : undefined;
    if (runway) watched.knownAt = at;
    const judgement = evaluate(condition, sight, { knownAt: wallet.knownAt, window, runway }, at);
    move?.(watched, judgement.verdict === 'clear' && isOlderThanMemory(rule, at) ? UNKNOWN : judgement, at);
  }
  if (known) wallet.balance = sight.balance;
  if (!move) return;
  if (known && wallet.blind) move(wallet.blind, CLEAR, at);
  if (wallet.missing) move(wallet.missing, evaluate(MISSING, sight, UNREMEMBERED, at), at);
  if (wallet.unreadable) move(wallet.unreadable, readability(sight), at);
}

/** Takes in what was seen of the wallet before this process began, for the rules that look back. */
export function backfillWindows(
  wallet: WalletAlerts,
  { kind, field, since }: Lookback,
  past: readonly PastValue[],
): void {
  const values = past.map(({ slot, amount }) => ({ at: slot, amount }));
  for (const { condition, window } of wallet.rules) {
    if (condition.kind === kind && condition.field === field) window?.recall(values, since);
  }
}

/**
 * Whether the alert began before what the rule remembers: then the value that it moved from may be forgotten, and
 * that the rest of them says nothing is no evidence.
 */
function isOlderThanMemory({ condition, watched, window }: RuleInstance, at: Instant): boolean {
  const since = window?.since();
  const { phase, pendingAt } = watched.state;
  if (since === undefined || phase === 'inactive' || pendingAt === null || !('withinMs' in condition))
    return false;
  return pendingAt <= since && at - since < condition.withinMs;
}

function readability(sight: Sample): Evaluation {
  if (sight.kind === 'unreadable') return MET;
  if (sight.kind !== 'seen') return UNKNOWN;
  return AMOUNT_FIELDS.every((field) => sight.balance[field] !== null) ? CLEAR : MET;
}

const UNREMEMBERED = { knownAt: 0, window: undefined };

/** Whether a wallet's name may become labels; names come from outside. */
export function isExposable({ currency, walletType }: WalletId): boolean {
  return /^[A-Z0-9]{3,12}$/.test(currency) && /^[A-Za-z0-9_.:-]{1,64}$/.test(walletType);
}
