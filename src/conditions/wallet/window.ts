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
  const sign = extreme === 'max' ? 1 : -1;
  let kept: { at: Instant; amount: Amount }[] = [];
  let head = 0; // of what is kept: to take the first away would move all others, each time
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
