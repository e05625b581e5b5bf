// The last day of every wallet in some hundred points: enough for a chart the size of a word.

import type { Amount } from '../../domain/money.ts';
import type { Instant } from '../../domain/observation.ts';
import { walletKey } from '../../domain/wallet.ts';
import type { Schema } from '../postgres/connection.ts';
import { iso } from '../postgres/encode.ts';
import type { Queryable } from '../postgres/pool.ts';
import { withBreaks } from './breaks.ts';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const FINE_MS = 15 * MINUTE;
const COARSE_MS = 60 * MINUTE;
const MANY_WALLETS = 1_000; // beyond which charts are coarser: each point is one look into the index

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

/** The 24 hours before `now` by `account/CURRENCY/WALLET_TYPE`; in each quarter of an hour what was seen last. */
export async function readSparklines(
  db: Queryable,
  schema: Schema,
  now: Instant,
): Promise<Map<string, StoredSparkPoint[]>> {
  const [size] = await db.query<{ wallets: number }>(`SELECT count(*)::int AS wallets FROM ${schema}.wallet`);
  const stepMs = size!.wallets > MANY_WALLETS ? COARSE_MS : FINE_MS;
  const rows = await db.query<SparklineRow>(
    `SELECT a.name AS account, w.currency, w.wallet_type,
       s.slot + s.observed_after * interval '1 millisecond' AS at, s.available
     FROM ${schema}.wallet w
     JOIN ${schema}.account a ON a.account_id = w.account_id
     CROSS JOIN generate_series($1::timestamptz, $2::timestamptz, $3::int * interval '1 millisecond') AS t(until)
     CROSS JOIN LATERAL (
       SELECT s.slot, s.observed_after, s.available FROM ${schema}.snapshot s
       WHERE s.account_id = w.account_id AND s.wallet_id = w.wallet_id
         AND s.slot > t.until - $3::int * interval '1 millisecond' AND s.slot <= t.until
       ORDER BY s.slot DESC LIMIT 1
     ) s
     ORDER BY w.account_id, w.wallet_id, s.slot`,
    [iso(now - DAY + stepMs), iso(now), stepMs],
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
