// Whether Postgres takes results now, and when to try next. Nothing here waits or writes.
import type { Instant } from '../../domain/observation.ts';
import type { Clock } from '../../monitor/clock.ts';
import type { WriteFailure } from '../postgres/sqlstate.ts';

/** The store as the readiness page and the gauges tell it. */
export interface StoreState {
  /** The last write succeeded; true before the first. */
  readonly up: boolean;
  /** Why not, or what is wrong although it is up (it is slow); `null` when all is well. */
  readonly reason: string | null;
  /** True when it waits for people: a password, a right, a migration. */
  readonly needsAttention: boolean;
  /** Since when it has been like this, by our wall clock. */
  readonly since: Instant;
}

export interface CircuitBreaker {
  state(): StoreState;
  /** Whether new results go straight to Postgres, or to the spool first. */
  direct(): boolean;
  /** How long until a write may be tried, in milliseconds; 0: now. */
  waitMs(): number;
  /** When a write succeeded last, by the monotonic clock; before the first: -Infinity. */
  succeededAt(): number;
  succeeded(tookMs: number): void;
  failed(verdict: WriteFailure): void;
  /** Results have waited longer than patience allows for a write that hasn't ended. */
  silent(): void;
}

export interface CircuitBreakerOptions {
  readonly clock: Clock;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly patienceMs: number;
  readonly onChange: (state: StoreState) => void;
}

/**
 * Opens on the first failure, and closes on the first write that succeeds and is fast.
 *
 * Tries again after half a second, then twice as long each time, up to half a minute; a half of each wait is
 * random, so that replicas don't come back in step.
 */
export function createCircuitBreaker({
  clock,
  random,
  patienceMs,
  onChange,
}: CircuitBreakerOptions): CircuitBreaker {
  let direct = true;
  let failures = 0;
  let retryAt = 0;
  let succeededAt = Number.NEGATIVE_INFINITY;
  let state: StoreState = { up: true, reason: null, needsAttention: false, since: clock.now() };

  return {
    state: () => state,
    direct: () => direct,
    waitMs: () => Math.max(0, retryAt - clock.monotonic()),
    succeededAt: () => succeededAt,

    succeeded(tookMs) {
      failures = 0;
      retryAt = 0;
      succeededAt = clock.monotonic();
      // Twice as slow as this and the next one would run out of patience: the disk is the faster way.
      direct = tookMs < patienceMs / 2;
      become(true, direct ? null : `Postgres is slow: a write takes longer than ${seconds(patienceMs / 2)}`);
    },

    failed({ policy, reason }) {
      const wait = Math.min(FIRST_MS * 2 ** failures++, MAX_MS);
      retryAt = clock.monotonic() + wait / 2 + (random() * wait) / 2;
      direct = false;
      become(false, reason, policy === 'config');
    },

    silent() {
      direct = false;
      become(false, `Postgres has not answered within ${seconds(patienceMs)}`);
    },
  };

  function become(up: boolean, reason: string | null, needsAttention = false): void {
    if (up === state.up && reason === state.reason && needsAttention === state.needsAttention) return;
    const same = up === state.up && needsAttention === state.needsAttention;
    state = { up, reason, needsAttention, since: same ? state.since : clock.now() };
    onChange(state);
  }
}

const FIRST_MS = 500;
const MAX_MS = 30_000;

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
