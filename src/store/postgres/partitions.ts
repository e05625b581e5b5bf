// Makes partitions before they are needed, and drops those with only old rows. Each engine has its own functions for
// that (src/store/engines/).
import { DAY_MS } from '../../domain/duration.ts';
import type { Instant } from '../../domain/observation.ts';
import { COMPRESS_AFTER_DAYS } from '../engines/timescaledb.ts';
import { readDatabaseClock } from './clock.ts';
import type { Schema } from './connection.ts';
import { iso } from './encode.ts';
import type { Pool, Queryable } from './pool.ts';
import { classifyFailure } from './sqlstate.ts';

const AHEAD_DAYS = 92; // a database without maintenance for three months still accepts new rows
const COMPRESSION_MS = 300_000; // for one partition
const BEHIND_DAYS = 31; // for a spool that waited past the end of a month

/**
 * Makes the missing partitions around the database's current time; returns how many. Cheap when none is missing. Makes none
 * of before `keptMs` ago: retention would drop it again.
 */
export async function makePartitionsAhead(
  db: Queryable,
  schema: Schema,
  keptMs = Number.POSITIVE_INFINITY,
): Promise<number> {
  const now = await readDatabaseClock(db);
  const since = now - Math.min(BEHIND_DAYS * DAY_MS, keptMs);
  return await makePartitions(db, schema, since, now + AHEAD_DAYS * DAY_MS);
}

/** Drops the partitions of `poll` or `snapshot` with only rows older than `before`; returns their names. */
export async function dropPartitions(
  db: Queryable,
  schema: Schema,
  series: 'poll' | 'snapshot',
  before: Instant,
): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    `SELECT ${schema}.drop_partitions($1, $2::timestamptz) AS name`,
    [series, iso(before)],
  );
  return rows.map(({ name }) => name);
}

/** Compresses old partitions one by one, where the engine can; each may take minutes. */
export async function compressOld(pool: Pool, schema: Schema): Promise<void> {
  const before = iso((await readDatabaseClock(pool)) - COMPRESS_AFTER_DAYS * DAY_MS);
  const compressNext = () =>
    pool
      .patient(COMPRESSION_MS)
      .query<{ name: string | null }>(`SELECT ${schema}.compress_next($1::timestamptz) AS name`, [before]);
  let race: string | undefined;
  for (;;) {
    try {
      const [row] = await compressNext();
      if (row?.name == null) return;
      race = undefined;
    } catch (error) {
      // A partition that another process has compressed does not come up again, so the same error twice is not a race.
      if (!MEANWHILE.has(classifyFailure(error).sqlstate ?? '') || String(error) === race) throw error;
      race = String(error);
    }
  }
}

/** The partition is already compressed, was merged into another, or is locked: by another replica, or by the engine's own job. */
const MEANWHILE: ReadonlySet<string> = new Set(['42710', '42P01', '55P03']);

/** Runs a write. When a slot has no partition yet, makes the partitions and runs the write once more. */
export async function withPartitions<T>(
  db: Queryable,
  schema: Schema,
  rows: readonly { readonly slot: Instant }[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const months = new Set(rows.map(({ slot }) => iso(slot).slice(0, 7)));
    if (!isMissingPartition(error)) throw error;
    for (const month of months) {
      const start = Date.parse(`${month}-01T00:00:00Z`);
      await makePartitions(db, schema, start, start);
    }
    return await work();
  }
}

/** Makes the missing partitions from `since` to `until`; returns how many. */
export async function makePartitions(
  db: Queryable,
  schema: Schema,
  since: Instant,
  until: Instant,
): Promise<number> {
  const [row] = await db.query<{ made: number }>(
    `SELECT ${schema}.make_partitions($1::timestamptz, $2::timestamptz) AS made`,
    [iso(since), iso(until)],
  );
  return row!.made;
}

/** Whether the error is a 23514 for a missing partition: for a broken CHECK, Postgres names the constraint. */
function isMissingPartition(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === '23514' && constraint === undefined;
}
