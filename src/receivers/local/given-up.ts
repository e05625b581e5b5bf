// Counts the messages to a receiver that were given up lately, on this machine and in Postgres.
import type { Outbox } from '../../monitor/alerts/outbox.ts';
import type { Clock } from '../../monitor/clock.ts';
import type { LocalOutbox } from './local-outbox.ts';

const LOOKS_A_COUNT = 12; // while nothing is sent, only other replicas can change the count

export interface GivenUpOptions {
  readonly receiver: string;
  readonly local: Pick<LocalOutbox, 'count'>;
  readonly outbox: Pick<Outbox, 'count'>;
  readonly clock: Clock;
  /** From one look at the outbox to the next, in milliseconds. */
  readonly lookEveryMs: number;
}

export interface GivenUp {
  /** The number at the last count. */
  count(): number;
  /** Counts again: after each attempt to send, else at every twelfth look. Never rejects. */
  recount(now: { readonly idle: boolean; readonly shared: boolean }): Promise<void>;
}

export function createGivenUp({ receiver, local, outbox, clock, lookEveryMs }: GivenUpOptions): GivenUp {
  let dead = 0;
  let countedAt = Number.NEGATIVE_INFINITY;
  return {
    count: () => dead,
    async recount({ idle, shared }) {
      if (idle && clock.monotonic() - countedAt < LOOKS_A_COUNT * lookEveryMs) return;
      countedAt = clock.monotonic();
      const here = await local.count(receiver);
      const there = shared ? await outbox.count(receiver).catch(() => undefined) : undefined;
      dead = there ? here.dead + there.dead : Math.max(here.dead, dead);
    },
  };
}
