// Measures how our clock and the database's differ, and finds out which one was wrong when they agree again. `storage.ts`
// looks each minute.
import type { Instant } from '../../domain/observation.ts';
import type { Clock } from '../../monitor/clock.ts';
import { MAX_AHEAD_MS } from '../../store/postgres/clock.ts';

const SET_MS = 5_000; // a clock was set when it differs by more from what it should show
const JUMP_MS = 30_000; // within a minute a clock is slewed by five seconds at the most

export interface DatabaseClock {
  /** By how much our clock is ahead of the database's, in milliseconds; `null` while that can't be measured. */
  skewMs(): number | null;
  /**
   * A sentence when the last look got no answer; `null` when it got one, or when the database has answered others since the
   * look began.
   */
  silence(answeredAt: number): string | null;
  /** Measures the difference. One measurement at a time; never rejects. */
  look(): Promise<void>;
  /** Call it when the database refused a result as ahead of its clock. Looks at once, unless our clock is known to be ahead. */
  refused(): void;
}

export interface DatabaseClockOptions {
  /** By how much our clock is ahead, in milliseconds. */
  readonly measure: () => Promise<number>;
  readonly clock: Clock;
  /**
   * Called when the database's clock, and not ours, was wrong. The results that it has refused since that instant, as
   * ahead of its clock, have the right times.
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
  let unansweredAt = Number.NEGATIVE_INFINITY; // when the last look began, if it got no answer
  let last: Look = { skewMs: 0, wall: clock.now(), monotonic: clock.monotonic() };
  /** When our clock was not yet ahead; `null` when it isn't ahead, or was set meanwhile. */
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

/** How much our wall clock moved between two looks beyond the time that really passed. */
function drift(earlier: Look, later: Look): number {
  return later.wall - earlier.wall - (later.monotonic - earlier.monotonic);
}
