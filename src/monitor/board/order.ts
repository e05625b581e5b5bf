// Decides which of two polls of an account is newer. The boards and the alerts use it.
import type { Instant, Polled } from '../../domain/observation.ts';
import { isAhead } from './staleness.ts';

/** The newest known poll of an account. */
export interface NewestPoll {
  readonly slot: Instant;
  readonly observedAt: Instant;
}

/** Stands for the newest poll before the first one. */
export const NO_POLL: NewestPoll = {
  slot: Number.MIN_SAFE_INTEGER,
  observedAt: Number.MIN_SAFE_INTEGER,
};

/**
 * Whether a poll is older than the newest known one: by their slots, unless these can't be compared.
 *
 * They can't when the newest known slot lies well in the future, because the clock was set back: then the new poll is newer.
 * They also can't when the account's schedule has changed since (`rescheduled`): then the times of observation decide.
 */
export function isOlder(
  poll: Polled,
  newest: NewestPoll,
  { now, rescheduled }: { readonly now: Instant; readonly rescheduled: boolean },
): boolean {
  return !isAhead(newest.slot, now) && isBefore(poll, newest, rescheduled);
}

function isBefore(poll: NewestPoll, newest: NewestPoll, rescheduled: boolean): boolean {
  return rescheduled ? poll.observedAt < newest.observedAt : poll.slot < newest.slot;
}

/** The newest poll after the clock was set back by `ms`; 1 ms earlier, since a slot that comes again is polled again. */
export function pollDatedBack({ slot, observedAt }: NewestPoll, ms: number): NewestPoll {
  return { slot: slot - ms - 1, observedAt: observedAt - ms };
}

/** Whether a poll is news to a board's entry of its account; see {@link isOlder}. */
export function isPollNews(
  poll: Polled,
  { last, rescheduled }: { readonly last: NewestPoll | null; readonly rescheduled: boolean },
  now: Instant,
): boolean {
  return last === null || !isOlder(poll, last, { now, rescheduled });
}

/**
 * Whether a stored poll is news. While this replica's clock is behind, a stored slot may lie in the future, at an unknown
 * time. Such a poll is no news if a poll by this clock is known, and an earlier poll is no news if such a poll is known.
 */
export function isStoredNews(
  poll: Polled,
  { last, rescheduled }: { readonly last: NewestPoll | null; readonly rescheduled: boolean },
  now: Instant,
): boolean {
  if (last === null) return true;
  const isUndated = isAhead(poll.slot, now) && !isAhead(last.slot, now);
  return !isUndated && !isBefore(poll, last, rescheduled);
}
