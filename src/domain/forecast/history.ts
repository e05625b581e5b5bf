// Turns hourly outflow into daily outflow by the account's calendar, and says how far back and ahead forecasts look. Used
// by `monitor/forecast`, and by settings, which must not ask for more.
import { DAY_MS, HOUR_MS } from '../duration.ts';
import type { Instant } from '../observation.ts';
import type { Day } from './day.ts';
import { REACH } from './outlook.ts';
import type { Zone } from './zone.ts';

/** How many known days a forecast needs. */
export const MIN_DAYS = 7;
const KNOWN_SHARE = 0.5; // of a day's hours must be known, so that the day counts

/** How far back outflow matters, in hours: a year, because monthly payments show only over several months. */
export const PAST_HOURS = 52 * 7 * 24;
/** An account can't be forecast before its first hour of outflow is this long ago, in milliseconds. */
export const MIN_PAST_MS = (MIN_DAYS - 1) * DAY_MS;
/** The longest runway that is shown, in milliseconds: longer ones are cut to it. */
export const HORIZON_MS = REACH * DAY_MS;
/** The longest lead time that a runway can be compared with, in milliseconds. */
export const MAX_LEAD_MS = HORIZON_MS - DAY_MS;

/** In milliseconds, 60 days at the most. */
export interface Runway {
  /** In half of the cases, the balance lasts less long. */
  readonly median: number;
  /** At the configured confidence, minus the time to the next poll: when it is shorter than the lead time, an alert is due. */
  readonly pessimistic: number;
}

/** Whole days of a time zone, all of them ended. */
export interface LocalDays {
  readonly first: Day;
  /** When each day begins, and when the last one ends. */
  readonly midnights: readonly Instant[];
}

/** The last `count` days that had ended at an instant. */
export function localDaysBefore(at: Instant, zone: Zone, count = PAST_HOURS / 24): LocalDays {
  const { day } = zone.localOf(at);
  const midnights = Array.from({ length: count + 1 }, (_, i) => zone.instantOf(day - count + i));
  return { first: day - count, midnights };
}

/** The outflow of consecutive days; `undefined` is unknown. */
export interface PastDays {
  readonly first: Day;
  readonly days: readonly (number | undefined)[];
}

/** Joins earlier and later days; the days between them are unknown. */
export function joinedDays(before: PastDays | undefined, after: PastDays): PastDays {
  if (!before || before.days.length === 0) return after;
  const between = after.first - before.first - before.days.length;
  return {
    first: before.first,
    days: [...before.days, ...Array.from({ length: between }, () => undefined), ...after.days],
  };
}

/**
 * The outflow of each day. `hours` are the hours before the one that contains `until`, oldest first; `NaN` is unknown.
 *
 * A day is unknown when fewer than half of its hours are known; otherwise its unknown hours count like its known ones.
 * Days before the first known one are left out.
 */
export function dailySums(
  hours: ArrayLike<number>,
  until: Instant,
  { first, midnights }: LocalDays,
): PastDays {
  const begin = Math.floor(until / HOUR_MS) - hours.length;
  const days: (number | undefined)[] = [];
  let skipped = 0;
  for (let i = 0; i + 1 < midnights.length; i++) {
    const sum = sumBetween(hours, midnights[i]! / HOUR_MS - begin, midnights[i + 1]! / HOUR_MS - begin);
    if (sum === undefined && days.length === 0) skipped++;
    else days.push(sum);
  }
  return { first: first + skipped, days };
}

/** The sum of the hours whose middle is in between. */
function sumBetween(hours: ArrayLike<number>, from: number, to: number): number | undefined {
  const first = Math.round(from);
  const end = Math.round(to);
  let sum = 0;
  let known = 0;
  for (let i = Math.max(0, first); i < Math.min(hours.length, end); i++) {
    const amount = hours[i]!;
    if (Number.isNaN(amount)) continue;
    sum += amount;
    known++;
  }
  return known >= KNOWN_SHARE * (end - first) ? (sum * (end - first)) / known : undefined;
}
