// Reads when a wallet's balance rose, and by how much: its top-ups.
import type { Amount } from '../../domain/money.ts';
import type { Instant } from '../../domain/observation.ts';
import type { Schema } from '../postgres/connection.ts';
import { iso } from '../postgres/encode.ts';
import type { Queryable } from '../postgres/pool.ts';
import type { StoredRange, StoredWallet } from './wallet-history.ts';

/** A rise of the available balance from one snapshot to the next. */
export interface StoredRise {
  readonly at: Instant;
  readonly by: Amount;
}

/** The largest rises within a range, oldest first. It reads every snapshot of the range. */
export async function readRises(
  db: Queryable,
  schema: Schema,
  { accountId, walletId }: StoredWallet,
  { range, most }: { readonly range: StoredRange; readonly most: number },
): Promise<readonly StoredRise[]> {
  const rows = await db.query<{ at: Date; by: Amount }>(
    `SELECT at, by FROM (
       SELECT s.slot + s.observed_after * interval '1 millisecond' AS at,
         s.available - lag(s.available) OVER (ORDER BY s.slot) AS by
       FROM ${schema}.snapshot s
       WHERE s.account_id = $1 AND s.wallet_id = $2 AND s.slot >= $3::timestamptz AND s.slot < $4::timestamptz
         AND s.available IS NOT NULL
     ) changes
     WHERE by > 0 ORDER BY by DESC, at LIMIT $5`,
    [accountId, walletId, iso(range.from), iso(range.to), most],
  );
  return rows.map(({ at, by }) => ({ at: at.getTime(), by })).sort((a, b) => a.at - b.at);
}
