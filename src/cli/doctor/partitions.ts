// Checks whether there are partitions for the months to come.
import { DAY_MS, formatDuration } from '../../domain/duration.ts';
import type { Instant } from '../../domain/observation.ts';
import { bad, type Judgement, ok, tableCheck, warn } from './check.ts';

const SOON_MS = 31 * DAY_MS;

export interface PartitionFacts {
  /** By the database's clock. */
  readonly now: Instant;
  /** For each series, the end of its last partition; `null` where the engine makes partitions as rows come. */
  readonly until: Readonly<Record<string, Instant>> | null;
}

export const partitions = tableCheck(
  'partitions',
  async ({ db, schema }, { clock, config }): Promise<PartitionFacts> => {
    if (config.database.engine === 'timescaledb') return { now: clock.now(), until: null };
    const rows = await db.query<{ series: string; until: Date; now: Date }>(
      `SELECT p.relname AS series, now() AS now,
         max((to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month') AT TIME ZONE 'UTC') AS until
       FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid JOIN pg_class p ON p.oid = i.inhparent
       WHERE i.inhparent IN (to_regclass('${schema}.poll'), to_regclass('${schema}.snapshot'))
         AND c.relname ~ '_[0-9]{4}_[0-9]{2}$'
       GROUP BY 1 ORDER BY 1`,
    );
    const until = Object.fromEntries(rows.map((row) => [row.series, row.until.getTime()]));
    return { now: rows[0]?.now.getTime() ?? clock.now(), until };
  },
  judgePartitions,
);

export function judgePartitions({ now, until }: PartitionFacts): readonly Judgement[] {
  if (until === null) return [ok('made by the database as rows come')];
  const known = Object.entries(until);
  const missing = ['poll', 'snapshot'].filter((series) => until[series] === undefined);
  const advice = '"floatwatch run" makes them every six hours: its log says why it does not';
  if (missing.length > 0)
    return [bad(`there are none of ${missing.join(' and ')}`, 'run "floatwatch migrate"')];
  const [series, end] = known.reduce((first, next) => (next[1] < first[1] ? next : first));
  const left = end - now;
  if (left <= 0) return [bad(`those of ${series} ended ${days(-left)} ago`, advice)];
  if (left < SOON_MS) return [warn(`those of ${series} end in ${days(left)}`, advice)];
  return [ok(`made for ${days(left)} ahead`)];
}

function days(ms: number): string {
  return formatDuration(Math.max(DAY_MS, Math.floor(ms / DAY_MS) * DAY_MS));
}
