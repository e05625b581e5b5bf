import type { Instant } from '../../src/domain/observation.ts';
import type { Clock } from '../../src/monitor/clock.ts';

/** A clock that moves only by hand. */
export interface HandClock extends Clock {
  /** Lets time pass: both clocks go on. */
  advance(ms: number): void;
  /** Moves the wall clock alone, as an administrator, NTP or a sleeping machine does: the monotonic one stands. */
  step(ms: number): void;
}

/** Starts at `at`, an instant or an ISO date. */
export function handClock(at: Instant | string = '2026-03-02T12:00:00Z'): HandClock {
  let wall = typeof at === 'string' ? Date.parse(at) : at;
  let monotonic = 1_000_000;
  return {
    now: () => wall,
    monotonic: () => monotonic,
    advance(ms) {
      wall += ms;
      monotonic += ms;
    },
    step(ms) {
      wall += ms;
    },
  };
}
