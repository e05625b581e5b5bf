// Which alerts that fire have changed since a receiver was last told of them. No I/O.
import type { Alert } from '../../domain/alert.ts';
import type { Clock } from '../../monitor/clock.ts';

const UPDATE_EVERY_MS = 60_000;

export interface Updates {
  /** The receiver is being told of these as they stand. */
  told(alerts: readonly Alert[]): void;
  /** Those of these that fire and are not as last told; none until it is time to look again. */
  due(alerts: readonly Alert[]): readonly Alert[];
}

/** For one receiver that changes its messages. */
export function createUpdates(clock: Clock, everyMs = UPDATE_EVERY_MS): Updates {
  const last = new Map<string, string>();
  let lookedAt = clock.monotonic();
  return {
    told(alerts) {
      for (const alert of alerts) {
        if (alert.phase === 'firing') last.set(alert.fingerprint, stateOf(alert));
        else last.delete(alert.fingerprint);
      }
    },
    due(alerts) {
      if (clock.monotonic() - lookedAt < everyMs) return [];
      lookedAt = clock.monotonic();
      return alerts.filter((alert) => {
        const told = last.get(alert.fingerprint);
        return alert.phase === 'firing' && told !== undefined && told !== stateOf(alert);
      });
    },
  };
}

/** What is worth a change of the message. Not how old a value is: that changes by itself. */
function stateOf({ held, value, threshold }: Alert): string {
  return JSON.stringify([held, value, threshold]);
}
