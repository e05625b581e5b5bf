// Accounts and wallets as integers: looked up once, kept in memory, made when they are first seen.
import type { WalletBalance } from '../../domain/wallet.ts';
import { walletKey } from '../../domain/wallet.ts';
import type { Schema } from '../postgres/connection.ts';
import { storable } from '../postgres/encode.ts';
import type { Pool } from '../postgres/pool.ts';

export interface Ids {
  /** The id of each account, made where there is none. */
  accounts(names: Iterable<string>): Promise<ReadonlyMap<string, number>>;
  /** The ids of each account's wallets by {@link walletKey}, made where there are none. */
  wallets(seen: readonly { account: string; wallets: readonly WalletBalance[] }[]): Promise<WalletIds>;
  /** Forgets all: the database may have been restored, or failed over to one that lacks the latest rows. */
  reset(): void;
}

export type WalletIds = ReadonlyMap<string, ReadonlyMap<string, number>>;

export interface IdsOptions {
  readonly pool: Pool;
  readonly schema: Schema;
  /** The time zone of an account's business day; where it isn't configured, what is stored stays. */
  readonly timezone: (account: string) => string | undefined;
}

export function createIds({ pool, schema, timezone }: IdsOptions): Ids {
  let known = createKnown();

  return {
    accounts: (names) => accountsIn(known, names),

    async wallets(seen) {
      const at = known; // whatever is forgotten meanwhile, a caller gets whole maps
      const names = seen.map(({ account }) => account);
      await accountsIn(at, names);
      const strangers = new Set(names.filter((name) => !at.wallets.has(name)));
      if (strangers.size > 0) await learnWallets(at, [...strangers]);
      const missing = seen.flatMap(({ account, wallets: each }) =>
        each
          .filter((wallet) => !at.wallets.get(account)?.has(walletKey(wallet)))
          .map((wallet) => ({ account, wallet })),
      );
      if (missing.length > 0) {
        const learn = () => learnWallets(at, [...new Set(missing.map(({ account }) => account))]);
        await makeWallets(at, missing);
        await learn();
        if (missing.some(({ account, wallet }) => !at.wallets.get(account)?.has(storedKey(wallet)))) {
          await catchUp('wallet');
          await makeWallets(at, missing);
          await learn();
        }
        // What had to be shortened is found by its own key as well.
        for (const { account, wallet } of missing) {
          const ids = at.wallets.get(account)!;
          ids.set(walletKey(wallet), ids.get(storedKey(wallet))!);
        }
      }
      return at.wallets;
    },

    reset() {
      known = createKnown();
    },
  };

  async function accountsIn(at: KnownIds, names: Iterable<string>): Promise<ReadonlyMap<string, number>> {
    // A reload may have changed the zone of one that is known.
    const unknown = [...new Set(names)].filter(
      (name) => !at.accounts.has(name) || at.zones.get(name) !== timezone(name),
    );
    if (unknown.length > 0) await learnAccounts(at, unknown);
    return at.accounts;
  }

  async function learnAccounts(at: KnownIds, names: readonly string[]): Promise<void> {
    const zones = names.map((name) => timezone(name) ?? null);
    const make = () =>
      pool.query(
        `INSERT INTO ${schema}.account (name, timezone)
         SELECT u.name, coalesce(u.timezone, 'UTC') FROM unnest($1::text[], $2::text[]) AS u(name, timezone)
         LEFT JOIN ${schema}.account a ON a.name = u.name
         WHERE a.account_id IS NULL
         ON CONFLICT DO NOTHING`,
        [names, zones],
      );
    const read = () =>
      pool.query<{ account_id: number; name: string }>(
        `SELECT account_id, name FROM ${schema}.account WHERE name = ANY($1::text[])`,
        [names],
      );
    await make();
    await pool.query(
      `UPDATE ${schema}.account a SET timezone = u.timezone
       FROM unnest($1::text[], $2::text[]) AS u(name, timezone)
       WHERE a.name = u.name AND a.timezone <> u.timezone`,
      [names, zones],
    );
    let rows = await read();
    if (rows.length < names.length) {
      await catchUp('account');
      await make();
      rows = await read();
    }
    for (const { account_id, name } of rows) at.accounts.set(name, account_id);
    names.forEach((name, i) => void at.zones.set(name, zones[i] ?? undefined));
  }

  /**
   * Takes numbers until there is one that no row has. After a failover by logical replication, or a restore of tables
   * alone, the sequence stands behind its table, and a new row that conflicts by its number is silently not made.
   */
  async function catchUp(table: 'account' | 'wallet'): Promise<void> {
    const take = `nextval('${schema}.${table}_id_seq')`;
    const [row] = await pool.query<{ behind: number }>(
      `SELECT greatest(max(${table}_id) - ${take}, 0)::integer AS behind FROM ${schema}.${table}`,
    );
    await pool.query(`SELECT count(${take}) FROM generate_series(1, $1::integer)`, [row?.behind ?? 0]);
  }

  async function learnWallets(at: KnownIds, accounts: readonly string[]): Promise<void> {
    const rows = await pool.query<WalletIdRow>(
      `SELECT account_id, wallet_id, currency, wallet_type FROM ${schema}.wallet WHERE account_id = ANY($1::int[])`,
      [accounts.map((name) => at.accounts.get(name))],
    );
    const byAccount = Map.groupBy(rows, (row) => row.account_id);
    for (const name of accounts) {
      const ids = at.wallets.get(name) ?? new Map<string, number>();
      for (const row of byAccount.get(at.accounts.get(name)!) ?? []) {
        ids.set(walletKey({ currency: row.currency, walletType: row.wallet_type }), row.wallet_id);
      }
      at.wallets.set(name, ids);
    }
  }

  async function makeWallets(
    at: KnownIds,
    missing: readonly { account: string; wallet: WalletBalance }[],
  ): Promise<void> {
    await pool.query(
      `INSERT INTO ${schema}.wallet (account_id, currency, wallet_type, exposable)
       SELECT u.account_id, u.currency, u.wallet_type, u.exposable
       FROM unnest($1::int[], $2::text[], $3::text[], $4::boolean[])
         AS u(account_id, currency, wallet_type, exposable)
       ON CONFLICT DO NOTHING`,
      [
        missing.map(({ account }) => at.accounts.get(account)),
        missing.map(({ wallet }) => storable(wallet.currency)),
        missing.map(({ wallet }) => storable(wallet.walletType)),
        missing.map(({ wallet }) => wallet.exposable),
      ],
    );
  }
}

/** Runs it; when it fails all ids are forgotten, since the database may be another one than before. */
export async function resetIdsOnError<T>(ids: Ids, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    ids.reset();
    throw error;
  }
}

interface KnownIds {
  readonly accounts: Map<string, number>;
  readonly zones: Map<string, string | undefined>;
  readonly wallets: Map<string, Map<string, number>>;
}

interface WalletIdRow {
  readonly account_id: number;
  readonly wallet_id: number;
  readonly currency: string;
  readonly wallet_type: string;
}

function createKnown(): KnownIds {
  return { accounts: new Map(), zones: new Map(), wallets: new Map() };
}

function storedKey({ currency, walletType }: WalletBalance): string {
  return walletKey({ currency: storable(currency), walletType: storable(walletType) });
}
