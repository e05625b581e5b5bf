// The rest of an account whose keys are refused again and again. It is over when either clock says so, so that it isn't longer
// after the wall clock was set back. `scheduler.ts` begins it.
import type { Instant } from '../../domain/observation.ts';
import type { Clock } from '../clock.ts';
import { pauseAfterRefusals } from './poll.ts';

/** When a rest ends, by each clock. */
export interface RestEnd {
  readonly wall: Instant;
  readonly monotonic: number;
}

export const NO_REST: RestEnd = { wall: 0, monotonic: 0 };

/** The rest after a poll for `slot`, which was refused as well as so many polls before it, this one counted. */
export function restAfter(slot: Instant, refusals: number, clock: Clock): RestEnd {
  const pauseMs = pauseAfterRefusals(refusals);
  if (pauseMs === 0) return NO_REST;
  return { wall: slot + pauseMs, monotonic: clock.monotonic() + pauseMs - (clock.now() - slot) };
}

/** When it ends, by the wall clock as it stands; in the past where there is none. */
export function endOfRest({ wall, monotonic }: RestEnd, clock: Clock): Instant {
  return Math.min(wall, clock.now() + monotonic - clock.monotonic());
}
