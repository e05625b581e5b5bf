// When a poll of an account took place, as its alerts remember it. `account-alerts.ts` uses it.
import type { Instant } from '../../domain/observation.ts';

/** Its slot, and both clocks when its result came in. */
export interface PollTime {
  readonly slot: Instant;
  readonly wall: Instant;
  readonly monotonic: number;
  /** How long the account may rest after it, in milliseconds. */
  readonly restMs: number;
  /** Computed when first needed: enumerating slots is the dearest thing here. */
  staleAt?: Instant;
}

/** The same when the wall clock was set back by so many milliseconds. */
export function datedBack({ slot, wall, monotonic, restMs }: PollTime, ms: number): PollTime {
  return { slot: slot - ms, wall: wall - ms, monotonic, restMs };
}
