// How long what was seen may be believed. The boards and the alerts use it.
import type { Instant, Polled } from '../../domain/observation.ts';
import type { Clock } from '../clock.ts';
import type { Schedule } from '../polling/schedule.ts';

/** Beyond the last missed slot, for a poll that runs right up to its deadline. */
export const GRACE_MS = 30_000;
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

/** When what a good poll saw turns stale: from then on by either clock. The wall's may step back, the monotonic one stands still in sleep. */
export interface Staleness {
  staleAtWall: Instant;
  staleAtMonotonic: number;
}

/** The same of a poll that has just come in; never fresh when its slot lies in the future. */
export function stalenessOf(
  account: Parameters<typeof staleFrom>[0],
  { slot, observedAt }: Pick<Polled, 'slot' | 'observedAt'>,
  clock: Clock,
): Staleness {
  const wall = clock.now();
  const staleAtWall = isAhead(slot, wall) ? NEVER_FRESH : staleFrom(account, slot);
  // It is as late as who saw it says, at least: our clock may be behind theirs.
  const now = Math.max(wall, observedAt);
  return { staleAtWall, staleAtMonotonic: clock.monotonic() + (staleAtWall - now) };
}

const answers = new WeakMap<Schedule, { slot: Instant; staleAfter: number; staleAt: Instant }>();
