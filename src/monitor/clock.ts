import type { Instant } from '../domain/observation.ts';

/** The two clocks. Wall time names slots; monotonic time measures, and survives a stepped wall clock. */
export interface Clock {
  /** Milliseconds since 1970, UTC, whole. */
  now(): Instant;
  /** Milliseconds since an arbitrary start; never steps back. Stands still while the machine sleeps. */
  monotonic(): number;
}
