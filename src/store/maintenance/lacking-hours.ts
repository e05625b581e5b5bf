// Finds days whose hours are no longer all kept: retention deletes hours, but keeps what was made from them.
import { DAY_MS } from '../../domain/duration.ts';
import type { Day } from '../../domain/forecast/day.ts';
import { dateOf } from '../../domain/forecast/day.ts';
import { MAX_GAP_HOURS } from '../../domain/outflow.ts';
import type { Schema } from '../postgres/connection.ts';
import { iso } from '../postgres/encode.ts';
import type { Queryable } from '../postgres/pool.ts';

const GAP_DAYS = MAX_GAP_HOURS / 24;

/** A day of a wallet. */
export interface WalletDay {
  readonly wallet: number;
  readonly day: Day;
}

interface LackingDay {
  readonly account_id: number;
  readonly wallet_id: number;
  readonly day: Day;
}

/** The days of these accounts' wallets, from `from` up to but without `until`, that have more samples than their hours. */
export async function daysThatLackHours(
  tx: Queryable,
  schema: Schema,
  days: { readonly accountIds: readonly number[]; readonly from: Day; readonly until: Day },
): Promise<readonly LackingDay[]> {
  const { accountIds, from, until } = days;
  return await tx.query<LackingDay & Record<string, unknown>>(
    // UNION ALL, because a join of thousands of wallets is slow while Postgres has no statistics of the newest rows.
    `SELECT account_id, wallet_id, day - DATE '1970-01-01' AS day
     FROM (
       SELECT d.account_id, d.wallet_id, d.day, d.samples AS counted, 0 AS kept
       FROM ${schema}.balance_daily d
       WHERE d.account_id = ANY($1::int[]) AND d.day >= $2::date AND d.day < $3::date
       UNION ALL
       SELECT h.account_id, h.wallet_id, (h.hour AT TIME ZONE a.timezone)::date, 0, h.samples
       FROM ${schema}.wallet w
       JOIN ${schema}.account a ON a.account_id = w.account_id
       JOIN ${schema}.balance_hourly h ON h.account_id = w.account_id AND h.wallet_id = w.wallet_id
       WHERE w.account_id = ANY($1::int[]) AND a.account_id = ANY($1::int[])
         AND h.hour >= $4::timestamptz AND h.hour < $5::timestamptz
     ) samples
     GROUP BY account_id, wallet_id, day
     HAVING sum(counted) > sum(kept)`,
    [accountIds, dateOf(from), dateOf(until), iso((from - 1) * DAY_MS), iso((until + 1) * DAY_MS)], // for any zone
  );
}

/**
 * Such days of one account, with the days around each, because a fall over a gap is known by the hours on both sides.
 * Some of the days lie outside the given stretch.
 */
export async function daysLackingAround(
  tx: Queryable,
  schema: Schema,
  { id, from, until }: { readonly id: number; readonly from: Day; readonly until: Day },
): Promise<readonly WalletDay[]> {
  const asked = { accountIds: [id], from: from - GAP_DAYS, until: until + GAP_DAYS };
  const rows = await daysThatLackHours(tx, schema, asked);
  const days = rows.flatMap(({ wallet_id: wallet, day }) =>
    Array.from({ length: 2 * GAP_DAYS + 1 }, (_, i) => ({ wallet, day: day - GAP_DAYS + i })),
  );
  return [...new Map(days.map((each) => [`${each.wallet} ${each.day}`, each])).values()];
}
