// The database's clock. What is claimed, stored or dropped is bounded by it, whatever a replica's own clock says.
import type { Instant } from '../../domain/observation.ts';
import type { Clock } from '../../monitor/clock.ts';
import type { Queryable } from './pool.ts';

/** How far ahead of the database's clock a slot may lie and still be stored, in milliseconds. */
export const MAX_AHEAD_MS = 60_000;

/** What time it is by the database. */
export async function readDatabaseClock(db: Queryable): Promise<Instant> {
  const [row] = await db.query<{ ms: number }>(
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms',
  );
  return Math.round(row!.ms);
}

/** By how much our clock is ahead of the database's, in milliseconds: to half the time that asking takes. */
export async function measureClockSkew(db: Queryable, clock: Clock): Promise<number> {
  const [began, asked] = [clock.now(), clock.monotonic()];
  const theirs = await readDatabaseClock(db);
  return Math.round(began + (clock.monotonic() - asked) / 2 - theirs);
}
