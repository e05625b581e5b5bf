// Makes the receivers that a configuration names, from the parts of the running program.
import type { Alert } from '../../domain/alert.ts';
import type { Instruments } from '../../metrics/instruments.ts';
import { createPatientOutbox } from '../../receivers/delivery/after-outage.ts';
import { createOutboxLooks } from '../../receivers/delivery/outbox-looks.ts';
import { createLocalOutbox } from '../../receivers/local/local-outbox.ts';
import type { Configured } from '../configured.ts';
import type { LogEvents } from '../log/log-events.ts';
import type { Storage } from '../storage/storage.ts';
import type { World } from '../world.ts';
import { createReceivers, type Receivers, receiverNames } from './receivers.ts';

export interface ReceiverFactoryOptions {
  readonly world: World;
  readonly scrub: (text: string) => string;
  readonly storage: Storage;
  readonly instruments: Instruments;
  readonly logEvents: LogEvents;
  /** The current state of every alert. */
  readonly alerts: () => readonly Alert[];
}

/**
 * Returns a function that makes the receivers of a configuration. That function throws when something can't work as
 * configured.
 */
export function receiverFactory(options: ReceiverFactoryOptions): (configured: Configured) => Receivers {
  const { world, scrub, storage, instruments, logEvents, alerts } = options;
  // Made once: after a reload, the old receivers may still be sending messages from it.
  const local = createLocalOutbox(storage.keyValues, world.clock);
  const outbox = createPatientOutbox(storage.postgres.outbox, world.clock);
  const looks = createOutboxLooks(outbox);
  return ({ config }) => {
    const receivers = createReceivers(config, {
      clock: world.clock,
      random: world.random,
      poster: world.network.poster,
      scrub,
      outbox,
      local,
      looks,
      shelf: storage.keyValues,
      alerts,
      onTrouble: logEvents.notificationNotKept,
      onDelivery(receiver, result, detail) {
        instruments.notified(receiver, result);
        logEvents.notified(receiver, result, detail);
      },
    });
    instruments.expectReceivers(receiverNames(config.alerts));
    return receivers;
  };
}
