// What went out of wallets on each business day, from the hourly figures and from the snapshots that aren't in them yet.

import type { Amount } from '../../domain/money.ts';
import type { StatementPosition, StatementQuery } from '../../domain/statement.ts';
import type { Schema } from '../postgres/connection.ts';
import type { Queryable } from '../postgres/pool.ts';

/** Of which wallets and days; both names are included. */
export interface DayFlowQuery extends Pick<StatementQuery, 'from' | 'to'> {
  readonly first: Omit<StatementPosition, 'day'>;
  readonly last: Omit<StatementPosition, 'day'>;
}

/** The sum of a day's falls of available, and of how many snapshots it was made. */
export interface DayFlow {
  /** `null` when figures of the day were made before outflow was kept. */
  readonly outflow: Amount | null;
  readonly samples: number;
}

/** By {@link dayFlowKey}. Days whose hours aren't kept any more have fewer samples than they had. */
export async function readDayFlows(
  db: Queryable,
  schema: Schema,
  { from, to, first, last }: DayFlowQuery,
): Promise<Map<string, DayFlow>> {
  const rows = await db.query<{
    account: string;
    currency: string;
    walletType: string;
    day: string;
    outflow: Amount | null;
    samples: number;
  }>(
    `SELECT account, currency, wallet_type AS "walletType", day::text AS day, sum(samples)::int AS samples,
       CASE WHEN bool_and(known) THEN sum(coalesce(outflow, 0) + greatest(coalesce(fallen, 0), 0)) END AS outflow
     FROM (
       SELECT account, currency, wallet_type, day, samples, known, outflow,
         lag(closing) OVER (PARTITION BY account_id, wallet_id, day ORDER BY closing IS NULL, at) - opening AS fallen
       FROM (
         SELECT w.account_id, w.wallet_id, a.name AS account, w.currency, w.wallet_type, h.hour AS at,
           (h.hour AT TIME ZONE a.timezone)::date AS day, h.opening_available AS opening,
           h.closing_available AS closing, h.outflow, h.outflow IS NOT NULL OR h.closing_available IS NULL AS known, h.samples
         FROM ${schema}.balance_hourly h
         JOIN ${schema}.wallet w ON w.account_id = h.account_id AND w.wallet_id = h.wallet_id
         JOIN ${schema}.account a ON a.account_id = h.account_id
         WHERE h.hour > $1::date - interval '1 day' AND h.hour < $2::date + interval '2 days'
         UNION ALL
         SELECT w.account_id, w.wallet_id, a.name AS account, w.currency, w.wallet_type, s.slot AS at,
           (s.slot AT TIME ZONE a.timezone)::date AS day, s.available AS opening, s.available AS closing,
           0 AS outflow, true AS known, 1 AS samples
         FROM ${schema}.snapshot s
         JOIN ${schema}.wallet w ON w.account_id = s.account_id AND w.wallet_id = s.wallet_id
         JOIN ${schema}.account a ON a.account_id = s.account_id
         WHERE s.slot >= w.rolled_to AND s.slot > $1::date - interval '1 day' AND s.slot < $2::date + interval '2 days'
       ) parts
       WHERE day >= $1::date AND day <= $2::date
         AND (account, currency, wallet_type) >= ($3::text, $4::text, $5::text)
         AND (account, currency, wallet_type) <= ($6::text, $7::text, $8::text)
     ) falls
     GROUP BY account, currency, wallet_type, day`,
    [from, to, ...namesOf(first), ...namesOf(last)],
  );
  return new Map(rows.map((row) => [dayFlowKey(row), { outflow: row.outflow, samples: row.samples }]));
}

export function dayFlowKey({ account, currency, walletType, day }: StatementPosition): string {
  return JSON.stringify([account, currency, walletType, day]);
}

function namesOf({ account, currency, walletType }: Omit<StatementPosition, 'day'>): string[] {
  return [account, currency, walletType];
}
