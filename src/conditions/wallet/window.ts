// The highest or lowest amount within a sliding window of time, in constant time per value. `monitor/alerts`
// keeps one for each wallet that a rule with `within` selects.
import { type Amount, compareAmounts } from '../../domain/money.ts';
import type { Instant } from '../../domain/observation.ts';

/** Which end of the values counts. */
export type Extreme = 'max' | 'min';

export interface Window {
  /** Takes in a value; instants must not go back. */
  push(at: Instant, amount: Amount): void;
  /** Takes in values of the past, complete since instant `from`, in any order; what has been pushed since stays. */
  backfill(past: readonly { readonly at: Instant; readonly amount: Amount }[], from: Instant): void;
  /** Dates everything in it back by so many milliseconds: the clock was set back. */
  shift(ms: number): void;
  /** What was there before an instant may be missing in it, unless it is taken in as the past. */
  interrupt(at: Instant): void;
  /** From when on nothing is missing in it; `undefined` before anything was taken in, or could have been missed. */
  since(): Instant | undefined;
  /** Of the values within the window that ends at instant `at`; `undefined` when there is none. */
  extreme(at: Instant): Amount | undefined;
}

/** A window that keeps only what may still become the highest, or the lowest. */
export function createWindow(extreme: Extreme, withinMs: number): Window {
  const sign = extreme === 'max' ? 1 : -1;
  let kept: { at: Instant; amount: Amount }[] = [];
  let head = 0;
  let since: Instant | undefined;
  return {
    push,
    backfill(past, from) {
      const all = [...past, ...kept.slice(head)].sort((a, b) => a.at - b.at);
      kept = [];
      head = 0;
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
