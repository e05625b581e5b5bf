// Finds wallets that the service has not named for long, or never. Used by `app/forget-after.ts` and `app/never-named.ts`.
import { couldBe, type WalletId } from '../../domain/wallet.ts';
import type { Schema } from '../postgres/connection.ts';
import { iso } from '../postgres/encode.ts';
import type { Queryable } from '../postgres/pool.ts';
import { readAccountIds } from './account-ids.ts';

/** A wallet that is missing from its account's newest good answer. */
export interface MissingWallet extends WalletId {
  readonly account: string;
  /** The slot of the last good answer with it, in milliseconds since 1970. */
  readonly seenAt: number;
}

interface MissingRow {
  readonly account: string;
  readonly currency: string;
  readonly wallet_type: string;
  readonly slot: Date;
}

/** Every wallet of the account that a stored poll has named, readably. Rejects when Postgres is away or slow. */
export async function readWalletNames(db: Queryable, schema: Schema, account: string): Promise<WalletId[]> {
  const accountId = (await readAccountIds(db, schema, [account])).get(account);
  if (accountId === undefined) return [];
  return await db.query<WalletId & Record<string, unknown>>(
    `SELECT currency, wallet_type AS "walletType" FROM ${schema}.wallet WHERE account_id = $1`,
    [accountId],
  );
}

/** The wallets of these accounts that are missing now, without forgotten ones. Rejects when Postgres is away or slow. */
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
 * Those of the account's missing wallets that no answer has named for `forMs`, by the database's clock.
 *
 * A good answer of that age must lack the wallet too: time without polls, or without an answer about the wallet, does
 * not count.
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
  if (accountId === undefined) return [];
  const [row] = await db.query<{ good: number | null }>(
    `SELECT (extract(epoch FROM max(slot)) * 1000)::float8 AS good FROM ${schema}.poll
     WHERE account_id = $1 AND operation = 'balances' AND outcome IN ('ok', 'partial')
       AND slot <= now() - $2::float8 * interval '1 millisecond'`,
    [accountId, forMs],
  );
  const good = row?.good ?? Number.NEGATIVE_INFINITY;
  const candidates = missing.filter(({ seenAt }) => seenAt < good);
  if (candidates.length === 0) return [];
  const named = await readNamed(db, schema, accountId, candidates);
  return candidates.filter((wallet) => !named.some((record) => couldBe(record, wallet) && record.at >= good));
}

interface NamedRecord extends WalletId {
  /** The slot at which it was last named, in milliseconds since 1970. */
  readonly at: number;
}

/** The unreadable records, each name once, that may be about one of the wallets, since the first of these was last seen. */
async function readNamed(
  db: Queryable,
  schema: Schema,
  accountId: number,
  wallets: readonly MissingWallet[],
): Promise<NamedRecord[]> {
  return await db.query<NamedRecord & Record<string, unknown>>(
    `SELECT record ->> 'currency' AS currency, record ->> 'walletType' AS "walletType",
       (extract(epoch FROM max(p.slot)) * 1000)::float8 AS at
     FROM ${schema}.poll p CROSS JOIN jsonb_array_elements(p.unreadable) record
     WHERE p.account_id = $1 AND p.operation = 'balances' AND p.slot > $2::timestamptz
       AND record ->> 'currency' = ANY($3::text[]) AND record ->> 'walletType' = ANY($4::text[])
     GROUP BY 1, 2`,
    [
      accountId,
      iso(Math.min(...wallets.map(({ seenAt }) => seenAt))),
      ['', ...new Set(wallets.map(({ currency }) => currency))],
      ['', ...new Set(wallets.map(({ walletType }) => walletType))],
    ],
  );
}
