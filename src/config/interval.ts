// How often a schedule is due at most, and how long its polls may take. Checks and defaults of deadlines use it.
import { createSchedule } from '../monitor/polling/schedule.ts';

const MAX_SLOTS = 300;
const WINDOW_MS = 25 * 3_600_000; // a day, and the step into the next one
const FROM = Date.UTC(2026, 0, 1); // any instant would do; a fixed one keeps the verdict the same every day

const DEADLINE_MS = 15_000;
const DEADLINE_SHARE = 0.4; // below the half that is allowed, so that a poll is over well before the next

const known = new Map<string, number>();

/**
 * The shortest time between two slots of a schedule, in milliseconds; throws node-cron's words for a bad one.
 *
 * Looks at the first day on which it is due, at 300 slots at most: enough for whatever repeats within a day. When
 * nothing repeats within a day, that is all it says: 25 hours.
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
  let slot = schedule.next(FROM);
  if (slot === undefined) throw new Error('it is never due');
  let smallest = WINDOW_MS;
  const end = slot + WINDOW_MS;
  for (let i = 0; i < MAX_SLOTS; i++) {
    const next = schedule.next(slot);
    if (next === undefined || next > end) break;
    smallest = Math.min(smallest, next - slot);
    slot = next;
  }
  return smallest;
}
