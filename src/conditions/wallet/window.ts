// Tracks the highest or lowest amount within a sliding window of time, in constant time per value. `monitor/alerts` keeps
// one for each wallet that a rule with `within` selects.
import { type Amount, compareAmounts } from '../../domain/money.ts';
import type { Instant } from '../../domain/observation.ts';

/** Which end of the values counts. */
export type Extreme = 'max' | 'min';

export interface Window {
  /** Takes in a value; instants must not go back. */
  push(at: Instant, amount: Amount): void;
  /** Takes in past values, complete since instant `from`, in any order; values that were pushed meanwhile stay. */
  backfill(past: readonly { readonly at: Instant; readonly amount: Amount }[], from: Instant): void;
  /** Dates all values back by `ms`, because the clock was set back. */
  shift(ms: number): void;
  /** Says that values before an instant may be missing, unless {@link backfill} brings them. */
  interrupt(at: Instant): void;
  /** The instant since which no value is missing; `undefined` before the first value or interruption. */
  since(): Instant | undefined;
  /** The extreme of the values within the window that ends at instant `at`; `undefined` without values. */
  extreme(at: Instant): Amount | undefined;
}

/** A window that keeps only the values that may still become the highest, or the lowest. */
export function createWindow(extreme: Extreme, withinMs: number): Window {
  const further = extreme === 'max' ? 1 : -1; // how an amount that counts compares with one that doesn't
  let kept: { at: Instant; amount: Amount }[] = [];
  let since: Instant | undefined;
  return {
    push,
    backfill(past, from) {
      const all = [...past, ...kept].sort((a, b) => a.at - b.at);
      kept = [];
      for (const { at, amount } of all) push(at, amount);
      since = Math.min(since ?? from, from);
    },
    shift(ms) {
      kept = kept.map(({ at, amount }) => ({ at: at - ms, amount }));
      if (since !== undefined) since -= ms;
    },
    interrupt(at) {
      since = at;
    },
    since: () => since,
    extreme(at) {
      while (kept.length > 0 && kept[0]!.at < at - withinMs) kept.shift();
      return kept[0]?.amount;
    },
  };

  function push(at: Instant, amount: Amount): void {
    since ??= at;
    while (kept.length > 0 && compareAmounts(kept.at(-1)!.amount, amount) !== further) kept.pop();
    kept.push({ at, amount });
  }
}
