// Computes a wallet's outflow by the hour from its snapshots. Only decreases are outflow. Used by `floatwatch
// simulate`, which replays snapshots; the store computes the same in SQL (`store/queries/outflow-hours.ts`).
import { HOUR_MS } from './duration.ts';
import { PAST_HOURS } from './forecast/history.ts';
import { type Amount, approximate, subtractAmounts } from './money.ts';
import type { Instant } from './observation.ts';

/** After a longer gap between two snapshots, in hours, it isn't known when the money went out. */
export const MAX_GAP_HOURS = 96;

export interface Outflow {
  /** Takes in a balance; ignores one from an earlier hour than the last. */
  take(at: Instant, available: Amount): void;
  /** The outflow of each past hour before the one that contains `at`, oldest first; `NaN` where nothing is known. */
  before(at: Instant): Float64Array;
}

/**
 * A record of the last `pastHours` hours: by default a year.
 *
 * A decrease belongs to the hour in which it was seen. A decrease over a gap is spread evenly over the hours of the gap.
 * A gap in which the balance rose leaves its hours unknown: no polls doesn't mean no outflow.
 */
export function createOutflow(pastHours = PAST_HOURS): Outflow {
  const ring = new Float64Array(pastHours + 1).fill(Number.NaN);
  let last: { readonly hour: number; readonly available: Amount } | undefined;

  return {
    take(at, available) {
      const hour = Math.floor(at / HOUR_MS);
      if (last && hour < last.hour) return;
      const from = last?.hour ?? hour - ring.length;
      for (let next = Math.max(from + 1, hour - pastHours); next <= hour; next++)
        ring[place(next)] = Number.NaN;
      const change = last ? approximate(subtractAmounts(last.available, available)) : Number.NaN;
      add(hour, 0);
      if (change >= 0) {
        const gap = hour - from;
        if (gap === 0) add(hour, change);
        else if (gap <= MAX_GAP_HOURS)
          for (let each = from + 1; each <= hour; each++) add(each, change / gap);
      }
      last = { hour, available };
    },

    before(at) {
      const now = Math.floor(at / HOUR_MS);
      return Float64Array.from({ length: pastHours }, (_, i) => {
        const hour = now - pastHours + i;
        return last && hour <= last.hour && hour >= last.hour - pastHours ? ring[place(hour)]! : Number.NaN;
      });
    },
  };

  function add(hour: number, amount: number): void {
    ring[place(hour)] = (Number.isNaN(ring[place(hour)]!) ? 0 : ring[place(hour)]!) + amount;
  }

  function place(hour: number): number {
    return ((hour % ring.length) + ring.length) % ring.length;
  }
}
