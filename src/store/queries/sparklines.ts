// Reads the last day of wallets in about a hundred points each, enough for a chart the size of a word.
import { DAY_MS, MINUTE_MS } from '../../domain/duration.ts';
import type { Amount } from '../../domain/money.ts';
import type { Instant } from '../../domain/observation.ts';
import { type WalletId, walletName } from '../../domain/wallet.ts';
import { SEARCH_AT_ONCE } from '../engines/timescaledb.ts';
import type { Schema } from '../postgres/connection.ts';
import { iso } from '../postgres/encode.ts';
import type { Pool, Queryable } from '../postgres/pool.ts';
import { alsoAmong, readAccountIds } from './account-ids.ts';
import { withBreaks } from './breaks.ts';

const STEP_MS = 15 * MINUTE_MS;

/** The available balance at an instant; `null` where the line must break. */
export interface StoredSparkPoint {
  readonly at: Instant;
  readonly available: Amount | null;
}

interface SparklineRow {
  readonly wallet: number; // the place in the list of those asked for
  readonly at: Date;
  readonly available: Amount | null;
}

/**
 * The 24 hours before `now`, by `account/CURRENCY/WALLET_TYPE`: the last snapshot of each quarter of an hour.
 *
 * Each point costs one search in the index, and all points are kept. So ask only for wallets that are shown. The whole
 * day is told beside each quarter, so that a search needn't find out in which month it is.
 */
export async function readSparklines(
  db: Pick<Pool, 'query' | 'transaction'>,
  schema: Schema,
  wallets: readonly (WalletId & { readonly account: string })[],
  now: Instant,
): Promise<Map<string, StoredSparkPoint[]>> {
  const accounts = await readAccountIds(db, schema, new Set(wallets.map(({ account }) => account)));
  const known = wallets.filter(({ account }) => accounts.has(account));
  if (known.length === 0) return new Map();
  const rows = await search(
    db,
    `SELECT w.wallet, s.slot + s.observed_after * interval '1 millisecond' AS at, s.available
     FROM (
       SELECT shown.wallet::int AS wallet, w.account_id, w.wallet_id,
         generate_series($1::timestamptz, $2::timestamptz, $3::int * interval '1 millisecond') AS until
       FROM ${schema}.wallet w
       JOIN unnest($4::int[], $5::text[], $6::text[]) WITH ORDINALITY AS shown(account_id, currency, wallet_type, wallet)
         USING (account_id, currency, wallet_type)
       WHERE w.account_id = ANY($4::int[])
     ) w
     CROSS JOIN LATERAL (
       SELECT s.slot, s.observed_after, s.available FROM ${schema}.snapshot s
       WHERE s.account_id = w.account_id ${alsoAmong([...accounts.values()], 's.account_id', 4)} AND s.wallet_id = w.wallet_id
         AND s.slot > w.until - $3::int * interval '1 millisecond' AND s.slot <= w.until
         AND s.slot > $7::timestamptz AND s.slot <= $2::timestamptz
       ORDER BY s.slot DESC LIMIT 1
     ) s
     ORDER BY w.wallet, s.slot`,
    [
      ...[iso(now - DAY_MS + STEP_MS), iso(now), STEP_MS],
      ...[known.map(({ account }) => accounts.get(account)), known.map(({ currency }) => currency)],
      ...[known.map(({ walletType }) => walletType), iso(now - DAY_MS)],
    ],
  );
  return new Map(
    [...Map.groupBy(rows, (row) => row.wallet)].map(([wallet, points]) => [
      walletName(known[wallet - 1]!),
      withBreaks(points.map(pointOf), { available: null }),
    ]),
  );
}

async function search(
  db: Pick<Pool, 'transaction'>,
  ...question: Parameters<Queryable['query']>
): Promise<SparklineRow[]> {
  return await db.transaction(async (tx) => {
    await tx.query(SEARCH_AT_ONCE);
    return await tx.query<SparklineRow>(...question);
  });
}

function pointOf({ at, available }: SparklineRow): StoredSparkPoint {
  return { at: at.getTime(), available };
}
