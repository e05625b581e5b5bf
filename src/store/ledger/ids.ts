// Maps accounts and wallets to integers: looked up once, kept in memory, created when they are first seen.
import type { WalletBalance, WalletId } from '../../domain/wallet.ts';
import { MAX_WALLETS, walletKey } from '../../domain/wallet.ts';
import type { Schema } from '../postgres/connection.ts';
import { storable } from '../postgres/encode.ts';
import type { Pool } from '../postgres/pool.ts';
import { makeWallets } from './new-wallets.ts';
import { catchUp } from './sequences.ts';
import { createWalletNames, type WalletNames } from './wallet-names.ts';

const MAX_KNOWN = 10 * MAX_WALLETS; // of one account, in memory: forgotten wallets make room for new ones without end

export interface Ids {
  /** The id of each account; creates missing accounts. */
  accounts(names: Iterable<string>): Promise<ReadonlyMap<string, number>>;
  /**
   * The ids of at least these wallets, by account and {@link walletKey}; creates missing wallets.
   *
   * A wallet without an id is one for which its account has no room.
   */
  wallets(seen: readonly { account: string; wallets: readonly WalletBalance[] }[]): Promise<WalletIds>;
  /** The names of wallets that another replica has written. */
  names: WalletNames['names'];
  /** Forgets everything: the database may have been restored, or failed over to a server that lacks the latest rows. */
  reset(): void;
}

export type WalletIds = ReadonlyMap<string, ReadonlyMap<string, number>>;

export interface IdsOptions {
  readonly pool: Pool;
  readonly schema: Schema;
  /** The time zone of an account's business day; `undefined` keeps the stored one. */
  readonly timezone: (account: string) => string | undefined;
  /** Whether the configuration says that the wallet should be there. @default false */
  readonly expects?: ((account: string, wallet: WalletId) => boolean) | undefined;
  /** Registers a listener for when Postgres may be another server: then everything is read again. @default never */
  readonly onDoubt?: ((listener: () => void) => void) | undefined;
}

export function createIds({
  pool,
  schema,
  timezone,
  expects = () => false,
  onDoubt = () => {},
}: IdsOptions): Ids {
  let known = createKnown();
  const walletNames = createWalletNames(pool, schema);
  const reset = () => {
    known = createKnown();
    walletNames.reset();
  };
  onDoubt(reset);

  return {
    accounts: (names) => accountsIn(known, names),
    names: walletNames.names,

    async wallets(seen) {
      const names = seen.map(({ account }) => account);
      if (names.some((name) => (known.wallets.get(name)?.size ?? 0) > MAX_KNOWN)) known = createKnown();
      const at = known; // a reset meanwhile takes nothing from the maps that a caller gets
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
          await makeWallets(
            pool,
            schema,
            missing.map(({ account, wallet }) => ({
              accountId: at.accounts.get(account)!,
              ...storableNames(wallet),
              exposable: wallet.exposable,
              expected: expects(account, wallet),
            })),
          );
          await learnWallets(at, missing);
        }
        // A wallet with shortened names is found by its original key too.
        for (const { account, wallet } of unknown) {
          const ids = at.wallets.get(account)!;
          const id = ids.get(storedKey(wallet));
          if (id !== undefined) ids.set(walletKey(wallet), id);
        }
      }
      return at.wallets;
    },

    reset,
  };

  async function accountsIn(at: KnownIds, names: Iterable<string>): Promise<ReadonlyMap<string, number>> {
    // A reload may have changed the zone of a known account. Sorted, because two replicas may create the same accounts.
    const unknown = [...new Set(names)]
      .filter((name) => !at.accounts.has(name) || at.zones.get(name) !== timezone(name))
      .sort();
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
      await catchUp(pool, schema, 'account');
      await make();
      rows = await read();
    }
    for (const { account_id, name } of rows) at.accounts.set(name, account_id);
    names.forEach((name, i) => void at.zones.set(name, zones[i] ?? undefined));
  }

  /** Reads only these ids: an account whose service names new wallets without end may have very many. */
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
        wanted.map(({ wallet }) => storableNames(wallet).currency),
        wanted.map(({ wallet }) => storableNames(wallet).walletType),
      ],
    );
    for (const row of rows) {
      const key = walletKey({ currency: row.currency, walletType: row.wallet_type });
      at.wallets.get(accounts.get(row.account_id)!)?.set(key, row.wallet_id);
    }
  }
}

/** Runs the work. When it fails, all ids are forgotten, because the database may be another one than before. */
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

function storedKey(wallet: WalletBalance): string {
  return walletKey(storableNames(wallet));
}

function storableNames({ currency, walletType }: WalletId): WalletId {
  return { currency: storable(currency), walletType: storable(walletType) };
}
