// Detects a level that jumps: outflow doubles or halves from one day to the next and stays so. Used by `forecaster.ts`;
// plans show it as a doubt.
import type { Day } from './day.ts';
import type { Surprise } from './expectation.ts';

const DRIFT = 0.75; // in usual surprises: a day's surprise up to this counts for nothing
const ALARM = 4; // in usual surprises: a sum of this size is no longer chance
const MAX_SURPRISE = 3; // a single day, however odd, is not a jump
const MIN_SPREAD = 0.1;
const RECENT = 7; // the days that the new level is computed from
const UNSURE_DAYS = 21; // after this time, the usual estimate has caught up
const MIN_FACTOR = 1.3; // a smaller jump isn't shown

/** The level has jumped, and the estimate hasn't caught up yet. */
export interface Jump {
  /** The first day of the new level. */
  readonly since: Day;
  /** The day from on which the estimate can be trusted as before. */
  readonly until: Day;
  /** The new level as a multiple of the old: 2 when outflow doubled. */
  readonly factor: number;
}

export interface JumpWatch {
  /** Takes in a day, and the level that was expected before it. */
  learn(day: Day, surprise: Surprise, level: number): void;
  /** The jump that makes a day unsure; `undefined` while there is none. */
  at(day: Day): Jump | undefined;
  /** The factor by which the last days are above the level: 1 while nothing has jumped up. */
  above(day: Day, level: number): number;
}

interface Side {
  sum: number;
  since: Day;
  /** The level before. */
  before: number;
}

/** Two cumulative sums, one for each direction (Page, 1954). */
export function createJumpWatch(): JumpWatch {
  const up: Side = { sum: 0, since: Number.NaN, before: Number.NaN };
  const down: Side = { sum: 0, since: Number.NaN, before: Number.NaN };
  const recent: { readonly day: Day; readonly plain: number }[] = [];
  let found:
    | { readonly since: Day; readonly until: Day; readonly before: number; readonly up: boolean }
    | undefined;

  return {
    learn(day, { ratio, spread, plain }, level) {
      recent.push({ day, plain });
      if (recent.length > RECENT) recent.shift();
      const surprise = Math.max(
        -MAX_SURPRISE,
        Math.min(MAX_SURPRISE, (ratio - 1) / Math.max(MIN_SPREAD, spread)),
      );
      add(up, day, surprise, level);
      add(down, day, -surprise, level);
    },

    at(day) {
      if (!found || day >= found.until) return undefined;
      const factor = newLevel(found.since) / found.before;
      const told = found.up ? factor >= MIN_FACTOR : factor <= 1 / MIN_FACTOR;
      return told ? { since: found.since, until: found.until, factor } : undefined;
    },

    above(day, level) {
      return found?.up && day < found.until ? Math.max(1, newLevel(found.since) / level) : 1;
    },
  };

  function add(side: Side, day: Day, surprise: number, level: number): void {
    if (side.sum === 0) {
      side.since = day;
      side.before = level;
    }
    side.sum = Math.max(0, side.sum + surprise - DRIFT);
    if (side.sum < ALARM) return;
    // A further move in the same direction is still the same jump.
    if (!found || found.up !== (side === up) || day >= found.until)
      found = { since: side.since, until: side.since + UNSURE_DAYS, before: side.before, up: side === up };
    side.sum = 0;
  }

  function newLevel(since: Day): number {
    const days = recent.filter(({ day }) => day >= since);
    return days.reduce((sum, { plain }) => sum + plain, 0) / days.length;
  }
}
