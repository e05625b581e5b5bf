// The clocks, as everything that needs the time is handed them, and how it is noticed that one was set back.
import type { Instant } from '../domain/observation.ts';

/** The two clocks. Wall time names slots; monotonic time measures, and survives a stepped wall clock. */
export interface Clock {
  /** Milliseconds since 1970, UTC, whole. */
  now(): Instant;
  /** Milliseconds since an arbitrary start; never steps back. Stands still while the machine sleeps. */
  monotonic(): number;
}

const SET_BACK_MS = 30_000; // by less a clock catches up with NTP
const STANDSTILL_MS = 30_000; // longer than anything keeps the event loop busy

/**
 * Says at each call by how many milliseconds the wall clock was set back since the last one, beyond half a minute; 0
 * when it wasn't. What was dated before is to be dated back by so much.
 */
export function createSetBackDetector(clock: Clock): () => number {
  let wall = clock.now();
  let monotonic = clock.monotonic();
  return () => {
    const expected = wall + (clock.monotonic() - monotonic);
    wall = clock.now();
    monotonic = clock.monotonic();
    return expected - wall >= SET_BACK_MS ? expected - wall : 0;
  };
}

/**
 * Says at each call, of which there is to be one every few seconds, whether the process stood still since the last one: it
 * was stopped, or its machine slept, for more than half a minute. So it is when the wall clock was set back by as much, for
 * while that was ahead nothing may have been polled.
 */
export function createStandstillDetector(clock: Clock): () => boolean {
  let wall = clock.now();
  let monotonic = clock.monotonic();
  return () => {
    const [byWall, byMonotonic] = [clock.now() - wall, clock.monotonic() - monotonic];
    wall = clock.now();
    monotonic = clock.monotonic();
    return Math.max(byWall, byMonotonic, byMonotonic - byWall) > STANDSTILL_MS;
  };
}
