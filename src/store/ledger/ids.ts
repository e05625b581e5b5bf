// Accounts and wallets as integers: looked up once, kept in memory, made when they are first seen.
import type { WalletBalance } from '../../domain/wallet.ts';
import { walletKey } from '../../domain/wallet.ts';
import type { Schema } from '../postgres/connection.ts';
import { storable } from '../postgres/encode.ts';
import type { Pool } from '../postgres/pool.ts';

export interface Ids {
  /** The id of each account, made where there is none. */
  accounts(names: Iterable<string>): Promise<ReadonlyMap<string, number>>;
  /** The ids of these wallets at least, by account and {@link walletKey}, made where there are none. */
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
      for (const name of names) at.wallets.set(name, at.wallets.get(name) ?? new Map());
      const unknown = seen.flatMap(({ account, wallets: each }) =>
        each
          .filter((wallet) => !at.wallets.get(account)?.has(walletKey(wallet)))
          .map((wallet) => ({ account, wallet })),
      );
      if (unknown.length > 0) {
        const isMissing = ({ account, wallet }: Named) => !at.wallets.get(account)?.has(storedKey(wallet));
        await learnWallets(at, unknown);
        const missing = unknown.filter(isMissing);
        if (missing.length > 0) {
          await makeWallets(at, missing);
          await learnWallets(at, missing);
        }
        if (missing.some(isMissing)) {
          await catchUp('wallet');
          await makeWallets(at, missing);
          await learnWallets(at, missing);
        }
        // What had to be shortened is found by its own key as well.
        for (const { account, wallet } of unknown) {
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

  /** Reads the ids of these alone: an account whose service names new wallets without end may have had very many. */
  async function learnWallets(at: KnownIds, wanted: readonly Named[]): Promise<void> {
    const accounts = new Map(wanted.map(({ account }) => [at.accounts.get(account)!, account]));
    const rows = await pool.query<WalletIdRow>(
      `SELECT w.account_id, w.wallet_id, w.currency, w.wallet_type
       FROM ${schema}.wallet w
       JOIN unnest($2::int[], $3::text[], $4::text[]) AS u(account_id, currency, wallet_type)
         USING (account_id, currency, wallet_type)
       WHERE w.account_id = ANY($1::int[])`,
      [
        [...accounts.keys()],
        wanted.map(({ account }) => at.accounts.get(account)),
        wanted.map(({ wallet }) => storable(wallet.currency)),
        wanted.map(({ wallet }) => storable(wallet.walletType)),
      ],
    );
    for (const row of rows) {
      const key = walletKey({ currency: row.currency, walletType: row.wallet_type });
      at.wallets.get(accounts.get(row.account_id)!)?.set(key, row.wallet_id);
    }
  }

  async function makeWallets(at: KnownIds, missing: readonly Named[]): Promise<void> {
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

interface Named {
  readonly account: string;
  readonly wallet: WalletBalance;
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
