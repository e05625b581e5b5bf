// Decides whether results go to Postgres now, and when to try next. It neither waits nor writes.
import type { Instant } from '../../domain/observation.ts';
import type { Clock } from '../../monitor/clock.ts';
import type { WriteFailure } from '../postgres/sqlstate.ts';

/** The state of the store, for the readiness page and the gauges. */
export interface StoreState {
  /** Whether the last write succeeded, and none has waited too long since; true before the first. */
  readonly up: boolean;
  /** Why it is not up, or what is wrong although it is up (it is slow); `null` when all is well. */
  readonly reason: string | null;
  /** Whether people must act: on a password, a right, a migration. */
  readonly needsAttention: boolean;
  /** Since when the state is like this, by our wall clock. */
  readonly since: Instant;
}

export interface CircuitBreaker {
  state(): StoreState;
  /** Whether new results go straight to Postgres; else they go to the spool first. */
  direct(): boolean;
  /** The time until a write may be tried, in milliseconds; 0: now. */
  waitMs(): number;
  /** When a write last succeeded, by the monotonic clock; -Infinity before the first. */
  succeededAt(): number;
  succeeded(tookMs: number): void;
  failed(verdict: WriteFailure): void;
  /** Call it when results have waited longer than `patienceMs` for a write that has not ended. */
  silent(): void;
}

export interface CircuitBreakerOptions {
  readonly clock: Clock;
  /** Returns a number from 0 to 1. */
  readonly random: () => number;
  readonly patienceMs: number;
  readonly onChange: (state: StoreState) => void;
}

/**
 * A circuit breaker that opens on the first failure, and closes on the first write that succeeds and is fast.
 *
 * Retries after half a second, then after twice as long each time, up to half a minute. Half of each wait is random,
 * so that replicas do not retry in step.
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
      // If the next write took twice as long, results would run out of patience: then the disk is faster.
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
