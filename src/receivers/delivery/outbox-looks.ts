// Looks into the outbox once for all receivers of a process, instead of once for each: usually nothing waits there. A look
// finds messages that other replicas left behind, and messages to be tried again. What this process puts there is claimed
// without a look.
import type { Outbox } from '../../monitor/alerts/outbox.ts';
import { afterMs } from './wake-up.ts';

const LOOK_EVERY_MS = 5_000;

export interface OutboxLooks {
  /** From one look to the next, in milliseconds. */
  readonly everyMs: number;
  /** Calls `wake` after each look that finds a message due for the receiver, until the returned function is called. */
  watch(receiver: string, wake: () => void): () => void;
}

/** Looks as long as somebody watches. A look that fails finds nothing; the next one may. */
export function createOutboxLooks(outbox: Pick<Outbox, 'due'>, everyMs = LOOK_EVERY_MS): OutboxLooks {
  const watching = new Set<{ readonly receiver: string; readonly wake: () => void }>();
  let isLooking = false;

  return {
    everyMs,

    watch(receiver, wake) {
      const one = { receiver, wake };
      watching.add(one);
      if (!isLooking) void keepLooking();
      return () => void watching.delete(one);
    },
  };

  async function keepLooking(): Promise<void> {
    isLooking = true;
    for (;;) {
      await afterMs(everyMs);
      if (watching.size === 0) break;
      const names = [...watching].map(({ receiver }) => receiver);
      const due = await outbox.due([...new Set(names)]).catch(() => new Set());
      for (const { receiver, wake } of watching) if (due.has(receiver)) wake();
    }
    isLooking = false;
  }
}
