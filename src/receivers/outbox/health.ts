// How delivery to a receiver goes, for NotificationFailing: from here, and from other replicas.
import type { Instant } from '../../domain/observation.ts';
import type { Outbox, Settled } from '../../monitor/alerts/outbox.ts';
import type { Clock } from '../../monitor/clock.ts';
import type { Verdict } from '../delivery/verdict.ts';

const LOOKS_A_QUESTION = 6; // it reads what the receiver took within a day

export interface HealthOptions {
  readonly receiver: string;
  readonly outbox: Pick<Outbox, 'takenAgo' | 'count'>;
  readonly clock: Clock;
  /** From one look at the outbox to the next, in milliseconds. */
  readonly lookEveryMs: number;
}

export interface Health {
  /** Takes in how an attempt to send ended, and what that is for the message. */
  tried(verdict: Verdict, settled: Settled): void;
  /**
   * While it fails here, or hasn't answered since the start: whether it has taken a message of another replica since. Then it
   * can be reached, and the others may leave us nothing to find out with. Asks Postgres at every sixth look; never rejects.
   */
  askOthers(): Promise<void>;
  /** Since when nothing has been accepted; `null` while all is well. */
  failingSince(): Instant | null;
  /**
   * What is wrong, when so many messages were given up of late; `null` while all is well, `undefined` as long as it
   * hasn't answered.
   */
  trouble(dead: number): string | null | undefined;
}

/** Of a receiver to which nothing was sent yet. */
export function createHealth({ receiver, outbox, clock, lookEveryMs }: HealthOptions): Health {
  let answered = false;
  let failingSince: Instant | null = null;
  let unknownSince = clock.monotonic(); // since the start, or the last failure; by this clock, as the next
  let askedAt = Number.NEGATIVE_INFINITY;
  let refusal = '';

  return {
    tried(verdict, settled) {
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
    return !answered && (await outbox.count(receiver)).waiting === 0; // it has taken all that there was to tell
  }
}
