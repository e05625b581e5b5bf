// Decides what an attempt to send makes of its message: done, to be tried again, or given up. No I/O.
import type { Instant } from '../../domain/observation.ts';
import { type ClaimedMessage, NOTHING_SENT, type Settled } from '../../monitor/alerts/outbox.ts';
import type { ReceiverContext } from '../delivery/receiver.ts';
import type { DeliveryVerdict } from '../delivery/verdict.ts';
import { isStillTrue } from '../notification/still-true.ts';
import type { RetryTimes } from './retry-times.ts';

const GIVE_UP_AFTER_MS = 24 * 3_600_000;

export interface SettlingOptions extends Pick<ReceiverContext, 'clock' | 'alerts' | 'times'> {
  readonly retry: Pick<RetryTimes, 'after'>;
  /** Since when a message could be told: quiet hours don't count. */
  readonly since: (message: ClaimedMessage) => Instant;
}

/** For one receiver. */
export function createSettling({ clock, alerts, times = {}, retry, since }: SettlingOptions) {
  const { giveUpAfterMs = GIVE_UP_AFTER_MS } = times;

  return function settledBy(verdict: DeliveryVerdict, message: ClaimedMessage): Settled {
    if (verdict.kind === 'unknown') return { kind: 'done', untaken: true };
    if (verdict.kind === 'unsent') return { kind: 'done', messageId: NOTHING_SENT, untaken: true };
    if (verdict.kind === 'done') return verdict;
    const old = clock.now() - since(message) >= giveUpAfterMs;
    if (verdict.kind === 'permanent' || (old && !isStillTrue(message, alerts()))) {
      return { kind: 'dead', detail: verdict.detail };
    }
    const afterMs = Math.max(verdict.afterMs ?? 0, retry.after(message.attempts + 1));
    return { kind: 'retry', afterMs, detail: verdict.detail };
  };
}
