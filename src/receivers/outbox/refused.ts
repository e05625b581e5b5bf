// Alerts that last, and that a receiver has refused for good. It is told of them again now and then: a refusal may be mended,
// and nobody else would tell of them.
import type { Alert } from '../../domain/alert.ts';
import type { ClaimedMessage, NotificationKind } from '../../monitor/alerts/outbox.ts';
import type { Clock } from '../../monitor/clock.ts';
import { isGroupFingerprint } from '../notification/group-identity.ts';
import { notificationKey } from '../notification/notification.ts';

const FIRST_PAUSE_MS = 60_000;
const MAX_PAUSE_MS = 15 * 60_000;

export interface Refused {
  /**
   * Takes in that a beginning was given up, or an update of a group: that update may have been the only message about some
   * members.
   */
  note(message: ClaimedMessage): void;
  /** Whether any message waits to be told again. */
  any(): boolean;
  /** The refused alerts that still fire and are to be told again now, by a message of this kind. */
  due(alerts: () => readonly Alert[], kind?: NotificationKind): readonly Alert[];
}

interface RefusedMessage {
  readonly alert: string;
  readonly kind: NotificationKind;
  readonly times: number;
  /** By the monotonic clock. */
  dueAt: number;
}

/** For one receiver. The pauses double, from the first up to a quarter of an hour. */
export function createRefused(clock: Clock, firstPauseMs = FIRST_PAUSE_MS): Refused {
  const refused = new Map<string, RefusedMessage>(); // by key
  return {
    note({ alert, key, kind }) {
      if (kind === 'resolve' || (kind === 'update' && !isGroupFingerprint(alert))) return;
      const known = refused.get(key);
      const times = known ? known.times + 1 : 0;
      const pauseMs = Math.min(MAX_PAUSE_MS, firstPauseMs * 2 ** times);
      refused.set(key, { alert, kind, times, dueAt: clock.monotonic() + pauseMs });
    },

    any: () => refused.size > 0,

    due(alerts, kind = 'fire') {
      const ofKind = [...refused].filter(([, one]) => one.kind === kind);
      if (ofKind.length === 0) return [];
      const now = Map.groupBy(alerts(), ({ fingerprint }) => fingerprint); // groups of one rule share a fingerprint
      return ofKind.flatMap(([key, one]) => {
        const firing = now.get(one.alert)?.filter(({ phase }) => phase === 'firing');
        const alert = firing?.find((each) => notificationKey(each, kind) === key);
        if (!alert) {
          refused.delete(key);
          return [];
        }
        if (one.dueAt > clock.monotonic()) return [];
        one.dueAt = Number.POSITIVE_INFINITY; // until it is refused again
        return [alert];
      });
    },
  };
}
