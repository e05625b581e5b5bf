// Finds firing alerts that have changed since a receiver was last told of them. No I/O.
import type { Alert } from '../../domain/alert.ts';
import type { Instant } from '../../domain/observation.ts';
import type { Clock } from '../../monitor/clock.ts';
import type { Messenger } from '../delivery/messenger.ts';
import type { ReceiverContext } from '../delivery/receiver.ts';

const UPDATE_EVERY_MS = 60_000;
const LOOK_AT_MS = 30_000; // after the full minute, when the polls of that minute are over

export interface Updates {
  /** Takes in that the receiver is told of these, unless it has been already. */
  told(alerts: readonly Alert[]): void;
  /** How long until it is time to look again, in milliseconds by the wall clock; `Infinity` if nothing it was told of fires. */
  untilLook(): number;
  /** The alerts that fire and differ from what was last told: they will be told now. None until it is time to look again. */
  due(alerts: () => readonly Alert[]): readonly Alert[];
}

interface Told {
  readonly firingAt: Instant | null;
  readonly state: string;
}

/** For one receiver; `undefined` if it isn't told of changes. */
export function updatesOf(
  { sendsUpdates, updateEveryMs }: Pick<Messenger, 'sendsUpdates' | 'updateEveryMs'>,
  { clock, times }: Pick<ReceiverContext, 'clock' | 'times'>,
): Updates | undefined {
  return sendsUpdates ? createUpdates(clock, times?.updateEveryMs ?? updateEveryMs) : undefined;
}

/**
 * For one receiver that changes its messages. All replicas look at the same times, by their wall clocks, and so say the same.
 * Postgres keeps one of these messages, and the receiver hears of each change once, not once per replica.
 */
function createUpdates(clock: Clock, everyMs = UPDATE_EVERY_MS): Updates {
  const last = new Map<string, Told>();
  const turn = () => Math.floor((clock.now() - LOOK_AT_MS) / everyMs);
  let looked = turn();
  return {
    told(alerts) {
      for (const { fingerprint, phase, firingAt, ...alert } of alerts) {
        if (phase !== 'firing') last.delete(fingerprint);
        else if (last.get(fingerprint)?.firingAt !== firingAt) {
          last.set(fingerprint, { firingAt, state: stateOf(alert) });
        }
      }
    },
    untilLook() {
      if (last.size === 0) return Number.POSITIVE_INFINITY;
      return turn() === looked ? (looked + 1) * everyMs + LOOK_AT_MS - clock.now() : 0;
    },
    due(alerts) {
      const now = turn();
      if (now === looked) return [];
      looked = now;
      const changed = alerts().filter(({ fingerprint, phase, ...alert }) => {
        const told = last.get(fingerprint);
        return phase === 'firing' && told?.firingAt === alert.firingAt && told.state !== stateOf(alert);
      });
      for (const alert of changed) {
        last.set(alert.fingerprint, { firingAt: alert.firingAt, state: stateOf(alert) });
      }
      return changed;
    },
  };
}

/** The state whose change is worth an update. The age of a value isn't part of it: it changes by itself. */
function stateOf({ held, value, threshold }: Pick<Alert, 'held' | 'value' | 'threshold'>): string {
  return JSON.stringify([held, value, threshold]);
}
