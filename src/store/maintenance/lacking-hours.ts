// Days of which not all hours are kept any more: retention deletes hours, and what is made of them stays.
import type { Day } from '../../domain/forecast/day.ts';
import { dateOf } from '../../domain/forecast/day.ts';
import type { Schema } from '../postgres/connection.ts';
import { iso } from '../postgres/encode.ts';
import type { Queryable } from '../postgres/pool.ts';

const DAY_MS = 86_400_000;

/** A day of a wallet. */
export interface WalletDay {
  readonly wallet: number;
  readonly day: Day;
}

/**
 * The days of an account's wallets, from one up to another and without that, that have more samples than their hours; and those
 * beside such a day, since what fell from one day to the next is known by the hours of both.
 */
export async function daysThatLackHours(
  tx: Queryable,
  schema: Schema,
  { id, from, until }: { readonly id: number; readonly from: Day; readonly until: Day },
): Promise<readonly WalletDay[]> {
  const [first, end] = [from - 1, until + 1];
  const rows = await tx.query<{ wallet_id: number; day: Day }>(
    `SELECT d.wallet_id, d.day - DATE '1970-01-01' AS day
     FROM ${schema}.balance_daily d
     LEFT JOIN (
       SELECT h.wallet_id, (h.hour AT TIME ZONE a.timezone)::date AS day, sum(h.samples) AS samples
       FROM ${schema}.wallet w
       JOIN ${schema}.account a ON a.account_id = w.account_id
       JOIN ${schema}.balance_hourly h ON h.account_id = w.account_id AND h.wallet_id = w.wallet_id
       WHERE w.account_id = $1 AND a.account_id = $1 AND h.hour >= $4::timestamptz AND h.hour < $5::timestamptz
       GROUP BY h.wallet_id, (h.hour AT TIME ZONE a.timezone)::date
     ) kept ON kept.wallet_id = d.wallet_id AND kept.day = d.day
     WHERE d.account_id = $1 AND d.day >= $2::date AND d.day < $3::date AND d.samples > coalesce(kept.samples, 0)`,
    [id, dateOf(first), dateOf(end), iso((first - 1) * DAY_MS), iso((end + 1) * DAY_MS)], // in whatever zone
  );
  const days = rows.flatMap(({ wallet_id: wallet, day }) =>
    [day - 1, day, day + 1].map((each) => ({ wallet, day: each })),
  );
  return [...new Map(days.map((each) => [`${each.wallet} ${each.day}`, each])).values()];
}
