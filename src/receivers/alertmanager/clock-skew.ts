// Measures how far an Alertmanager's clock is from ours. An Alertmanager with a very different clock takes our alerts for ended
// long ago.
import type { Clock } from '../../monitor/clock.ts';
import type { ClockSkew } from '../delivery/receiver.ts';
import { windowMs } from './payload.ts';

const MIN_SKEW_MS = 2_000; // the header has whole seconds, and can't show less
const STAYS = 0.8; // of the limit: so a skew near the limit is corrected all the time, not now and then

export interface SkewMeter {
  /**
   * Takes in the `Date` header of an answer. The request was sent at `sentAt` and answered by `receivedAt`, by the monotonic
   * clock.
   *
   * Returns whether the {@link correction} has changed so much that what was sent with the former one must be sent again.
   */
  measure(date: string, sentAt: number, receivedAt: number): boolean;
  /** What to add to our instants so that they mean the same to Alertmanager, in milliseconds; 0 unless it matters. */
  correction(): number;
  status(): ClockSkew;
}

/**
 * A meter that has measured nothing yet. Its limit is a quarter of an alert's life at Alertmanager. It keeps their time by our
 * monotonic clock, so that a step of our wall clock is corrected before the next answer.
 */
export function createSkewMeter(resendMs: number, clock: Clock): SkewMeter {
  const limitMs = Math.max(windowMs(resendMs) / 4, MIN_SKEW_MS);
  let theirsAtZero: number | null = null;
  let exceeded = false;
  return {
    measure(date, sentAt, receivedAt) {
      const theirs = Date.parse(date);
      if (Number.isNaN(theirs)) return false;
      const before = correction();
      theirsAtZero = theirs + 500 - (sentAt + receivedAt) / 2; // whole seconds: half a second more is right on average
      return Math.abs(correction() - before) > MIN_SKEW_MS;
    },
    correction,
    status() {
      correction();
      return { ms: skew(), limitMs, exceeded };
    },
  };

  function skew(): number | null {
    return theirsAtZero === null ? null : Math.round(theirsAtZero + clock.monotonic() - clock.now());
  }

  function correction(): number {
    const ms = skew() ?? 0;
    exceeded = Math.abs(ms) > (exceeded ? STAYS * limitMs : limitMs);
    return exceeded ? ms : 0;
  }
}
