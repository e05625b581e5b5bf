// Wallets that the service hasn't named for long. `app/forget-after.ts` asks for them.
import type { WalletId } from '../../domain/wallet.ts';
import type { Schema } from '../postgres/connection.ts';
import { iso } from '../postgres/encode.ts';
import type { Queryable } from '../postgres/pool.ts';
import { readAccountIds } from './account-ids.ts';

/** A wallet that is missing from its account's newest good answer. */
export interface MissingWallet extends WalletId {
  readonly account: string;
  /** Slot of the last good answer that had it, in milliseconds since 1970. */
  readonly seenAt: number;
}

interface MissingRow {
  readonly account: string;
  readonly currency: string;
  readonly wallet_type: string;
  readonly slot: Date;
}

/** The wallets of these accounts that are missing now; forgotten ones aren't. Rejects when Postgres is away or slow. */
export async function readMissingWallets(
  db: Queryable,
  schema: Schema,
  accounts: readonly string[],
): Promise<MissingWallet[]> {
  const rows = await db.query<MissingRow>(
    `SELECT account, currency, wallet_type, slot FROM ${schema}.balances_latest
     WHERE account = ANY($1::text[]) AND state = 'missing'`,
    [accounts],
  );
  return rows.map(({ wallet_type: walletType, slot, ...row }) => ({
    ...row,
    walletType,
    seenAt: slot.getTime(),
  }));
}

/**
 * Those of the account's missing wallets that no answer has named since so long ago by the database's clock, although
 * there was a good one then: time in which nobody asked, or the service didn't answer for the wallet, doesn't count.
 */
export async function unnamedFor(
  db: Queryable,
  schema: Schema,
  {
    account,
    forMs,
    missing,
  }: { readonly account: string; readonly forMs: number; readonly missing: readonly MissingWallet[] },
): Promise<MissingWallet[]> {
  const accountId = (await readAccountIds(db, schema, [account])).get(account);
  const rows = await db.query<{ currency: string; wallet_type: string }>(
    `SELECT w.currency, w.wallet_type
     FROM unnest($2::text[], $3::text[], $4::timestamptz[]) AS w(currency, wallet_type, slot)
     CROSS JOIN LATERAL (
       SELECT greatest(w.slot, max(p.slot)) AS slot
       FROM ${schema}.poll p CROSS JOIN jsonb_array_elements(p.unreadable) record
       WHERE p.account_id = $1::int AND p.operation = 'balances' AND p.slot > w.slot
         AND record ->> 'currency' IN ('', w.currency) AND record ->> 'walletType' IN ('', w.wallet_type)
     ) named
     WHERE EXISTS (
       SELECT FROM ${schema}.poll p
       WHERE p.account_id = $1::int AND p.operation = 'balances' AND p.outcome IN ('ok', 'partial')
         AND p.slot > named.slot AND p.slot <= now() - $5::float8 * interval '1 millisecond'
     )`,
    [
      accountId ?? null,
      missing.map(({ currency }) => currency),
      missing.map(({ walletType }) => walletType),
      missing.map(({ seenAt }) => iso(seenAt)),
      forMs,
    ],
  );
  return missing.filter(({ currency, walletType }) =>
    rows.some((row) => row.currency === currency && row.wallet_type === walletType),
  );
}
