// What one look at a wallet says of a condition. Pure; exact decimals throughout.
import type { Evaluation } from './alert.ts';
import { formatDuration } from './duration.ts';
import { type Amount, compareAmounts, percentOf, subtractAmounts } from './money.ts';
import type { Instant } from './observation.ts';
import type { WalletCondition } from './rule.ts';
import type { Runway } from './runway.ts';
import { HORIZON_MS } from './runway.ts';
import { type Balance, balanceDifference } from './wallet.ts';

/** What one finished poll told of one wallet. */
export type Sample =
  | { readonly kind: 'seen'; readonly balance: Balance }
  | { readonly kind: 'unreadable' } // named by the response, but not to be believed
  | { readonly kind: 'missing' } // a good response doesn't name it
  | { readonly kind: 'failed' }; // no good response

/** What a condition needs to remember of a wallet beyond the look itself. */
export interface SampleMemory {
  /** When its balance was last known; before the first time, since when we have been looking. */
  readonly knownAt: Instant;
  /** For `drops_by` and `rises_by`: the values within the condition's window. */
  readonly window: Window | undefined;
  /** For `runway_below`: how long what is available lasts; absent while that can't be told. */
  readonly runway?: Runway | undefined;
}

const UNKNOWN: Evaluation = { verdict: 'unknown', value: null, threshold: null };
const ZERO = '0' as Amount;
const MINUTE_MS = 60_000;
const ENOUGH = 1.1;

/**
 * Judges a condition upon a look at instant `at`.
 *
 * `below` is met strictly below its threshold and clear from its clear level upwards; `above` the mirror image.
 * `runway_below` looks at the pessimistic runway, and is unknown without one, or without a lead time.
 */
export function evaluate(
  condition: WalletCondition,
  sight: Sample,
  memory: SampleMemory,
  at: Instant,
): Evaluation {
  switch (condition.kind) {
    case 'below':
    case 'above': {
      const value = sight.kind === 'seen' ? sight.balance[condition.field] : null;
      return value === null ? UNKNOWN : beyond(condition, value);
    }
    case 'drops_by':
    case 'rises_by': {
      const value = sight.kind === 'seen' ? sight.balance[condition.field] : null;
      return value === null ? UNKNOWN : change(condition, value, memory.window, at);
    }
    case 'difference_above': {
      const value = sight.kind === 'seen' ? balanceDifference(sight.balance) : null;
      if (value === null) return UNKNOWN;
      const size = (value.startsWith('-') ? value.slice(1) : value) as Amount;
      const verdict = compareAmounts(size, condition.threshold) > 0 ? 'met' : 'clear';
      return { verdict, value, threshold: condition.threshold };
    }
    case 'missing':
      if (sight.kind === 'failed') return UNKNOWN;
      return { verdict: sight.kind === 'missing' ? 'met' : 'clear', value: null, threshold: null };
    case 'unknown_for':
      return sight.kind === 'seen'
        ? { verdict: 'clear', value: null, threshold: formatDuration(condition.ms) }
        : evaluateSilence(condition.ms, memory.knownAt, at);
    case 'runway_below':
      return sight.kind === 'seen' && memory.runway && typeof condition.lead === 'number'
        ? tooShort(condition.lead, memory.runway.pessimistic)
        : UNKNOWN;
  }
}

/** When `runway_below` is over: longer by a tenth, for an estimate that is made anew each hour trembles. */
export function enoughRunway(lead: number): number {
  return Math.min(lead * ENOUGH, HORIZON_MS);
}

function tooShort(lead: number, lasts: number): Evaluation {
  const verdict = lasts < lead ? 'met' : lasts >= enoughRunway(lead) ? 'clear' : 'band';
  const value = formatDuration(Math.floor(lasts / MINUTE_MS) * MINUTE_MS);
  return { verdict, value, threshold: formatDuration(lead) };
}

/** Judges `unknown_for` when there is nothing to look at: a matter of the clock alone. */
export function evaluateSilence(ms: number, knownAt: Instant, now: Instant): Evaluation {
  const threshold = formatDuration(ms);
  if (now - knownAt < ms) return { verdict: 'unknown', value: null, threshold };
  const value = formatDuration(Math.floor((now - knownAt) / 1_000) * 1_000);
  return { verdict: 'met', value, threshold, since: knownAt + ms };
}

function beyond(condition: WalletCondition & { kind: 'below' | 'above' }, value: Amount): Evaluation {
  const { threshold, clear } = condition;
  const sign = condition.kind === 'below' ? 1 : -1;
  const verdict =
    compareAmounts(value, threshold) * sign < 0
      ? 'met'
      : compareAmounts(value, clear) * sign >= 0
        ? 'clear'
        : 'band';
  return { verdict, value, threshold };
}

function change(
  condition: WalletCondition & { kind: 'drops_by' | 'rises_by' },
  value: Amount,
  window: Window | undefined,
  at: Instant,
): Evaluation {
  const { by, percent } = condition;
  const threshold = percent ? `${by}%` : by;
  const from = window?.extreme(at) ?? value;
  const moved = condition.kind === 'drops_by' ? subtractAmounts(from, value) : subtractAmounts(value, from);
  // A share of nothing, or of a debt, says nothing about a wallet.
  const judgeable = !percent || compareAmounts(from, ZERO) > 0;
  const enough = percent && judgeable ? percentOf(from, by) : by;
  const met = judgeable && compareAmounts(moved, ZERO) > 0 && compareAmounts(moved, enough) >= 0;
  return { verdict: met ? 'met' : 'clear', value, threshold };
}

/** The highest or lowest amount of a sliding stretch of time, in constant time per value. */
export interface Window {
  /** Takes in a value; instants must not go back. */
  push(at: Instant, amount: Amount): void;
  /** Takes in what was seen since instant `from`, in any order; what has been pushed since stays. */
  recall(past: readonly { readonly at: Instant; readonly amount: Amount }[], from: Instant): void;
  /** From when on nothing is missing in it; `undefined` before anything was taken in. */
  since(): Instant | undefined;
  /** Of the values not older than the stretch at instant `at`; `undefined` when there is none. */
  extreme(at: Instant): Amount | undefined;
}

/** A window for `drops_by` (keeps what may become the highest) or `rises_by` (the lowest). */
export function createWindow(kind: 'drops_by' | 'rises_by', withinMs: number): Window {
  const sign = kind === 'drops_by' ? 1 : -1;
  let kept: { at: Instant; amount: Amount }[] = [];
  let head = 0;
  let since: Instant | undefined;
  return {
    push,
    recall(past, from) {
      const all = [...past, ...kept.slice(head)].sort((a, b) => a.at - b.at);
      kept = [];
      head = 0;
      for (const { at, amount } of all) push(at, amount);
      since = Math.min(since ?? from, from);
    },
    since: () => since,
    extreme(at) {
      while (head < kept.length && kept[head]!.at < at - withinMs) head++;
      if (head > 1_000 && head * 2 > kept.length) {
        kept = kept.slice(head);
        head = 0;
      }
      return kept[head]?.amount;
    },
  };

  function push(at: Instant, amount: Amount): void {
    since ??= at;
    while (kept.length > head && compareAmounts(kept.at(-1)!.amount, amount) * sign <= 0) kept.pop();
    kept.push({ at, amount });
  }
}
