// The last day of wallets in some hundred points each: enough for a chart the size of a word.
import type { Amount } from '../../domain/money.ts';
import type { Instant } from '../../domain/observation.ts';
import { type WalletId, walletKey } from '../../domain/wallet.ts';
import type { Schema } from '../postgres/connection.ts';
import { iso } from '../postgres/encode.ts';
import type { Queryable } from '../postgres/pool.ts';
import { withBreaks } from './breaks.ts';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const STEP_MS = 15 * MINUTE;

/** What the available balance was at an instant; `null` where a line must not be drawn across. */
export interface StoredSparkPoint {
  readonly at: Instant;
  readonly available: Amount | null;
}

interface SparklineRow {
  readonly account: string;
  readonly currency: string;
  readonly wallet_type: string;
  readonly at: Date;
  readonly available: Amount | null;
}

/**
 * The 24 hours before `now` by `account/CURRENCY/WALLET_TYPE`; in each quarter of an hour what was seen last.
 *
 * Each point is one look into the index, and all are kept: so ask for the wallets that are shown.
 */
export async function readSparklines(
  db: Queryable,
  schema: Schema,
  wallets: readonly (WalletId & { readonly account: string })[],
  now: Instant,
): Promise<Map<string, StoredSparkPoint[]>> {
  const rows = await db.query<SparklineRow>(
    `SELECT a.name AS account, w.currency, w.wallet_type,
       s.slot + s.observed_after * interval '1 millisecond' AS at, s.available
     FROM ${schema}.wallet w
     JOIN ${schema}.account a ON a.account_id = w.account_id
     JOIN unnest($4::text[], $5::text[], $6::text[]) AS shown(account, currency, wallet_type)
       ON shown.account = a.name AND shown.currency = w.currency AND shown.wallet_type = w.wallet_type
     CROSS JOIN generate_series($1::timestamptz, $2::timestamptz, $3::int * interval '1 millisecond') AS t(until)
     CROSS JOIN LATERAL (
       SELECT s.slot, s.observed_after, s.available FROM ${schema}.snapshot s
       WHERE s.account_id = w.account_id AND s.wallet_id = w.wallet_id
         AND s.slot > t.until - $3::int * interval '1 millisecond' AND s.slot <= t.until
       ORDER BY s.slot DESC LIMIT 1
     ) s
     ORDER BY w.account_id, w.wallet_id, s.slot`,
    [
      ...[iso(now - DAY + STEP_MS), iso(now), STEP_MS],
      ...[wallets.map(({ account }) => account), wallets.map(({ currency }) => currency)],
      wallets.map(({ walletType }) => walletType),
    ],
  );
  const byWallet = Map.groupBy(
    rows,
    (row) => `${row.account}/${walletKey({ currency: row.currency, walletType: row.wallet_type })}`,
  );
  return new Map(
    [...byWallet].map(([key, points]) => [key, withBreaks(points.map(pointOf), { available: null })]),
  );
}

function pointOf({ at, available }: SparklineRow): StoredSparkPoint {
  return { at: at.getTime(), available };
}
