// How delivery to a receiver goes, for NotificationFailing: from this replica and from the others.
import type { Instant } from '../../domain/observation.ts';
import type { Outbox, Settled } from '../../monitor/alerts/outbox.ts';
import type { Clock } from '../../monitor/clock.ts';
import type { DeliveryVerdict } from '../delivery/verdict.ts';

const LOOKS_A_QUESTION = 6; // not at every look: the query reads a day of what the receiver took

export interface HealthOptions {
  readonly receiver: string;
  readonly outbox: Pick<Outbox, 'takenAgo' | 'count'>;
  readonly clock: Clock;
  /** From one look at the outbox to the next, in milliseconds. */
  readonly lookEveryMs: number;
}

export interface Health {
  /** Takes in how an attempt ended, and what became of its message. */
  tried(verdict: DeliveryVerdict, settled: Settled): void;
  /**
   * While sending fails here, or nothing has been answered since the start: asks Postgres at every sixth look whether the
   * receiver has taken a message of another replica since. Then it can be reached; this replica may have no message left to
   * find that out itself. Never rejects.
   */
  askOthers(): Promise<void>;
  /** Since when the receiver has accepted nothing; `null` while all is well. */
  failingSince(): Instant | null;
  /**
   * What is wrong, given how many messages were given up lately; `null` while all is well, `undefined` until the receiver has
   * answered.
   */
  trouble(dead: number): string | null | undefined;
}

/** For one receiver, to which nothing has been sent yet. */
export function createHealth({ receiver, outbox, clock, lookEveryMs }: HealthOptions): Health {
  let answered = false;
  let failingSince: Instant | null = null;
  let unknownSince = clock.monotonic(); // the start or the last failure, by the monotonic clock, as below
  let askedAt = Number.NEGATIVE_INFINITY;
  let refusal = '';

  return {
    tried(verdict, settled) {
      if (verdict.kind === 'unsent') return;
      answered = true;
      if (settled.kind === 'dead') refusal = settled.detail;
      if (verdict.kind === 'done' || verdict.kind === 'permanent') failingSince = null;
      else {
        failingSince ??= clock.now();
        unknownSince = clock.monotonic();
      }
    },

    async askOthers() {
      const now = clock.monotonic();
      const isWell = answered && failingSince === null;
      if (isWell || now - askedAt < LOOKS_A_QUESTION * lookEveryMs) return;
      askedAt = now;
      if (!(await wasReached(now).catch(() => false))) return;
      answered = true;
      failingSince = null;
    },

    failingSince: () => failingSince,

    trouble(dead) {
      if (failingSince !== null) return 'it can not be reached';
      if (dead === 0) return answered ? null : undefined;
      const what = dead === 1 ? '1 notification was' : `${dead} notifications were`;
      return `${what} given up within a day${refusal === '' ? '' : `, the last by ${refusal}`}`;
    },
  };

  async function wasReached(now: number): Promise<boolean> {
    const ago = await outbox.takenAgo(receiver);
    if (ago === null) return false;
    if (now - ago > unknownSince) return true;
    return !answered && (await outbox.count(receiver)).waiting === 0; // it has taken all messages that waited
  }
}
