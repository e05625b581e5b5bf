// When a failed message is tried again.
import type { ReceiverContext } from '../delivery/receiver.ts';

const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 5 * 60_000;

export interface RetryTimes {
  /**
   * The pause after so many failures in a row, in milliseconds. It doubles each time, with jitter, up to five minutes and no
   * longer than `resend`: a receiver that can be reached for that long gets its messages.
   */
  after(failures: number): number;
  /** Takes in that a message is due in so many milliseconds from now. */
  expect(ms: number): void;
  /** The time until the next of them is due, at most `most` milliseconds. */
  untilNextDue(most: number): number;
}

/** For one receiver. */
export function createRetryTimes(
  { clock, random, resendMs }: Pick<ReceiverContext, 'clock' | 'random' | 'resendMs'>,
  firstRetryMs = FIRST_RETRY_MS,
): RetryTimes {
  const mostMs = Math.min(MAX_RETRY_MS, Math.max(resendMs, firstRetryMs));
  let due: number[] = []; // by the monotonic clock
  return {
    after(failures) {
      const longest = Math.min(mostMs, firstRetryMs * 2 ** (failures - 1));
      return Math.ceil(longest * (0.5 + random() / 2));
    },
    expect(ms) {
      due.push(clock.monotonic() + ms + 1);
    },
    untilNextDue(most) {
      const now = clock.monotonic();
      due = due.filter((at) => at > now);
      return Math.min(most, ...due.map((at) => at - now));
    },
  };
}
