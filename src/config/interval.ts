// How often a schedule is due at most, and how long its polls may take. Checks and defaults of deadlines use it.
import { parse } from 'node-cron';
import { createSchedule } from '../monitor/polling/schedule.ts';

const DAY_MS = 86_400_000;
const LONG_MS = DAY_MS + 3_600_000; // of what isn't due on two days in a row: more than a day; how much doesn't matter
const FROM = Date.UTC(2026, 0, 1); // any instant would do; a fixed one keeps the verdict the same every day

const DEADLINE_MS = 15_000;
const DEADLINE_SHARE = 0.4; // below the half that is allowed, so that a poll is over well before the next

const known = new Map<string, number>();

/**
 * The shortest time between two slots of a schedule, in milliseconds; throws node-cron's words for a bad one.
 *
 * Looks at the first day on which it is due, and the step into the next one. When nothing repeats within a day, that is
 * all it says: 25 hours.
 */
export function smallestInterval(expression: string): number {
  const found = known.get(expression) ?? measure(expression);
  known.set(expression, found);
  return found;
}

/** The deadline of an account that doesn't say one, in milliseconds: 15 s, less where that would reach the next poll. */
export function defaultDeadline(schedules: readonly string[]): number {
  const interval = Math.min(...schedules.map(smallestInterval));
  return Math.min(DEADLINE_MS, Math.floor(interval * DEADLINE_SHARE));
}

function measure(expression: string): number {
  const schedule = createSchedule(expression, 'UTC');
  const first = schedule.next(FROM);
  if (first === undefined) throw new Error('it is never due');
  const times = timesOfDay(expression);
  const day = first - (first % DAY_MS);
  const last = day + times.at(-1)!;
  const tomorrow = schedule.between(last, day + DAY_MS + times[0]!, 1);
  let smallest = tomorrow.length > 0 ? tomorrow[0]! - last : LONG_MS;
  for (let i = 1; i < times.length; i++) smallest = Math.min(smallest, times[i]! - times[i - 1]!);
  return smallest;
}

/** When it is due on a day on which it is due, in milliseconds since midnight, ascending. */
function timesOfDay(expression: string): number[] {
  const { hour, minute, second } = parse(expression);
  const ascending = (values: readonly number[]) => [...new Set(values)].sort((a, b) => a - b);
  const minutes = ascending(hour).flatMap((h) => ascending(minute).map((m) => h * 60 + m));
  return minutes.flatMap((m) => ascending(second).map((s) => (m * 60 + s) * 1_000));
}
