// The clocks that all code gets the time from, and detectors of a clock that was set back and a process that stood still.
import type { Instant } from '../domain/observation.ts';

/** The two clocks. Wall time names slots; monotonic time measures, and survives a stepped wall clock. */
export interface Clock {
  /** Milliseconds since 1970, UTC, whole. */
  now(): Instant;
  /** Milliseconds since an arbitrary start; never steps back. Stands still while the machine sleeps. */
  monotonic(): number;
}

const SET_BACK_MS = 30_000; // a smaller step is NTP's correction
const STANDSTILL_MS = 30_000; // longer than any work keeps the event loop busy

/**
 * Makes a function that says by how many milliseconds the wall clock was set back since its last call; 0 for less than
 * half a minute. Instants from before must be dated back by as much.
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
 * Makes a function that says whether the process stood still for more than half a minute since its last call: it was
 * stopped, or its machine slept. Call it every few seconds. A wall clock that was set back by as much counts, too: while it
 * was ahead, perhaps nothing was polled.
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
