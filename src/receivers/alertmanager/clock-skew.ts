// How far an Alertmanager's clock is from ours. One that is off by much takes our alerts for ended long ago.
import type { Instant } from '../../domain/observation.ts';
import type { ClockSkew } from '../delivery/receiver.ts';
import { windowMs } from './payload.ts';

const MIN_SKEW_MS = 2_000; // what the header's whole seconds can't tell

export interface SkewMeter {
  /**
   * Takes in the `Date` header of an answer to a request of between `sentAt` and `receivedAt`.
   *
   * Says whether the {@link correction} has changed so much that what was sent with the former must be sent again.
   */
  measure(date: string, sentAt: Instant, receivedAt: Instant): boolean;
  /** What to add to our instants so that they mean the same over there, in milliseconds; 0 unless it matters. */
  correction(): number;
  status(): ClockSkew;
}

/** A meter that has measured nothing yet; a quarter of an alert's life over there is too much. */
export function createSkewMeter(resendMs: number): SkewMeter {
  const limitMs = Math.max(windowMs(resendMs) / 4, MIN_SKEW_MS);
  let ms: number | null = null;
  const correction = (): number => (ms !== null && Math.abs(ms) > limitMs ? ms : 0);
  return {
    measure(date, sentAt, receivedAt) {
      const theirs = Date.parse(date);
      if (Number.isNaN(theirs)) return false;
      const before = correction();
      ms = theirs + 500 - Math.round((sentAt + receivedAt) / 2); // whole seconds: half a second more, on average right
      return Math.abs(correction() - before) > MIN_SKEW_MS;
    },
    correction,
    status: () => ({ ms, limitMs, exceeded: correction() !== 0 }),
  };
}
