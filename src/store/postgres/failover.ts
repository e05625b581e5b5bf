// Whether Postgres is still the server that it was. A promoted standby begins another timeline, and may lack what its
// primary had acknowledged last; between two polls nobody need have noticed.
import type { Queryable } from './pool.ts';

/** Looks at the timeline; tells `onFailover` when it is another one than at the last look. Never rejects. */
export function createFailoverWatch(db: Queryable, onFailover: () => void): () => Promise<void> {
  let known: string | null = null;
  return async () => {
    const timeline = await readTimeline(db).catch(() => null); // it is away, or doesn't tell us
    if (timeline === null) return;
    if (known !== null && timeline !== known) onFailover();
    known = timeline;
  };
}

async function readTimeline(db: Queryable): Promise<string | null> {
  // The first eight digits of a log file's name; a standby has no current one.
  const [row] = await db.query<{ timeline: string | null }>(
    `SELECT CASE WHEN pg_is_in_recovery() THEN NULL
       ELSE substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) END AS timeline`,
  );
  return row?.timeline ?? null;
}
