// Enumerates slots: the instants at which a schedule is due. node-cron parses and matches, floatwatch has its own clock
// (docs/adr/0003): instants are enumerated in UTC, so no hour is skipped or repeated when a zone changes its clocks.
import { createTask, parse } from 'node-cron';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../domain/duration.ts';
import type { Instant } from '../../domain/observation.ts';
import { ascending } from '../../domain/order.ts';
import { remembering } from '../../domain/remembering.ts';

const HORIZON = (4 * 366 + 1) * DAY_MS; // 29 February is the rarest day that a schedule can name
const REMEMBERED = 8;
const REMEMBERED_MATCHES = 1_000;

export interface Schedule {
  readonly expression: string;
  readonly timezone: string;
  /** The first slot later than `after`; `undefined` when there is none within four years. */
  next(after: Instant): Instant | undefined;
  /** The newest slot not later than `at`: the one that is current then. `undefined` as for {@link next}. */
  current(at: Instant): Instant | undefined;
  /** The slots later than `after` and not later than `upTo`, ascending; of more than `most` only the newest. */
  between(after: Instant, upTo: Instant, most: number): Instant[];
}

/**
 * A schedule of 5 or 6 cron fields in an IANA time zone.
 *
 * Throws an `Error` with node-cron's message for a bad expression, a `RangeError` for an unknown zone.
 */
export function createSchedule(expression: string, timezone: string): Schedule {
  new Intl.DateTimeFormat('en', { timeZone: timezone });
  const fields = parse(expression);
  const task = createTask(expression, () => {}, { timezone });
  void task.destroy(); // takes it off node-cron's list of all tasks; it still matches
  const seconds = [...new Set(fields.second)].sort(ascending);
  // Zones differ from UTC by whole quarters of an hour, so these are the only UTC minutes worth an (expensive) match.
  const minutes = new Set(fields.minute.flatMap((m) => [m, (m + 15) % 60, (m + 30) % 60, (m + 45) % 60]));
  const days = fields.dayOfMonth.every((day) => typeof day === 'number')
    ? new Set(fields.dayOfMonth)
    : undefined;
  const months = new Set(fields.month);
  const remembered: { after: Instant; next: Instant }[] = [];
  /** The same few instants are matched again and again. */
  const isMatch = remembering(REMEMBERED_MATCHES, (instant: Instant) => task.match(new Date(instant)));

  return {
    expression,
    timezone,
    next(after) {
      const known = remembered.find((r) => r.after <= after && after < r.next);
      if (known) return known.next;
      const [next] = take(scan(after + 1, after + HORIZON, 1), 1);
      if (next !== undefined && remembered.unshift({ after, next }) > REMEMBERED) remembered.pop();
      return next;
    },
    current: (at) => take(scan(at - HORIZON, at, -1), 1)[0],
    between: (after, upTo, most) => take(scan(after + 1, upTo, -1), most).reverse(),
  };

  function* scan(first: Instant, last: Instant, direction: 1 | -1): Generator<Instant> {
    const ordered = direction === 1 ? seconds : seconds.toReversed();
    const start = direction === 1 ? first : last;
    for (let minute = start - (start % MINUTE_MS); minute > first - MINUTE_MS && minute <= last; ) {
      const day = minute - (minute % DAY_MS);
      if (!mayMatch(day)) {
        minute = direction === 1 ? day + DAY_MS : day - MINUTE_MS;
        continue;
      }
      if (minutes.has((minute / MINUTE_MS) % 60)) {
        for (const second of ordered) {
          const instant = minute + second * SECOND_MS;
          if (instant >= first && instant <= last && isMatch(instant)) yield instant;
        }
      }
      minute += direction * MINUTE_MS;
    }
  }

  /** Whether any local date that overlaps this UTC day can match; cheap, and never wrongly false. */
  function mayMatch(utcDay: Instant): boolean {
    return [utcDay - DAY_MS, utcDay, utcDay + DAY_MS].some((local) => {
      const date = new Date(local);
      return months.has(date.getUTCMonth() + 1) && (days?.has(date.getUTCDate()) ?? true);
    });
  }
}

function take<T>(values: Iterable<T>, most: number): T[] {
  const taken: T[] = [];
  if (most < 1) return taken;
  for (const value of values) if (taken.push(value) >= most) break;
  return taken;
}

/** Whether two schedules have the same slots. */
export function sameSlots(a: Schedule, b: Schedule): boolean {
  return a.expression === b.expression && a.timezone === b.timezone;
}
