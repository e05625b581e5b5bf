// The local calendar of a time zone: which day an instant is on, and when a local time is. Used by forecasts and plans, which
// ask it hundreds of times for each wallet.
import { DAY_MS, MINUTE_MS } from '../duration.ts';
import type { Instant } from '../observation.ts';
import { remembering } from '../remembering.ts';
import type { Day } from './day.ts';

const QUARTER_MS = 15 * MINUTE_MS;
const MAX_REMEMBERED = 5_000; // offsets of a zone; the midnights of a year are about 1,100 quarters of an hour

export interface Zone {
  /** The local day, and how much of it has gone by, from 0 to below 1. */
  localOf(at: Instant): { readonly day: Day; readonly part: number };
  /** When it is `days` days after 1970-01-01 in local time; in an hour that the clock skips, the time after it. */
  instantOf(days: number): Instant;
}

/** The options of `Intl` for a local time to the second. */
export const TO_THE_SECOND = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
} as const;

/** The one object of a zone, which caches offsets. `name` is an IANA name; any other throws a `RangeError`. */
export const zoneOf = remembering(Number.POSITIVE_INFINITY, createZone);

function createZone(name: string): Zone {
  const format = new Intl.DateTimeFormat('en-CA-u-hc-h23', {
    timeZone: name,
    ...TO_THE_SECOND,
  });
  /** How far the local clock is ahead of UTC in a quarter of an hour: it changes only between two of them. */
  const offsetIn = remembering(MAX_REMEMBERED, (quarter: number) => computeOffset(quarter * QUARTER_MS)); // `Intl` takes microseconds
  return {
    localOf(at) {
      const local = at + offsetAt(at);
      const day = Math.floor(local / DAY_MS);
      return { day, part: local / DAY_MS - day };
    },
    instantOf(days) {
      const local = Math.round((days * DAY_MS) / 1_000) * 1_000;
      const first = local - offsetAt(local);
      const second = local - offsetAt(first);
      // Where the two differ, the clock changes nearby; the later is right when the hour is skipped.
      return second + offsetAt(second) === local ? second : Math.max(first, second);
    },
  };

  function offsetAt(at: Instant): number {
    return offsetIn(Math.floor(at / QUARTER_MS));
  }

  function computeOffset(at: Instant): number {
    const whole = Math.floor(at / MINUTE_MS) * MINUTE_MS;
    const parts = Object.fromEntries(
      format.formatToParts(whole).map(({ type, value }) => [type, Number(value)]),
    );
    const { year, month, day, hour, minute, second } = parts;
    return Date.UTC(year!, month! - 1, day!, hour!, minute!, second!) - whole;
  }
}
