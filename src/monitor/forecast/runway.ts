// Looks a balance up in the outlook of its wallet.
import { DAY_MS } from '../../domain/duration.ts';
import type { Runway } from '../../domain/forecast/history.ts';
import {
  alertLasts,
  alertOf,
  lastsFor,
  type Outlook,
  REACH,
  USABLE_DAYS,
} from '../../domain/forecast/outlook.ts';
import { timeOf } from '../../domain/forecast/plan.ts';
import type { Zone } from '../../domain/forecast/zone.ts';
import { type Amount, approximate } from '../../domain/money.ts';
import type { Instant } from '../../domain/observation.ts';

export interface RunwayLookup {
  /** The index of one of the outlook's alerts. */
  readonly alert: number;
  readonly zone: Zone;
  /** The time to the next look, in days. */
  readonly look: number;
}

/** How long a balance lasts from `at` on; `undefined` when the outlook is too old for `at`. */
export function runwayOf(
  outlook: Outlook,
  { alert, zone, look }: RunwayLookup,
  available: Amount,
  at: Instant,
): Runway | undefined {
  const since = timeOf(outlook, zone, at);
  if (since > USABLE_DAYS) return undefined;
  const held = approximate(available);
  const median = lastsFor(outlook, 0.5, since, held);
  // Before the next look, nobody sees that less is left.
  const lasts = alertLasts(outlook, alertOf(outlook, alert), since, held);
  const sure = lasts < REACH ? Math.max(0, lasts - look) : REACH;
  return { median: median * DAY_MS, pessimistic: Math.min(median, sure) * DAY_MS };
}
