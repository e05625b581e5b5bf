// What a receiver has refused for good, of alerts that last: it is told again of these now and then, since a refusal may
// be mended, and nobody else would tell.
import type { Alert } from '../../domain/alert.ts';
import type { ClaimedMessage } from '../../monitor/alerts/outbox.ts';
import type { Clock } from '../../monitor/clock.ts';
import { notificationKey } from './notification.ts';

const FIRST_PAUSE_MS = 60_000;
const MAX_PAUSE_MS = 15 * 60_000;

export interface Refused {
  /** The beginning of an alert was given up. */
  note(message: ClaimedMessage): void;
  /** Those of these alerts that still fire, and are to be told of again now. */
  due(alerts: () => readonly Alert[]): readonly Alert[];
}

/** For one receiver; the pauses double from the first up to a quarter of an hour. */
export function createRefused(clock: Clock, firstPauseMs = FIRST_PAUSE_MS): Refused {
  const refused = new Map<string, { readonly alert: string; readonly times: number; dueAt: number }>(); // by key
  return {
    note({ alert, key }) {
      const known = refused.get(key);
      const times = known ? known.times + 1 : 0;
      const pauseMs = Math.min(MAX_PAUSE_MS, firstPauseMs * 2 ** Math.min(times, 20));
      refused.set(key, { alert, times, dueAt: clock.monotonic() + pauseMs });
    },

    due(alerts) {
      if (refused.size === 0) return [];
      const now = Map.groupBy(alerts(), ({ fingerprint }) => fingerprint); // groups of one rule have the same
      return [...refused].flatMap(([key, one]) => {
        const firing = now.get(one.alert)?.filter(({ phase }) => phase === 'firing');
        const alert = firing?.find((each) => notificationKey(each, 'fire') === key);
        if (!alert) {
          refused.delete(key);
          return [];
        }
        if (one.dueAt > clock.monotonic()) return [];
        one.dueAt = Number.POSITIVE_INFINITY; // until it is refused once more
        return [alert];
      });
    },
  };
}
