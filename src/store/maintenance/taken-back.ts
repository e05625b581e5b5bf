// Takes back figures of hours that were not over. They were made while the database's clock was ahead. Results of
// such an hour come in time after the clock is set back, so they leave no mark (../ledger/late-arrivals.ts) and would
// never be included. `rollups.ts` calls this first.
import { HOUR_MS } from '../../domain/duration.ts';
import type { Schema } from '../postgres/connection.ts';
import type { Pool } from '../postgres/pool.ts';
import { forgetDaysSince } from './daily-outflow.ts';
import { makeFigures } from './figures.ts';

const ACCOUNTS_AT_ONCE = 20;

interface AccountAhead {
  readonly account_id: number;
  /** Up to where figures may exist now. */
  readonly hour: Date;
  /** The business day of that hour. */
  readonly day: string;
}

/**
 * Takes back the figures of hours that can't have any yet by the database's clock; meanwhile the views compute them.
 *
 * `settled` is how long ago an hour must have ended, as SQL.
 */
export async function takeBackAhead(
  pool: Pool,
  schema: Schema,
  { settled, without }: { readonly settled: string; readonly without: readonly number[] },
): Promise<void> {
  const ahead = await pool.query<AccountAhead>(
    `SELECT b.account_id, b.hour, (b.hour AT TIME ZONE b.timezone)::date::text AS day
     FROM (
       SELECT w.account_id, a.timezone, date_trunc('hour', now() - ${settled}, a.timezone) AS hour
       FROM ${schema}.wallet w JOIN ${schema}.account a ON a.account_id = w.account_id
       WHERE w.account_id <> ALL($1::int[]) AND a.account_id <> ALL($1::int[]) AND w.rolled_to > now() - ${settled}
     ) b
     GROUP BY b.account_id, b.hour, b.timezone`,
    [without],
  );
  for (let from = 0; from < ahead.length; from += ACCOUNTS_AT_ONCE) {
    await takeBack(pool, schema, ahead.slice(from, from + ACCOUNTS_AT_ONCE));
  }
}

async function takeBack(pool: Pool, schema: Schema, accounts: readonly AccountAhead[]): Promise<void> {
  const accountIds = accounts.map(({ account_id }) => account_id);
  const hours = accounts.map(({ hour }) => hour.toISOString());
  const first = Math.min(...accounts.map(({ hour }) => hour.getTime()));
  await pool.transaction(async (tx) => {
    await tx.query(
      `UPDATE ${schema}.wallet w SET rolled_to = u.hour FROM unnest($1::int[], $2::timestamptz[]) AS u(account_id, hour)
       WHERE w.account_id = u.account_id AND w.account_id = ANY($1::int[]) AND w.rolled_to > u.hour`,
      [accountIds, hours],
    );
    // By wallet: the key's index can't be searched by account and hour alone, and there may be years of hours.
    await tx.query(
      `DELETE FROM ${schema}.balance_hourly h
       USING ${schema}.wallet w, unnest($1::int[], $2::timestamptz[]) AS u(account_id, hour)
       WHERE w.account_id = u.account_id AND w.account_id = ANY($1::int[])
         AND h.account_id = w.account_id AND h.wallet_id = w.wallet_id AND h.hour >= u.hour`,
      [accountIds, hours],
    );
    // The amounts stay: the views read the same snapshots again. Only their number must not count twice.
    await tx.query(
      `UPDATE ${schema}.balance_daily d SET samples = 0 FROM unnest($1::int[], $2::date[]) AS u(account_id, day)
       WHERE d.account_id = u.account_id AND d.account_id = ANY($1::int[]) AND d.day >= u.day`,
      [accountIds, accounts.map(({ day }) => day)],
    );
    await forgetDaysSince(tx, schema, accountIds, first);
    await makeFigures(tx, schema, { accountIds, from: first, to: first + 2 * HOUR_MS });
  });
}
