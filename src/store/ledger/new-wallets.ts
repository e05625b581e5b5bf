// Creates rows for wallets that are named for the first time, while their account has room. Used by `ids.ts`.
import { counted } from '../../domain/counted.ts';
import { MAX_WALLETS, walletKey } from '../../domain/wallet.ts';
import type { Schema } from '../postgres/connection.ts';
import { arrayOf } from '../postgres/encode.ts';
import type { Pool, Queryable } from '../postgres/pool.ts';
import { catchUp } from './sequences.ts';

const LOCK = 4217002;

/** A row of `wallet` before its insert, with names that Postgres can store. */
export interface NewWallet {
  readonly accountId: number;
  readonly currency: string;
  readonly walletType: string;
  readonly exposable: boolean;
  /** Whether the configuration names it: then there is always room. */
  readonly expected: boolean;
}

/**
 * Creates the missing wallets while their account has fewer than {@link MAX_WALLETS}. Forgotten wallets do not count;
 * expected ones are always created.
 *
 * The lock lets one replica at a time create wallets, so that two do not both take the last room.
 */
export async function makeWallets(pool: Pool, schema: Schema, wanted: readonly NewWallet[]): Promise<void> {
  await pool.transaction(async (tx) => {
    await tx.query(`SELECT pg_advisory_xact_lock(${LOCK})`);
    const missing = await readMissing(tx, schema, wanted);
    const room = await readRoom(tx, schema, new Set(missing.map(({ accountId }) => accountId)));
    const fitting = missing.filter(({ accountId, expected }) => {
      const left = room.get(accountId)!;
      room.set(accountId, left - 1);
      return expected || left > 0;
    });
    if (fitting.length === 0 || (await insert(tx, schema, fitting)) === fitting.length) return;
    await catchUp(tx, schema, 'wallet');
    await insert(tx, schema, fitting);
    const { length } = await readMissing(tx, schema, fitting);
    if (length > 0) throw new Error(`${counted(length, 'wallet')} could not be made in the database`);
  });
}

/** The wallets that do not exist yet, each once. The query asks which ones exist: Citus can't join a list the other way. */
async function readMissing(
  tx: Queryable,
  schema: Schema,
  wanted: readonly NewWallet[],
): Promise<NewWallet[]> {
  const rows = await tx.query<{ account_id: number; currency: string; wallet_type: string }>(
    `SELECT w.account_id, w.currency, w.wallet_type
     FROM ${schema}.wallet w
     JOIN unnest($2::int[], $3::text[], $4::text[]) AS u(account_id, currency, wallet_type)
       USING (account_id, currency, wallet_type)
     WHERE w.account_id = ANY($1::int[])`,
    [
      arrayOf(new Set(wanted.map(({ accountId }) => accountId))),
      arrayOf(wanted.map(({ accountId }) => accountId)),
      wanted.map(({ currency }) => currency),
      wanted.map(({ walletType }) => walletType),
    ],
  );
  const missing = new Map(wanted.map((each) => [`${each.accountId} ${walletKey(each)}`, each]));
  for (const { account_id, currency, wallet_type: walletType } of rows) {
    missing.delete(`${account_id} ${walletKey({ currency, walletType })}`);
  }
  return [...missing.values()];
}

/** How many more wallets each of the accounts may get. */
async function readRoom(
  tx: Queryable,
  schema: Schema,
  accountIds: ReadonlySet<number>,
): Promise<Map<number, number>> {
  const rows = await tx.query<{ account_id: number; held: number }>(
    `SELECT w.account_id, count(*)::int AS held
     FROM ${schema}.wallet w JOIN ${schema}.account a ON a.account_id = w.account_id
     WHERE w.account_id = ANY($1::int[]) AND NOT EXISTS (
       SELECT FROM ${schema}.forgotten_wallet f
       WHERE f.account = a.name AND f.currency = w.currency AND f.wallet_type = w.wallet_type)
     GROUP BY w.account_id`,
    [arrayOf(accountIds)],
  );
  const room = new Map([...accountIds].map((id) => [id, MAX_WALLETS]));
  for (const { account_id: id, held } of rows) room.set(id, MAX_WALLETS - held);
  return room;
}

/** Returns how many were created. */
async function insert(tx: Queryable, schema: Schema, wallets: readonly NewWallet[]): Promise<number> {
  const made = await tx.query(
    `INSERT INTO ${schema}.wallet (account_id, currency, wallet_type, exposable)
     SELECT u.account_id, u.currency, u.wallet_type, u.exposable
     FROM unnest($1::int[], $2::text[], $3::text[], $4::boolean[])
       AS u(account_id, currency, wallet_type, exposable)
     ON CONFLICT DO NOTHING RETURNING wallet_id`,
    [
      arrayOf(wallets.map(({ accountId }) => accountId)),
      wallets.map(({ currency }) => currency),
      wallets.map(({ walletType }) => walletType),
      wallets.map(({ exposable }) => exposable),
    ],
  );
  return made.length;
}
