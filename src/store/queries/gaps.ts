// When an account was not seen, within a range: the view `gaps`, asked of few enough polls for a page.

import type { Instant, Outcome } from '../../domain/observation.ts';
import type { Schema } from '../postgres/connection.ts';
import { iso } from '../postgres/encode.ts';
import type { Queryable } from '../postgres/pool.ts';

/** A stretch in which an account was not seen. */
export interface StoredGap {
  /** The last success before it. */
  readonly since: Instant;
  /** The first success after it; `null` while it lasts. */
  readonly until: Instant | null;
  /** Polls that failed in it; 0: none took place. */
  readonly failed: number;
  /** How often each outcome was. */
  readonly outcomes: Readonly<Partial<Record<Outcome, number>>>;
}

export interface StoredGaps {
  /** Oldest first. */
  readonly gaps: readonly StoredGap[];
  /** The account's first slot of all; `null` when it was never polled. */
  readonly first: Instant | null;
}

/** The gaps of an account that reach into a range; none for an account that nobody knows. */
export async function readGaps(
  db: Queryable,
  schema: Schema,
  account: string,
  { from, to }: { readonly from: Instant; readonly to: Instant },
): Promise<StoredGaps> {
  const [known] = await db.query<{
    account_id: number;
    first: Date | null;
    before: Date | null;
    after: Date | null;
  }>(
    `SELECT account_id, (
       SELECT min(p.slot) FROM ${schema}.poll p WHERE p.account_id = a.account_id AND p.operation = 'balances'
     ) AS first, (
       SELECT max(p.slot) FROM ${schema}.poll p
       WHERE p.account_id = a.account_id AND p.operation = 'balances' AND p.outcome IN ('ok', 'partial')
         AND p.slot <= $2::timestamptz
     ) AS before, (
       SELECT min(p.slot) FROM ${schema}.poll p
       WHERE p.account_id = a.account_id AND p.operation = 'balances' AND p.outcome IN ('ok', 'partial')
         AND p.slot >= $3::timestamptz
     ) AS after
     FROM ${schema}.account a WHERE name = $1`,
    [account, iso(from), iso(to)],
  );
  if (!known?.first) return { gaps: [], first: null };
  const rows = await db.query<{
    since: Date;
    until: Date | null;
    failed: number;
    outcomes: StoredGap['outcomes'];
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
      ...[known.account_id, iso(known.before?.getTime() ?? from), iso(from), iso(to)],
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
