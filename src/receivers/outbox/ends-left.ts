// What is common to the ways in which a receiver is told once more of an end, since it shows an alert that is over as one that fires.
import type { Alert } from '../../domain/alert.ts';
import type { Instant } from '../../domain/observation.ts';
import type { ReceiverContext } from '../delivery/receiver.ts';
import type { Verdict } from '../delivery/verdict.ts';
import { isGroup } from '../notification/group.ts';
import type { Notification } from '../notification/notification.ts';

export interface LeftOpen {
  /** Sends it, and notes that. `alone`: while Postgres, which knows of ends that others have told, is away. */
  send(notification: Notification, alone?: boolean): Promise<Verdict>;
  /** Postgres is away, or gives nothing. */
  away(): void;
  /**
   * Ends what was told from here, is over, and is shown as firing, as far as is known; says whether there may be more of it at the
   * next look. To be called while Postgres answers; never rejects.
   */
  end(): Promise<boolean>;
}

export interface LeftOpenOptions extends Pick<ReceiverContext, 'name' | 'local' | 'outbox' | 'clock'> {
  /**
   * From one look at what has ended of messages that are changed to the next, in milliseconds.
   * @default 5_000
   */
  readonly lookEveryMs?: number;
  /** Every alert as it stands, and every group that lasts here. */
  readonly alerts: () => readonly Alert[];
  /** Told what came of each end that is sent. */
  readonly onSent: (verdict: Verdict) => void;
}

/** Whether the receiver has taken it, or never will. */
export function isTaken({ kind }: Verdict): boolean {
  return kind === 'done' || kind === 'permanent';
}

/** The end of an alert, as it is known among `ours`; else, or when it pends again, how it ended isn't known, and with which value neither. */
export function endOf(alert: Alert, ours: readonly Alert[], now: Instant): Alert {
  const known = ours.find(({ phase, firingAt }) => phase !== 'firing' && firingAt === alert.firingAt);
  if (known?.phase === 'inactive') return known;
  const how = { phase: 'inactive', reason: 'cleared' } as const;
  return { ...alert, ...how, held: false, resolvedAt: known?.resolvedAt ?? now, value: null };
}

/**
 * Whether it fires as it did then. An alert may also fire as somebody has found it to have begun earlier: its end is told under
 * each of its beginnings.
 */
export function lasts(alert: Alert, now: readonly Alert[] = []): boolean {
  const began = alert.firingAt ?? 0;
  return now.some(({ phase, firingAt }) => {
    const since = firingAt ?? 0;
    return phase === 'firing' && (isGroup(alert) ? since === began : since <= began);
  });
}
