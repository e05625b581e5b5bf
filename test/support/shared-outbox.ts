import type { Outbox } from '../../src/monitor/alerts/outbox.ts';
import { createLocalOutbox } from '../../src/receivers/delivery/local-outbox.ts';
import { memoryShelf, realClock } from './delivering.ts';

export interface SharedOutbox extends Outbox {
  away: boolean;
}

/** An outbox in memory that several receivers may share, and that can be away. */
export function sharedOutbox(): SharedOutbox {
  const inner = createLocalOutbox(memoryShelf(), realClock);
  const guard = async () => {
    if (shared.away) throw new Error('away');
  };
  const done = new Set<string>();
  const shared: SharedOutbox = {
    away: false,
    add: (messages) => guard().then(() => inner.add(messages.filter(({ key }) => !done.has(key)))),
    claim: (...args) => guard().then(() => inner.claim(...args)),
    settle: async (message, settled) => {
      await guard();
      if (settled.kind === 'done') done.add(message.key);
      await inner.settle(message, settled);
    },
    count: (receiver) => guard().then(() => inner.count(receiver)),
  };
  return shared;
}
