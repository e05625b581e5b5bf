// Reads the outflow of wallets on each business day, from the hourly figures and from newer snapshots.
import type { Amount } from '../../domain/money.ts';
import type { StatementPosition, StatementQuery } from '../../domain/statement.ts';
import type { Schema } from '../postgres/connection.ts';
import type { Queryable } from '../postgres/pool.ts';
import { type AccountIds, alsoAmong, among } from './account-ids.ts';

/** The wallets and days: from the first name to the last name of the statement's lines. */
export interface DayFlowQuery extends Omit<StatementQuery, 'accounts' | 'after'> {
  readonly ids: AccountIds;
  readonly first: Omit<StatementPosition, 'day'>;
  readonly last: Omit<StatementPosition, 'day'>;
}

/** The sum of a day's falls of the available balance, and what shows from which snapshots it was made. */
export interface DayFlow {
  /** `null` when figures of the day are from before outflow was stored. */
  readonly outflow: Amount | null;
  /** The first amount and the last one. */
  readonly opening: Amount | null;
  readonly closing: Amount | null;
  readonly samples: number;
}

/**
 * The flows, by {@link dayFlowKey}.
 *
 * Days whose hours are no longer all kept have fewer samples than before. Days that were made in another time zone of
 * the account have other hours.
 *
 * Postgres takes microseconds to find the day of an instant. So it does that once for each hour between two instants,
 * with a margin for changes of the clock (`OFFSET 0`: not again for each condition). Snapshots are read wallet by
 * wallet, from the end of its figures.
 */
export async function readDayFlows(
  db: Queryable,
  schema: Schema,
  { from, to, ids, currencies = [], walletTypes = [], first, last }: DayFlowQuery,
): Promise<Map<string, DayFlow>> {
  const rows = await db.query<StatementPosition & DayFlow & Record<string, unknown>>(
    `WITH named AS (
       SELECT w.account_id, w.wallet_id, a.name AS account, w.currency, w.wallet_type, a.timezone, w.rolled_to,
         ($1::date::timestamp AT TIME ZONE a.timezone) - interval '2 hours' AS since,
         (($2::date + 1)::timestamp AT TIME ZONE a.timezone) + interval '2 hours' AS until
       FROM ${schema}.wallet w JOIN ${schema}.account a ON a.account_id = w.account_id
       WHERE a.zone_known
         AND (a.name, w.currency, w.wallet_type) >= ($3::text, $4::text, $5::text)
         AND (a.name, w.currency, w.wallet_type) <= ($6::text, $7::text, $8::text)
         AND ${among(ids, 'w.account_id', 9)}
         AND ($10::text[] = '{}' OR w.currency = ANY($10::text[]))
         AND ($11::text[] = '{}' OR w.wallet_type = ANY($11::text[]))
     )
     SELECT account, currency, wallet_type AS "walletType", day::text AS day, sum(samples)::int AS samples,
       (array_agg(opening ORDER BY at) FILTER (WHERE opening IS NOT NULL))[1] AS opening,
       (array_agg(closing ORDER BY at DESC) FILTER (WHERE closing IS NOT NULL))[1] AS closing,
       CASE WHEN bool_and(known) THEN sum(coalesce(outflow, 0) + greatest(coalesce(fallen, 0), 0)) END AS outflow
     FROM (
       SELECT account_id, wallet_id, account, currency, wallet_type, day, at, opening, closing, samples, known, outflow,
         lag(closing) OVER (PARTITION BY account_id, wallet_id, day ORDER BY closing IS NULL, at) - opening AS fallen
       FROM (
         SELECT w.*, h.hour AS at, (h.hour AT TIME ZONE w.timezone)::date AS day, h.opening_available AS opening,
           h.closing_available AS closing, h.outflow, h.outflow IS NOT NULL OR h.closing_available IS NULL AS known, h.samples
         FROM named w
         JOIN ${schema}.balance_hourly h ON h.account_id = w.account_id ${alsoAmong(ids, 'h.account_id', 9)} AND h.wallet_id = w.wallet_id
           AND h.hour >= w.since AND h.hour < w.until
         UNION ALL
         SELECT w.*, s.slot AS at, (s.slot AT TIME ZONE w.timezone)::date AS day, s.available AS opening,
           s.available AS closing, 0 AS outflow, true AS known, 1 AS samples
         FROM named w
         CROSS JOIN LATERAL (
           SELECT s.slot, s.available FROM ${schema}.snapshot s
           WHERE s.account_id = w.account_id ${alsoAmong(ids, 's.account_id', 9)} AND s.wallet_id = w.wallet_id
             AND s.slot >= greatest(w.rolled_to, w.since)
             AND s.slot < w.until
         ) s
         OFFSET 0
       ) parts
       WHERE day >= $1::date AND day <= $2::date
     ) falls
     GROUP BY account_id, wallet_id, day, account, currency, wallet_type`,
    [from, to, ...namesOf(first), ...namesOf(last), ids, currencies, walletTypes],
  );
  return new Map(rows.map((row) => [dayFlowKey(row), row]));
}

export function dayFlowKey({ account, currency, walletType, day }: StatementPosition): string {
  return JSON.stringify([account, currency, walletType, day]);
}

function namesOf({ account, currency, walletType }: Omit<StatementPosition, 'day'>): string[] {
  return [account, currency, walletType];
}
