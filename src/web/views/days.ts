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

/** The last `count` days up to the one of `now`, oldest first, each with its range; the last ends now. */
export function lastDays(
  count: number,
  timezone: string,
  now: Instant,
): readonly { readonly day: string; readonly range: Range }[] {
  const today = localDay(now, timezone);
  return Array.from({ length: count }, (_, i) => {
    const day = addDays(today, i - count + 1);
    return { day, range: dayRange({ from: day, to: day }, timezone, now) };
  });
}
