// Reads when an account was not seen, within a range: like the view `gaps`, but from few enough polls for a page.
import type { Instant } from '../../domain/observation.ts';
import type { Gap, Gaps } from '../../domain/past.ts';
import type { Schema } from '../postgres/connection.ts';
import { iso } from '../postgres/encode.ts';
import type { Queryable } from '../postgres/pool.ts';
import { readAccountIds } from './account-ids.ts';

/** The gaps of an account that overlap a range; none for an unknown account. */
export async function readGaps(
  db: Queryable,
  schema: Schema,
  account: string,
  { from, to }: { readonly from: Instant; readonly to: Instant },
): Promise<Gaps> {
  const accountId = (await readAccountIds(db, schema, [account])).get(account);
  if (accountId === undefined) return { gaps: [], first: null };
  const [known] = await db.query<{
    first: Date | null;
    before: Date | null;
    after: Date | null;
  }>(
    `SELECT (
       SELECT min(p.slot) FROM ${schema}.poll p WHERE p.account_id = $1 AND p.operation = 'balances'
     ) AS first, (
       SELECT max(p.slot) FROM ${schema}.poll p
       WHERE p.account_id = $1 AND p.operation = 'balances' AND p.outcome IN ('ok', 'partial')
         AND p.slot <= $2::timestamptz
     ) AS before, (
       SELECT min(p.slot) FROM ${schema}.poll p
       WHERE p.account_id = $1 AND p.operation = 'balances' AND p.outcome IN ('ok', 'partial')
         AND p.slot >= $3::timestamptz
     ) AS after`,
    [accountId, iso(from), iso(to)],
  );
  if (!known?.first) return { gaps: [], first: null };
  const rows = await db.query<{
    since: Date;
    until: Date | null;
    failed: number;
    outcomes: Gap['outcomes'];
  }>(
    `SELECT since, until, failed, outcomes FROM (
       SELECT since, stale_at, failed, outcomes, lead(since) OVER (ORDER BY stretch) AS until
       FROM (
         SELECT stretch, min(since) AS since, min(stale_at) AS stale_at,
           coalesce(sum(times) FILTER (WHERE NOT seen), 0)::integer AS failed,
           coalesce(jsonb_object_agg(outcome, times) FILTER (WHERE NOT seen), '{}') AS outcomes
         FROM (
           SELECT stretch, outcome, seen, count(*) AS times, min(stale_at) AS stale_at,
             min(coalesce(observed_at, slot)) AS since
           FROM (
             SELECT p.slot, p.outcome, p.stale_at, p.observed_at, p.outcome IN ('ok', 'partial') AS seen,
               count(*) FILTER (WHERE p.outcome IN ('ok', 'partial')) OVER (ORDER BY p.slot) AS stretch
             FROM ${schema}.poll p
             WHERE p.account_id = $1 AND p.operation = 'balances' AND p.outcome IS NOT NULL
               AND p.slot >= $2::timestamptz AND p.slot <= coalesce($5::timestamptz, 'infinity')
           ) attempt
           GROUP BY stretch, outcome, seen
         ) counted
         GROUP BY stretch
       ) stretches
     ) gap
     WHERE coalesce(until, now()) > since AND (failed > 0 OR coalesce(until, now()) > stale_at)
       AND since < $4::timestamptz AND coalesce(until, now()) > $3::timestamptz
     ORDER BY since`,
    [
      ...[accountId, iso(known.before?.getTime() ?? from), iso(from), iso(to)],
      known.after && iso(known.after.getTime()),
    ],
  );
  const gaps = rows.map(({ since, until, failed, outcomes }) => ({
    since: since.getTime(),
    until: until?.getTime() ?? null,
    ...{ failed, outcomes },
  }));
  return { gaps, first: known.first.getTime() };
}
