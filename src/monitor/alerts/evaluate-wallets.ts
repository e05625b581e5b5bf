// Evaluates the alerts about an account's wallets on a finished poll. Used by `alert-evaluator.ts` for each poll that is
// evidence.
import { MISSED, type Sample } from '../../conditions/wallet/condition.ts';
import { kindOfWalletCondition } from '../../conditions/wallet/conditions.ts';
import { MISSING, missing } from '../../conditions/wallet/missing.ts';
import type { Evaluation } from '../../domain/alert.ts';
import type { Instant, Observation } from '../../domain/observation.ts';
import { succeeded } from '../../domain/observation.ts';
import type { Balance, WalletId } from '../../domain/wallet.ts';
import { AMOUNT_FIELDS, couldBe, walletKey } from '../../domain/wallet.ts';
import type { WalletEvidence } from './account-alerts.ts';
import type { AccountWallets } from './account-wallets.ts';
import { type AlertInstance, type Apply, CLEAR, MET, UNKNOWN, unlessClear } from './alert-instance.ts';
import type { RuleInstance, WalletAlerts } from './wallet-alerts.ts';
import { applyBuiltin } from './wallet-builtins.ts';

/** Evaluates the alerts of each wallet by what the poll says about it. */
export function evaluateWallets(
  wallets: AccountWallets,
  observation: Observation,
  evidence: WalletEvidence,
): void {
  const { at, apply, earlier, again } = evidence;
  if (earlier) {
    rememberEarlier(wallets, observation, earlier);
    return;
  }
  if (again) {
    evaluateAgain(wallets, observation, evidence);
    return;
  }
  if (!succeeded(observation.outcome)) {
    for (const wallet of wallets.byKey.values()) evaluateSample(wallet, MISSED, at, apply);
    return;
  }
  evaluateResponse(wallets, observation, evidence);
  if (wallets.unusableNames) apply?.(wallets.unusableNames, unusableNamesIn(observation, wallets), at);
}

/**
 * Remembers wallets that only an earlier good poll has shown, and when it saw the balance of those that later ones have shown
 * without it; evaluates nothing.
 */
function rememberEarlier(
  wallets: AccountWallets,
  { slot, wallets: balances }: Observation,
  { unseen }: { readonly unseen: boolean },
): void {
  for (const balance of balances) {
    const wallet = balance.exposable ? wallets.trackEarlier(balance, unseen) : undefined;
    if (wallet?.balance === null) evaluateSample(wallet, { kind: 'seen', balance }, slot, undefined);
    else if (wallet && balance.available !== null) Object.assign(wallet, { knownAt: slot, seenAt: slot });
  }
}

/** Evaluates the alerts of each wallet by a good response. */
function evaluateResponse(
  wallets: AccountWallets,
  observation: Observation,
  { at, apply }: WalletEvidence,
): void {
  const response = wallets.beginResponse(at);
  for (const balance of observation.wallets) {
    const wallet = balance.exposable ? response.seen(balance) : undefined;
    if (wallet) evaluateSample(wallet, { kind: 'seen', balance }, at, apply);
  }
  for (const record of observation.unreadable) {
    const wallet = isExposable(record) ? response.unreadable(record) : undefined;
    if (wallet) evaluateSample(wallet, UNREADABLE, at, apply);
  }
  const unnamed = unnamedIn(observation);
  for (const wallet of response.unnamed()) evaluateSample(wallet, unnamed(wallet.id), at, apply);
}

/** Whether names can't be labels; unknown when only currencies of known wallets got no answer: those tell, once stale. */
function unusableNamesIn(observation: Observation, { byKey }: AccountWallets): Evaluation {
  const unusable = observation.unreadable.filter((record) => !isExposable(record));
  const tellsOf = (record: WalletId) => [...byKey.values()].some(({ id }) => couldBe(record, id));
  const unanswered = unusable.filter(
    (record) => record.reason === 'unanswered' && record.currency !== '' && tellsOf(record),
  );
  if (unanswered.length < unusable.length || observation.wallets.some(({ exposable }) => !exposable))
    return MET;
  return unanswered.length > 0 ? UNKNOWN : CLEAR;
}

/**
 * Evaluates the rules that are new since a reload by the newest response, which was evaluated before; and those whose alerts
 * were recalled since then, in a state of before that slot.
 */
