// Shared by the two ways in which a receiver is told of an end once more because it shows an alert that is over as firing.
import type { Alert } from '../../domain/alert.ts';
import type { Instant } from '../../domain/observation.ts';
import type { ReceiverContext } from '../delivery/receiver.ts';
import type { DeliveryVerdict } from '../delivery/verdict.ts';
import { groupOver, isGroup } from '../notification/group.ts';
import type { Notification } from '../notification/notification.ts';

export interface LeftOpen {
  /** Sends a notification and notes it. `alone`: Postgres, which knows the ends that other replicas have told, is away. */
  send(notification: Notification, alone?: boolean): Promise<DeliveryVerdict>;
  /** Takes in that Postgres is away, or gives nothing: perhaps since before the last notification was sent. */
  away(): void;
  /**
   * Tells the end of alerts that this replica told as firing, that are over, and that the receiver still shows as firing.
   * Returns whether the next look may find more. Call it while Postgres answers; never rejects.
   */
  end(): Promise<boolean>;
}

export interface LeftOpenOptions extends Pick<ReceiverContext, 'name' | 'local' | 'outbox' | 'clock'> {
  /**
   * From one look for ended alerts whose messages are changed to the next, in milliseconds.
   * @default 5_000
   */
  readonly lookEveryMs?: number;
  /** Every alert as it stands, and every group that lasts here. */
  readonly alerts: () => readonly Alert[];
  /** Called with the verdict of each end that is sent. */
  readonly onSent: (verdict: DeliveryVerdict) => void;
}

/** Whether the receiver has taken a message, or never will. */
export function isTaken({ kind }: DeliveryVerdict): boolean {
  return kind === 'done' || kind === 'permanent';
}

/**
 * The end of an alert, as found among `ours`. If it isn't there, or the alert is pending again, nobody knows how it ended, nor
 * with which value.
 */
export function endOf(alert: Alert, ours: readonly Alert[], now: Instant): Alert {
  const known = ours.find(({ phase, firingAt }) => phase !== 'firing' && firingAt === alert.firingAt);
  if (known?.phase === 'inactive') return known;
  if (alert.phase === 'inactive') return alert;
  const how = { phase: 'inactive', reason: 'cleared' } as const;
  const over = isGroup(alert) ? groupOver(alert) : alert;
  return { ...over, ...how, held: false, resolvedAt: known?.resolvedAt ?? now, value: null };
}

/**
 * Whether an alert still fires as it did then. Somebody may have found meanwhile that it began earlier: then it lasts too, and
 * its end is told under each of its beginnings.
 */
export function lasts(alert: Alert, now: readonly Alert[] = []): boolean {
  const began = alert.firingAt!;
  return now.some(
    ({ phase, firingAt }) => phase === 'firing' && (isGroup(alert) ? firingAt === began : firingAt! <= began),
  );
}
