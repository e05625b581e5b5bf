// Slots: the instants at which a schedule is due. The grammar and the matching are node-cron's, the clock is ours
// (docs/adr/0003): instants are enumerated in UTC, so no hour is skipped or repeated when a zone changes its clocks.
import { createTask, parse } from 'node-cron';
import type { Instant } from '../domain/observation.ts';

const SECOND = 1_000;
const DAY = 86_400_000;
const HORIZON = 366 * 4 * DAY + DAY; // 29 February is the rarest day that a schedule can name

export interface Schedule {
  readonly expression: string;
  readonly timezone: string;
  /** The slots later than `after` and not later than `upTo`, ascending; only the newest `most` of them. */
  between(after: Instant, upTo: Instant, most?: number): Instant[];
  /** The first slot later than `after`; `undefined` when there is none within four years. */
  next(after: Instant): Instant | undefined;
}

/**
 * A schedule of 5 or 6 cron fields in an IANA time zone.
 *
 * Throws an `Error` with node-cron's words for a bad expression, a `RangeError` for an unknown zone.
 */
export function createSchedule(expression: string, timezone: string): Schedule {
  new Intl.DateTimeFormat('en', { timeZone: timezone });
  const fields = parse(expression);
  const task = createTask(expression, () => {}, { timezone });
  const seconds = new Set(fields.second);
  // Zones differ from UTC by whole quarters of an hour, so these are the only UTC minutes worth a look.
  const minutes = new Set(fields.minute.flatMap((m) => [m, (m + 15) % 60, (m + 30) % 60, (m + 45) % 60]));

  const mayMatchDay = (day: Instant): boolean =>
    [day - DAY, day, day + DAY].some((local) => {
      const date = new Date(local);
      const named = fields.dayOfMonth.every((d) => typeof d === 'number');
      return (
        fields.month.includes(date.getUTCMonth() + 1) &&
        (!named || fields.dayOfMonth.includes(date.getUTCDate()))
      );
    });

  function* candidates(after: Instant, upTo: Instant): Generator<Instant> {
    const first = (Math.floor(after / SECOND) + 1) * SECOND;
    for (let minute = first - (first % 60_000); minute <= upTo; minute += 60_000) {
      if (minute % DAY === 0 || minute <= first) {
        while (minute <= upTo && !mayMatchDay(minute - (minute % DAY))) minute += DAY - (minute % DAY);
      }
      if (!minutes.has((minute / 60_000) % 60)) continue;
      for (const second of seconds) {
        const instant = minute + second * SECOND;
        if (instant >= first && instant <= upTo && task.match(new Date(instant))) yield instant;
      }
    }
  }

  return {
    expression,
    timezone,
    between(after, upTo, most = Number.POSITIVE_INFINITY) {
      const slots: Instant[] = [];
      for (const slot of candidates(after, upTo)) {
        slots.push(slot);
        if (slots.length > most) slots.shift();
      }
      return slots;
    },
    next(after) {
      for (const slot of candidates(after, after + HORIZON)) return slot;
      return undefined;
    },
  };
}