function evaluateAgain(
  { byKey }: AccountWallets,
  observation: Observation,
  { at, apply }: WalletEvidence,
): void {
  for (const balance of observation.wallets) {
    const wallet = balance.exposable ? byKey.get(walletKey(balance)) : undefined;
    if (wallet) evaluateNewRules(wallet, { kind: 'seen', balance }, at, apply);
  }
  const unnamed = unnamedIn(observation);
  // Also the wallets that were unknown then, because only the new configuration expects them.
  for (const wallet of byKey.values()) {
    if (wallet.namedAt === at) continue;
    const sample = unnamed(wallet.id);
    evaluateNewRules(wallet, sample, at, apply);
    if (wallet.missing && isUnjudged(wallet.missing))
      apply?.(wallet.missing, missing.evaluate(MISSING, sample, { knownAt: at }, at), at);
  }
}

/** Whether the alert hasn't been evaluated since the configuration asks for it. */
function isUnjudged({ clear, reason }: AlertInstance): boolean {
  return !clear || reason === 'removed';
}

/** Makes the sample of a wallet that no record of the response names. */
function unnamedIn({ unreadable }: Observation): (wallet: WalletId) => Sample {
  // A record whose name lacks a part may be the very wallet that seems to be missing.
  const incomplete = unreadable.filter(({ currency, walletType }) => currency === '' || walletType === '');
  return (wallet) => (incomplete.some((record) => couldBe(record, wallet)) ? MISSED : NOT_NAMED);
}

/** Takes in what the poll of slot `at` says about one wallet; without `apply` it is remembered, but not evaluated. */
function evaluateSample(wallet: WalletAlerts, sample: Sample, at: Instant, apply: Apply | undefined): void {
  const seen = sample.kind === 'seen';
  if (seen && sample.balance.available !== null) {
    wallet.knownAt = at;
    wallet.seenAt = at;
  }
  for (const rule of wallet.rules) {
    const { condition, alert, window } = rule;
    if (seen) remember(rule, sample.balance, wallet.balance, at);
    const runway = seen ? rule.runway?.(sample.balance.available, at) : undefined;
    if (runway) alert.knownAt = at;
    const memory = { knownAt: wallet.knownAt, window, runway };
    const evaluation = kindOfWalletCondition(condition).evaluate(condition, sample, memory, at);
    apply?.(alert, mayHaveForgotten(rule, at) ? unlessClear(evaluation, alert) : evaluation, at);
    if (apply) noteJudged(rule);
  }
  if (seen) wallet.balance = sample.balance;
  if (!apply) return;
  const evidence = { at, apply };
  if (seen)
    applyBuiltin(wallet, 'balanceUnknown', sample.balance.available === null ? UNKNOWN : CLEAR, evidence);
  if (wallet.missing) apply(wallet.missing, missing.evaluate(MISSING, sample, { knownAt: at }, at), at);
  if (wallet.unreadable) applyBuiltin(wallet, 'unreadable', readability(sample), evidence);
}

/** Evaluates the rules that are new since a reload, or recalled, by the newest sample, if they need nothing else. */
function evaluateNewRules(
  { rules, knownAt }: WalletAlerts,
  sample: Sample,
  at: Instant,
  apply: Apply | undefined,
): void {
  const isSeen = sample.kind === 'seen';
  for (const rule of rules) {
    const { condition, alert, evidence } = rule;
    const isEnough = evidence.kind === 'presence' || (evidence.kind === 'balance' && isSeen);
    const isDue = rule.isNew || (rule.recalledAt !== null && at > rule.recalledAt);
    if (!isDue || !isEnough) continue;
    noteJudged(rule);
    if (isSeen) alert.knownAt = at;
    const evaluation = kindOfWalletCondition(condition).evaluate(condition, sample, { knownAt }, at);
    apply?.(alert, evaluation, at);
  }
}

function noteJudged(rule: RuleInstance): void {
  rule.isNew = false;
  rule.recalledAt = null;
}

/** Remembers the amount that a rule looks at, and the amount that it came from. */
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

/**
 * Whether the rule's window may lack values. The value that the amount moved from may be one of these: then "clear" is no
 * evidence.
 */
function mayHaveForgotten({ evidence, window }: RuleInstance, at: Instant): boolean {
  const since = window?.since();
  if (since === undefined || evidence.kind !== 'window') return false;
  return at - since < evidence.withinMs;
}

function readability(sample: Sample): Evaluation {
  if (sample.kind === 'unreadable') return MET;
  if (sample.kind !== 'seen') return UNKNOWN;
  return AMOUNT_FIELDS.every((field) => sample.balance[field] !== null) ? CLEAR : MET;
}

const UNREADABLE: Sample = { kind: 'unreadable' };
const NOT_NAMED: Sample = { kind: 'missing' };

/** Whether a wallet's name may become labels; names come from outside. */
function isExposable({ currency, walletType }: WalletId): boolean {
  return /^[A-Z0-9]{3,12}$/.test(currency) && /^[A-Za-z0-9_.:-]{1,64}$/.test(walletType);
}
