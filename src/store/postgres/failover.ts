// Notices when Postgres is another server than before. A promoted standby begins a new timeline, and may lack the
// last commits of its primary. Between two polls nothing else shows it.
import type { Queryable } from './pool.ts';

/** Returns a check that reads the timeline and calls `onFailover` when it differs from the last one. It never rejects. */
export function createFailoverWatch(db: Queryable, onFailover: () => void): () => Promise<void> {
  let known: string | null = null;
  return async () => {
    const timeline = await readTimeline(db).catch(() => null); // Postgres is away, or does not say
    if (timeline === null) return;
    if (known !== null && timeline !== known) onFailover();
    known = timeline;
  };
}

async function readTimeline(db: Queryable): Promise<string | null> {
  // The first eight digits of a WAL file's name are the timeline. A standby has no current WAL file.
  const [row] = await db.query<{ timeline: string | null }>(
    `SELECT CASE WHEN pg_is_in_recovery() THEN NULL
       ELSE substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) END AS timeline`,
  );
  return row?.timeline ?? null;
}
