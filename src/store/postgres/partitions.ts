// Partitions: made ahead of what will be stored, and dropped when all in them is old. Each engine has its own functions
// for that (src/store/engines/).
import type { Instant } from '../../domain/observation.ts';
import { COMPRESS_AFTER_DAYS } from '../engines/timescaledb.ts';
import { readDatabaseClock } from './clock.ts';
import type { Schema } from './connection.ts';
import { iso } from './encode.ts';
import type { Pool, Queryable } from './pool.ts';
import { classifyFailure } from './sqlstate.ts';

const DAY_MS = 86_400_000;
const AHEAD_DAYS = 92; // a database without any maintenance for three months still takes what comes
const COMPRESSION_MS = 300_000; // of a part
const BEHIND_DAYS = 31; // a spool that waited over the turn of a month

/** Makes the partitions around the database's now that are missing; returns how many. Cheap when there are none to make. */
export async function makePartitionsAhead(db: Queryable, schema: Schema): Promise<number> {
  const now = await readDatabaseClock(db);
  return await makePartitions(db, schema, now - BEHIND_DAYS * DAY_MS, now + AHEAD_DAYS * DAY_MS);
}

/** Drops what is wholly older than `before` of `poll` or `snapshot`; returns the names of what was dropped. */
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

/** Compresses what is old, part by part, where the engine can; each may take minutes. */
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
      // Of a part that another has compressed it is not told again: the same twice is no race.
      if (!MEANWHILE.has(classifyFailure(error).sqlstate ?? '') || String(error) === race) throw error;
      race = String(error);
    }
  }
}

/** A part is compressed already, has been put into another, or is just being compressed: by another replica, or the engine's own job. */
const MEANWHILE: ReadonlySet<string> = new Set(['42710', '42P01', '55P03']);

/** Runs a write; when there is no partition yet for one of its slots, makes them and runs it once more. */
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

/** Makes the partitions of a stretch that are missing; returns how many. */
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

/** A 23514 that no row is to blame for: a broken CHECK would bear its name. */
function isMissingPartition(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === '23514' && constraint === undefined;
}
