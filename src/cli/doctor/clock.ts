// Checks whether this machine's clock and the database's agree.
import { formatDuration } from '../../domain/duration.ts';
import { MAX_AHEAD_MS, measureClockSkew } from '../../store/postgres/clock.ts';
import { bad, databaseCheck, type Judgement, ok, warn } from './check.ts';

const NOTICEABLE_MS = 5_000;

export const clock = databaseCheck('clock', ({ db }, { clock }) => measureClockSkew(db, clock), judgeClock);

/** Judges by how many milliseconds this clock is ahead of the database's. */
export function judgeClock(skewMs: number): readonly Judgement[] {
  const much = Math.abs(skewMs);
  const way = skewMs < 0 ? 'behind' : 'ahead of';
  const found = `this clock is ${formatDuration(much)} ${way} the database's`;
  if (much > MAX_AHEAD_MS) {
    return [bad(found, 'set both by NTP: polls of a slot in the future are not stored')];
  }
  if (much > NOTICEABLE_MS) return [warn(found, 'set both by NTP; beyond a minute ClockSkewed fires')];
  return [ok(found)];
}
