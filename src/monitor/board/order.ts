// Which of two polls of an account is the newer one. The boards and the alerts use it.
import type { Instant, Polled } from '../../domain/observation.ts';
import { isAhead } from './staleness.ts';

/** The newest poll that is known of an account. */
export interface NewestPoll {
  readonly slot: Instant;
  readonly observedAt: Instant;
}

/** What is known before the first. */
export const NO_POLL: NewestPoll = {
  slot: Number.MIN_SAFE_INTEGER,
  observedAt: Number.MIN_SAFE_INTEGER,
};

/**
 * Whether a poll is older than the newest one that is known: by their slots, unless these can't be compared.
 *
 * They can't when what is known lies well in our own future, since the clock was set back: then the new is the newer. And
 * they can't when the account has another schedule since (`rescheduled`): then it is decided by when they were observed.
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

/** The newest poll when the clock was set back by so much; a little more, for a slot that comes a second time is polled again. */
export function pollDatedBack({ slot, observedAt }: NewestPoll, ms: number): NewestPoll {
  return { slot: slot - ms - 1, observedAt: observedAt - ms };
}

/** Whether a poll says more than what a board has of its account; see {@link isOlder}. */
export function isNews(
  poll: Polled,
  { last, rescheduled }: { readonly last: NewestPoll | null; readonly rescheduled: boolean },
  now: Instant,
): boolean {
  return last === null || !isOlder(poll, last, { now, rescheduled });
}

/**
 * The same of a poll that was stored. While our clock is behind its slot may lie in the future: when that was isn't known, so it
 * is no news where something has been polled by our clock, and what comes before it isn't either.
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
