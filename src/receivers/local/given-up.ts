// How many messages to a receiver were given up of late, on this machine and in Postgres.
import type { Outbox } from '../../monitor/alerts/outbox.ts';
import type { Clock } from '../../monitor/clock.ts';
import type { LocalOutbox } from './local-outbox.ts';

const LOOKS_A_COUNT = 12; // while there is nothing to send only other replicas can change it

export interface GivenUpOptions {
  readonly receiver: string;
  readonly local: Pick<LocalOutbox, 'count'>;
  readonly outbox: Pick<Outbox, 'count'>;
  readonly clock: Clock;
  /** From one look at the outbox to the next, in milliseconds. */
  readonly lookEveryMs: number;
}

export interface GivenUp {
  /** As last counted. */
  count(): number;
  /** Counts anew: each time after something was sent or tried, else every twelfth look. Never rejects. */
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
