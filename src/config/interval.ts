import { createSchedule } from '../monitor/schedule.ts';

const MOST_SLOTS = 300;
const WINDOW = 25 * 3_600_000; // a day, and the step into the next one

const known = new Map<string, number>();

/**
 * The shortest time between two slots of a valid schedule, in milliseconds.
 *
 * Looks at the first day on which it is due, at 300 slots at most: enough for whatever repeats within a day.
 */
export function smallestInterval(expression: string): number {
  const found = known.get(expression) ?? measure(expression);
  known.set(expression, found);
  return found;
}

function measure(expression: string): number {
  const schedule = createSchedule(expression, 'UTC');
  let slot = schedule.next(Date.UTC(2026, 0, 1));
  let smallest = Number.POSITIVE_INFINITY;
  const end = (slot ?? 0) + WINDOW;
  for (let i = 0; i < MOST_SLOTS && slot !== undefined; i++) {
    const next = schedule.next(slot);
    if (next === undefined || next > end) break;
    smallest = Math.min(smallest, next - slot);
    slot = next;
  }
  return smallest === Number.POSITIVE_INFINITY ? WINDOW : smallest;
}
