// Business days as instants.
import { addDays, localDay, parseLocalInstant } from '../../domain/local-time.ts';
import type { Instant } from '../../domain/observation.ts';
import type { Range } from '../sources.ts';

/** From the start of the first day to the end of the last, or to now. */
export function dayRange(
  { from, to }: { readonly from: string; readonly to: string },
  timezone: string,
  now: Instant,
): Range {
  const end = parseLocalInstant(to, { timezone, end: true })!;
  const start = parseLocalInstant(from, { timezone })!;
  return { from: start, to: Math.max(start, Math.min(end, now)) };
}

/** A business day, with its range. */
export interface RangedDay {
  readonly day: string;
  readonly range: Range;
}

/** The last `count` days up to the day of `now`, oldest first; the last one ends now. */
export function lastDays(count: number, timezone: string, now: Instant): readonly RangedDay[] {
  const today = localDay(now, timezone);
  return Array.from({ length: count }, (_, i) => {
    const day = addDays(today, i - count + 1);
    return { day, range: dayRange({ from: day, to: day }, timezone, now) };
  });
}

/** As {@link lastDays}, for many accounts: made once for each time zone, as thirty days take most of a millisecond. */
export function lastDaysIn(count: number, now: Instant): (timezone: string) => readonly RangedDay[] {
  const known = new Map<string, readonly RangedDay[]>();
  return (timezone) => {
    const days = known.get(timezone) ?? lastDays(count, timezone, now);
    known.set(timezone, days);
    return days;
  };
}

/** When the first of the last `count` days began. */
export function lastDaysFrom(count: number, timezone: string, now: Instant): Instant {
  const first = addDays(localDay(now, timezone), 1 - count);
  return dayRange({ from: first, to: first }, timezone, now).from;
}
