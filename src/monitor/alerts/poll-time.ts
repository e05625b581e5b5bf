// The time of a poll of an account, as the account's alerts remember it. `account-alerts.ts` uses it.
import type { Instant } from '../../domain/observation.ts';

/** Its slot, and both clocks when its result came in. */
export interface PollTime {
  readonly slot: Instant;
  readonly wall: Instant;
  readonly monotonic: number;
  /** How long the account may rest after it, in milliseconds. */
  readonly restMs: number;
  /** Computed when first needed: enumerating slots is the most expensive part. */
  staleAt?: Instant;
}

/** The same after the wall clock was set back by `ms`. */
export function datedBack({ slot, wall, monotonic, restMs }: PollTime, ms: number): PollTime {
  return { slot: slot - ms, wall: wall - ms, monotonic, restMs };
}

/** The time of a poll of which the process heard when it began. */
export function heardOf({ slot }: Pick<PollTime, 'slot'>, { wall, monotonic, restMs }: PollTime): PollTime {
  return { slot, wall, monotonic, restMs };
}
