// How our clock and the database's differ, and whose fault it was when they agree again. `storage.ts` looks each minute.
import type { Instant } from '../../domain/observation.ts';
import type { Clock } from '../../monitor/clock.ts';
import { MAX_AHEAD_MS } from '../../store/postgres/clock.ts';

const SET_MS = 5_000; // a clock that differs by more from what it should show was set
const JUMP_MS = 30_000; // within a minute a clock is slewed by five seconds at the most

export interface DatabaseClock {
  /** By how much our clock is ahead of the database's, in milliseconds; `null` while that can't be measured. */
  skewMs(): number | null;
  /** What it says, in words, that the last look wasn't answered; `null`: it was, or the database has answered others since it began. */
  silence(answeredAt: number): string | null;
  /** Measures it. One at a time; never rejects. */
  look(): Promise<void>;
  /** To be called when a result was refused since it lies ahead of the database's clock: looks at once, unless that is known. */
  refused(): void;
}

export interface DatabaseClockOptions {
  /** By how much our clock is ahead, in milliseconds. */
  readonly measure: () => Promise<number>;
  readonly clock: Clock;
  /**
   * Told when the database's clock, and not ours, was wrong: what it has refused since that instant as lying ahead of it was seen
   * when it says.
   */
  readonly onSetRight: (since: Instant) => void;
}

interface Look {
  readonly skewMs: number;
  readonly wall: Instant;
  readonly monotonic: number;
}

export function createDatabaseClock({ measure, clock, onSetRight }: DatabaseClockOptions): DatabaseClock {
  let skewMs: number | null = null;
  let unansweredAt = Number.NEGATIVE_INFINITY; // when the last look began, if it wasn't answered
  let last: Look = { skewMs: 0, wall: clock.now(), monotonic: clock.monotonic() };
  /** When ours was not yet ahead; `null` when it isn't, or was set meanwhile. */
  let since: Instant | null = null;
  let looking: Promise<void> | undefined;

  return {
    skewMs: () => skewMs,
    silence: (answeredAt) => (unansweredAt > answeredAt ? 'Postgres does not answer' : null),
    look: lookOnce,
    refused() {
      if (since === null) void lookOnce();
    },
  };

  function lookOnce(): Promise<void> {
    looking ??= look().finally(() => {
      looking = undefined;
    });
    return looking;
  }

  async function look(): Promise<void> {
    const began = clock.monotonic();
    skewMs = await measure().catch(() => null);
    unansweredAt = skewMs === null ? began : Number.NEGATIVE_INFINITY;
    if (skewMs === null) return;
    const now = { skewMs, wall: clock.now(), monotonic: clock.monotonic() };
    const before = last;
    last = now;
    const wasSet = Math.abs(drift(before, now)) > SET_MS;
    if (wasSet) since = null;
    if (skewMs > MAX_AHEAD_MS) {
      since ??= wasSet ? now.wall : before.wall;
      return;
    }
    if (since !== null && before.skewMs - skewMs > JUMP_MS) onSetRight(since);
    since = null;
  }
}

/** By how much our clock shows more at the later of two looks than it should. */
function drift(earlier: Look, later: Look): number {
  return later.wall - earlier.wall - (later.monotonic - earlier.monotonic);
}
