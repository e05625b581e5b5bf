// Finds the shortest time between two slots of a schedule, and how long its polls may take. Checks and defaults of
// deadlines use it.
import { parse } from 'node-cron';
import { DAY_MS } from '../../domain/duration.ts';
import { ascending } from '../../domain/order.ts';
import { createSchedule } from '../../monitor/polling/schedule.ts';

const LONG_MS = DAY_MS + 3_600_000; // a schedule that isn't due on two days in a row: more than a day; how much doesn't matter
const FROM = Date.UTC(2026, 0, 1); // any instant would do; a fixed one gives the same result every day

const DEADLINE_MS = 15_000;
const DEADLINE_SHARE = 0.4; // below the half that is allowed, so that a poll ends well before the next

type CronFields = ReturnType<typeof parse>;

const known = new Map<string, number>();

/**
 * The shortest time between two slots of a schedule, in milliseconds; throws node-cron's message for an invalid one.
 *
 * Looks at the first day on which the schedule is due, and at the step into the next day. When nothing repeats within a day
 * or into the next, the result is 25 hours.
 */
export function smallestInterval(expression: string): number {
  const found = known.get(expression) ?? measure(expression);
  known.set(expression, found);
  return found;
}

/** The default deadline of an account, in milliseconds: 15 s, or less where that would reach the next poll. */
export function defaultDeadline(schedules: readonly string[]): number {
  const interval = Math.min(...schedules.map(smallestInterval));
  return Math.min(DEADLINE_MS, Math.floor(interval * DEADLINE_SHARE));
}

function measure(expression: string): number {
  const fields = parse(expression);
  const times = timesOfDay(fields);
  let smallest = firstStepOverMidnight(expression, fields, times);
  for (let i = 1; i < times.length; i++) smallest = Math.min(smallest, times[i]! - times[i - 1]!);
  return smallest;
}

/** The times at which it is due on a due day, in milliseconds since midnight, ascending. */
export function timesOfDay({ hour, minute, second }: CronFields): number[] {
  const inOrder = (values: readonly number[]) => [...new Set(values)].sort(ascending);
  const minutes = inOrder(hour).flatMap((h) => inOrder(minute).map((m) => h * 60 + m));
  return minutes.flatMap((m) => inOrder(second).map((s) => (m * 60 + s) * 1_000));
}

/** The time from the last slot of the first due day to the first slot of the next day. Throws when no day is due. */
function firstStepOverMidnight(expression: string, fields: CronFields, times: readonly number[]): number {
  const step = DAY_MS + times[0]! - times.at(-1)!;
  if (isDaily(fields)) return step; // most are; the rest of this is expensive
  const schedule = createSchedule(expression, 'UTC');
  const first = schedule.next(FROM);
  if (first === undefined) throw new Error('it is never due');
  const last = first - (first % DAY_MS) + times.at(-1)!;
  return schedule.between(last, last + step, 1).length > 0 ? step : LONG_MS;
}

/** Whether it is due on every day. */
export function isDaily({ dayOfMonth, month, dayOfWeek }: CronFields): boolean {
  return new Set(dayOfMonth).size === 31 && new Set(month).size === 12 && new Set(dayOfWeek).size >= 7;
}
