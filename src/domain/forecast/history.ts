// From what went out by the hour to what went out on each day of the account's calendar, and how far back and ahead
// forecasts look. Used by `monitor/forecast`, and by settings that must not ask for more.
import type { Instant } from '../observation.ts';
import type { Day } from './day.ts';
import { REACH } from './outlook.ts';
import type { Zone } from './zone.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Known ones, for a forecast. */
export const MIN_DAYS = 7;
const KNOWN_SHARE = 0.5; // of a day's hours, for the day to count

/** How far back outflow matters, in hours: a year, for what comes once a month shows in a few of them. */
export const PAST_HOURS = 52 * 7 * 24;
/** An account whose first hour of outflow is later than this before now, in milliseconds, can't be forecast yet. */
export const MIN_PAST_MS = (MIN_DAYS - 1) * DAY_MS;
/** What lasts longer than this is said to last just this long, in milliseconds. */
export const HORIZON_MS = REACH * DAY_MS;
/** The longest that a runway can be held against, in milliseconds. */
export const MAX_LEAD_MS = HORIZON_MS - DAY_MS;

/** In milliseconds, 60 days at the most. */
export interface Runway {
  /** In one case of two it lasts less long. */
  readonly median: number;
  /** At the confidence asked for, less the time to the next look: shorter than the lead time, an alert is due. */
  readonly pessimistic: number;
}

/** Whole days of a zone, the last of which has ended. */
export interface LocalDays {
  readonly first: Day;
  /** When each of them begins, and the last ends. */
  readonly midnights: readonly Instant[];
}

/** The days that had ended at an instant, as many as matter. */
export function localDaysBefore(at: Instant, zone: Zone, count = PAST_HOURS / 24): LocalDays {
  const { day } = zone.localOf(at);
  const midnights = Array.from({ length: count + 1 }, (_, i) => zone.instantOf(day - count + i));
  return { first: day - count, midnights };
}

/** Days one after the other; `undefined` is unknown. */
export interface PastDays {
  readonly first: Day;
  readonly days: readonly (number | undefined)[];
}

/** What is known of days before, and then of later ones; those between them aren't known. */
export function joinedDays(before: PastDays | undefined, after: PastDays): PastDays {
  if (!before || before.days.length === 0) return after;
  const between = after.first - before.first - before.days.length;
  return {
    first: before.first,
    days: [...before.days, ...Array.from({ length: between }, () => undefined), ...after.days],
  };
}

/**
 * What went out on each day: `hours` are those before the one that `until` is in, oldest first; `NaN` is unknown.
 *
 * A day of which less than half is known is unknown; what else isn't known of a day is taken to be as the rest of it.
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

/** Of the hours whose middle is in between. */
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
