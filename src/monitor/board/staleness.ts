// Decides how long a poll's result is fresh. The boards and the alerts use it.
import type { Instant, Polled } from '../../domain/observation.ts';
import type { Clock } from '../clock.ts';
import type { Schedule } from '../polling/schedule.ts';

/** Added to the last missed slot, for a poll that runs until its deadline. */
export const GRACE_MS = 30_000;
const AHEAD_MS = 60_000; // how far another replica's clock may be ahead

/** The stale time of a result when it isn't known when that was seen. */
export const NEVER_FRESH = Number.MIN_SAFE_INTEGER;

/** Whether a slot lies in the future: it was polled while a clock was ahead, and the true time isn't known. */
export function isAhead(slot: Instant, now: Instant): boolean {
  return slot > now + AHEAD_MS;
}

/** When the result of `slot` turns stale by the wall clock, unless a newer one comes before. */
export function staleFrom(
  account: { readonly schedule: Schedule; readonly staleAfter: number },
  slot: Instant,
): Instant {
  const { schedule, staleAfter } = account;
  // Enumerating slots is expensive, and accounts share schedules and slots: the last answer is most often the next one.
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

/** When a good poll turns stale, by whichever clock is first: the wall clock may step back, the monotonic one stops in sleep. */
export interface Staleness {
  staleAtWall: Instant;
  staleAtMonotonic: number;
}

/** When a poll that has just come in turns stale; it is never fresh when its slot lies in the future. */
export function stalenessOf(
  account: Parameters<typeof staleFrom>[0],
  { slot, observedAt }: Pick<Polled, 'slot' | 'observedAt'>,
  clock: Clock,
): Staleness {
  const wall = clock.now();
  const staleAtWall = isAhead(slot, wall) ? NEVER_FRESH : staleFrom(account, slot);
  // It is at least as late as the replica that polled says: this clock may be behind that one.
  const now = Math.max(wall, observedAt);
  return { staleAtWall, staleAtMonotonic: clock.monotonic() + (staleAtWall - now) };
}

const answers = new WeakMap<Schedule, { slot: Instant; staleAfter: number; staleAt: Instant }>();
