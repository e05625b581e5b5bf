// Wallets that a person had forgotten: written by `floatwatch forget`, read by every replica.
import type { Instant } from '../../domain/observation.ts';
import type { WalletId } from '../../domain/wallet.ts';
import type { Schema } from '../postgres/connection.ts';
import type { Queryable } from '../postgres/pool.ts';

const MAX_ROWS = 10_000;

export interface ForgottenWallet extends WalletId {
  readonly account: string;
  /** By the database's clock. */
  readonly forgottenAt: Instant;
  /** The same to the microsecond: where the next reading begins. */
  readonly mark: string;
}

/**
 * Those that were forgotten after a mark, the oldest first; without one, those of the last month: an alert may be
 * remembered from before. Rejects when Postgres is away or slow.
 */
export async function readForgottenWallets(
  db: Queryable,
  schema: Schema,
  after: string | null,
): Promise<ForgottenWallet[]> {
  const rows = await db.query<{
    account: string;
    currency: string;
    wallet_type: string;
    at: Date;
    mark: string;
  }>(
    `SELECT account, currency, wallet_type, forgotten_at AS at, forgotten_at::text AS mark
     FROM ${schema}.forgotten_wallet
     WHERE forgotten_at > coalesce($1::timestamptz, now() - interval '31 days') ORDER BY forgotten_at LIMIT ${MAX_ROWS}`,
    [after],
  );
  return rows.map(({ account, currency, wallet_type: walletType, at, mark }) => ({
    ...{ account, currency, walletType, mark },
    forgottenAt: at.getTime(),
  }));
}

/** Writes down that somebody had the wallet forgotten, and why. */
export async function forgetWallet(
  db: Queryable,
  schema: Schema,
  {
    account,
    currency,
    walletType,
    ...audit
  }: WalletId & { readonly account: string; readonly by: string; readonly reason: string | null },
): Promise<void> {
  await db.query(
    `INSERT INTO ${schema}.forgotten_wallet (account, currency, wallet_type, forgotten_by, reason)
     VALUES ($1, $2, $3, $4, $5)`,
    [account, currency, walletType, audit.by, audit.reason],
  );
}
