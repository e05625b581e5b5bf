// How long what was seen may be believed. The boards and the alerts use it.
import type { Instant } from '../../domain/observation.ts';
import type { Schedule } from '../polling/schedule.ts';

const GRACE_MS = 30_000; // beyond the last missed slot, for a poll that runs right up to its deadline
const AHEAD_MS = 60_000; // so far another replica's clock may be ahead of ours

/** When that turns stale of which it isn't known when it was seen. */
export const NEVER_FRESH = Number.MIN_SAFE_INTEGER;

/** Whether a slot lies in the future: it was polled while a clock was ahead, and when that was isn't known. */
export function isAhead(slot: Instant, now: Instant): boolean {
  return slot > now + AHEAD_MS;
}

/** When what was seen in `slot` turns stale by the wall clock, unless something newer is seen until then. */
export function staleFrom(
  account: { readonly schedule: Schedule; readonly staleAfter: number },
  slot: Instant,
): Instant {
  const { schedule, staleAfter } = account;
  // Accounts share schedules and slots, and enumerating slots is dear: the last answer is most often the next one.
  const last = answers.get(schedule);
  if (last?.slot === slot && last.staleAfter === staleAfter) return last.staleAt;
  let staleAt = slot;
  for (let missed = 0; missed < staleAfter; missed++) {
    staleAt = schedule.next(staleAt) ?? Number.MAX_SAFE_INTEGER;
  }
  staleAt += GRACE_MS;
  answers.set(schedule, { slot, staleAfter, staleAt });
  return staleAt;
}

const answers = new WeakMap<Schedule, { slot: Instant; staleAfter: number; staleAt: Instant }>();
