// Reads the database's clock. It bounds what is claimed, stored or dropped, whatever a replica's own clock says.
import type { Instant } from '../../domain/observation.ts';
import type { Clock } from '../../monitor/clock.ts';
import type { Queryable } from './pool.ts';

/** How far ahead of the database's clock a slot may lie and still be stored, in milliseconds. */
export const MAX_AHEAD_MS = 60_000;

/** The time by the database's clock. */
export async function readDatabaseClock(db: Queryable): Promise<Instant> {
  const [row] = await db.query<{ ms: number }>(
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms',
  );
  return Math.round(row!.ms);
}

/** How far our clock is ahead of the database's, in milliseconds. The error is at most half the time of the query. */
export async function measureClockSkew(db: Queryable, clock: Clock): Promise<number> {
  const [began, asked] = [clock.now(), clock.monotonic()];
  const theirs = await readDatabaseClock(db);
  return Math.round(began + (clock.monotonic() - asked) / 2 - theirs);
}
