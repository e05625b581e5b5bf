// Events on certain local weekdays at a random hour, such as a finance team's transfers. Used by `scenario.ts` and
// `refilled.ts`.
import { DAY_MS } from '../domain/duration.ts';
import type { Instant } from '../domain/observation.ts';
import { drawBetween } from './chance.ts';

const MONDAY = Date.UTC(2020, 0, 6);

export interface Dates {
  /** The last date not later than `at`. */
  last(at: Instant): Instant;
  /** The first date later than `at`. */
  next(at: Instant): Instant;
}

export interface DatesOptions {
  readonly seed: number;
  /** Local weekdays, Monday is 0; at least one. */
  readonly weekdays: readonly number[];
  /** The local hours between which the event happens. */
  readonly hours: readonly [from: number, to: number];
  readonly utcOffsetMs: number;
}

export function createDates({ seed, weekdays, hours, utcOffsetMs }: DatesOptions): Dates {
  const [from, to] = hours;
  const on = (day: number): Instant | undefined => {
    if (!weekdays.includes(((day % 7) + 7) % 7)) return undefined;
    return MONDAY - utcOffsetMs + day * DAY_MS + drawBetween(seed, day, from * 3_600, to * 3_600) * 1_000;
  };
  const dayOf = (at: Instant): number => Math.floor((at + utcOffsetMs - MONDAY) / DAY_MS);
  return {
    last(at) {
      for (let day = dayOf(at); ; day--) {
        const date = on(day);
        if (date !== undefined && date <= at) return date;
      }
    },
    next(at) {
      for (let day = dayOf(at); ; day++) {
        const date = on(day);
        if (date !== undefined && date > at) return date;
      }
    },
  };
}

/**
 * The same dates and one more, without those that are nearer to it than `clearBefore` and `clearAfter`.
 *
 * Both are in milliseconds.
 */
export function withDate(
  dates: Dates,
  extra: Instant,
  { clearBefore, clearAfter }: { readonly clearBefore: number; readonly clearAfter: number },
): Dates {
  return {
    last(at) {
      if (at < extra) return dates.last(Math.min(at, extra - clearBefore));
      const usual = dates.last(at);
      return usual > extra + clearAfter ? usual : extra;
    },
    next(at) {
      if (at >= extra) return dates.next(Math.max(at, extra + clearAfter));
      const usual = dates.next(at);
      return usual <= extra - clearBefore ? usual : extra;
    },
  };
}
