// Which ids are read, which rows are made for them, and what is remembered; with a real database it is in ids.test.ts.
import { expect, test } from 'vitest';
import type { WalletBalance } from '../../../src/domain/wallet.ts';
import { walletKey } from '../../../src/domain/wallet.ts';
import { createIds, type IdsOptions, resetIdsOnError } from '../../../src/store/ledger/ids.ts';
import type { Pool, Queryable } from '../../../src/store/postgres/pool.ts';
import { wallet } from '../../support/ledger.ts';

interface AccountRow {
  readonly account_id: number;
  readonly name: string;
}

interface WalletRow {
  readonly account_id: number;
  readonly wallet_id: number;
  readonly currency: string;
  readonly wallet_type: string;
}

const STEPS = {
  'make accounts': /INSERT INTO "f"\.account /,
  'set zones': /UPDATE "f"\.account /,
  'read accounts': /SELECT account_id, name/,
  'read wallets': /SELECT w\.account_id, w\.wallet_id/,
  'missing wallets': /SELECT w\.account_id, w\.currency/,
  'make wallets': /INSERT INTO "f"\.wallet /,
  'count wallets': /count\(\*\)/,
  'read names': /SELECT account_id, wallet_id/,
  'ask sequence': /"f"\.account_id_seq'\), 0/,
  'move sequence': /generate_series/,
};

/** A database in memory: `since` tells the statements since it was last asked, `asked` all of them with their parameters. */
function database({ full = false, behind = 0 } = {}) {
  const accounts: AccountRow[] = [];
  const wallets: WalletRow[] = [];
  const steps: string[] = [];
  const asked: [step: string, values: readonly unknown[]][] = [];
  let refused = behind;
  const answers: Record<string, (values: readonly (readonly string[])[]) => unknown[]> = {
    'make accounts'([names = []]) {
      for (const name of names) {
        if (accounts.some((each) => each.name === name)) continue;
        if (refused-- > 0) break; // its number exists
        accounts.push({ account_id: accounts.length + 1, name });
      }
      return [];
    },
    'read accounts': ([names = []]) => accounts.filter(({ name }) => names.includes(name)),
    'read wallets'([ids = [], of = [], currencies = [], types = []]) {
      const asked = new Set(of.map((id, i) => `${id} ${currencies[i]} ${types[i]}`));
      const all = new Set(ids.map(Number));
      return wallets.filter(
        (row) => all.has(row.account_id) && asked.has(`${row.account_id} ${row.currency} ${row.wallet_type}`),
      );
    },
    'make wallets'([ids, currencies = [], types = []]) {
      const made = String(ids)
        .slice(1, -1)
        .split(',')
        .map((id, i) => ({
          ...{ account_id: Number(id), wallet_id: 100 + wallets.length + i },
          ...{ currency: currencies[i]!, wallet_type: types[i]! },
        }));
      for (const row of made) wallets.push(row);
      return made;
    },
    'read names': () => wallets.map((row) => ({ ...row, exposable: true })),
    'count wallets': () => (full ? [{ account_id: 1, held: 2_000 }] : []),
  };
  const query = async (text: string, values: readonly unknown[] = []) => {
    const step = Object.entries(STEPS).find(([, pattern]) => pattern.test(text))?.[0];
    if (!step) return [];
    steps.push(step);
    asked.push([step, values]);
    return answers[step]?.(values as readonly (readonly string[])[]) ?? [];
  };
  const pool = { query, transaction: (work: (tx: Queryable) => unknown) => work({ query } as never) };
  const since = () => steps.splice(0);
  return { pool: pool as unknown as Pool, asked, wallets, since };
}

function idsOf(db: ReturnType<typeof database>, more: Partial<IdsOptions> = {}) {
  return createIds({ pool: db.pool, schema: '"f"', timezone: () => 'UTC', ...more });
}

const seen = (account: string, ...wallets: readonly WalletBalance[]) => [{ account, wallets }];
const [PAYOUT, FEES] = [wallet('1'), wallet('1', { walletType: 'FEES' })];
const MAKE_ACCOUNTS = ['make accounts', 'set zones', 'read accounts'];
const MAKE_WALLETS = ['read wallets', 'missing wallets', 'count wallets', 'make wallets', 'read wallets'];

test('an account is made once, each by its name, in one order, and then remembered', async () => {
  const db = database();
  const ids = idsOf(db);
  expect(Object.fromEntries(await ids.accounts(['b', 'a', 'b']))).toEqual({ a: 1, b: 2 });
  expect(db.asked[0]).toEqual([
    'make accounts',
    [
      ['a', 'b'],
      ['UTC', 'UTC'],
    ],
  ]);
  expect(db.since()).toEqual(MAKE_ACCOUNTS);
  expect(Object.fromEntries(await ids.accounts(['a']))).toMatchObject({ a: 1 });
  expect(await ids.accounts([])).toBeInstanceOf(Map);
  expect(db.since()).toEqual([]);
  await ids.accounts(['a', 'c']);
  expect(db.asked[3]).toEqual(['make accounts', [['c'], ['UTC']]]);
});

test('an account whose zone has changed is asked for again, and one that has none keeps what is stored', async () => {
  const db = database();
  let zone: string | undefined;
  const ids = idsOf(db, { timezone: () => zone });
  await ids.accounts(['a']);
  expect(db.asked[1]).toEqual(['set zones', [['a'], [null]]]);
  db.since();
  await ids.accounts(['a']);
  expect(db.since()).toEqual([]);
  zone = 'Africa/Kampala';
  await ids.accounts(['a']);
  expect(db.since()).toEqual(MAKE_ACCOUNTS);
  expect(db.asked.at(-2)).toEqual(['set zones', [['a'], ['Africa/Kampala']]]);
  await ids.accounts(['a']);
  expect(db.since()).toEqual([]);
});

test('where the number of an account was taken, the sequence is moved on and the account is made', async () => {
  const db = database({ behind: 1 });
  expect(Object.fromEntries(await idsOf(db).accounts(['a', 'b']))).toEqual({ a: 1, b: 2 });
  expect(db.since()).toEqual([
    ...MAKE_ACCOUNTS,
    ...['ask sequence', 'move sequence', 'make accounts', 'read accounts'],
  ]);
});

test('a wallet is made when it is first seen, and then remembered', async () => {
  const db = database();
  const ids = idsOf(db);
  const known = await ids.wallets(seen('a', PAYOUT, FEES));
  expect(Object.fromEntries(known.get('a')!)).toEqual({ [walletKey(PAYOUT)]: 100, [walletKey(FEES)]: 101 });
  expect(db.since()).toEqual([...MAKE_ACCOUNTS, ...MAKE_WALLETS]);
  await ids.wallets(seen('a', PAYOUT, FEES));
  expect(db.since()).toEqual([]);
  await ids.wallets(seen('a'));
  expect(db.since()).toEqual([]);
});

test('a wallet that is there is read and not made, and only those that are missing are made', async () => {
  const db = database();
  await idsOf(db).wallets(seen('a', PAYOUT));
  const other = idsOf(db);
  db.since();
  expect((await other.wallets(seen('a', PAYOUT))).get('a')?.get(walletKey(PAYOUT))).toBe(100);
  expect(db.since()).toEqual([...MAKE_ACCOUNTS, 'read wallets']);
  expect((await other.wallets(seen('a', PAYOUT, FEES))).get('a')?.get(walletKey(FEES))).toBe(101);
  expect(db.wallets.map(({ wallet_type }) => wallet_type)).toEqual(['MERCHANT_PAYOUT', 'FEES']);
});

test('wallets of several accounts do not get in each other’s way', async () => {
  const known = await idsOf(database()).wallets([...seen('b', PAYOUT), ...seen('a', PAYOUT)]);
  expect(known.get('b')?.get(walletKey(PAYOUT))).toBe(100);
  expect(known.get('a')?.get(walletKey(PAYOUT))).toBe(101);
});

test('a wallet whose name had to be shortened is found by its own name, and not made again', async () => {
  const db = database();
  const ids = idsOf(db);
  const long = wallet('1', { walletType: 'x'.repeat(300) });
  expect((await ids.wallets(seen('a', long))).get('a')?.get(walletKey(long))).toBe(100);
  expect(db.wallets[0]!.wallet_type).toMatch(/^x{200}…/);
  db.since();
  await ids.wallets(seen('a', long));
  expect(db.since()).toEqual([]);
  const other = idsOf(db);
  expect((await other.wallets(seen('a', long))).get('a')?.get(walletKey(long))).toBe(100);
  expect(db.since()).toEqual([...MAKE_ACCOUNTS, 'read wallets']);
});

test('a wallet for which there is no room has no id, unless the configuration expects it', async () => {
  const db = database({ full: true });
  const ids = (await idsOf(db).wallets(seen('a', PAYOUT))).get('a')!;
  expect([ids.size, ids.has(walletKey(PAYOUT))]).toEqual([0, false]);
  const expects: IdsOptions['expects'] = (account, { walletType }) =>
    account === 'a' && walletType === 'FEES';
  const known = await idsOf(db, { expects }).wallets(seen('a', PAYOUT, FEES));
  expect([...known.get('a')!.keys()]).toEqual([walletKey(FEES)]);
});

test('an account with more wallets than are remembered is read again: wallets that are gone make room', async () => {
  const db = database();
  const ids = idsOf(db, { expects: () => true });
  const many = Array.from({ length: 20_000 }, (_, i) => wallet('1', { walletType: `T${i}` }));
  await ids.wallets(seen('a', ...many));
  db.since();
  await ids.wallets(seen('a', PAYOUT)); // one more than there may be
  expect(db.since()).toEqual(MAKE_WALLETS);
  await ids.wallets(seen('b', FEES)); // of another account
  expect(db.since()).toEqual([...MAKE_ACCOUNTS, ...MAKE_WALLETS]);
  const known = await ids.wallets(seen('a', PAYOUT));
  expect(known.get('a')?.size).toBe(1);
  expect(db.since()).toEqual([...MAKE_ACCOUNTS, 'read wallets']);
});

test('nothing is remembered of a database that may be another one now, nor of one where a work failed', async () => {
  const db = database();
  let doubt = () => {};
  const ids = idsOf(db, {
    onDoubt(listener) {
      doubt = listener;
    },
  });
  const named = { account_id: 1, wallet_id: 100 };
  const asks = async () => {
    db.since();
    await ids.wallets(seen('a', PAYOUT));
    await ids.names([named]);
    return db.since();
  };
  await asks();
  expect(await asks()).toEqual([]);
  const all = [...MAKE_ACCOUNTS, 'read wallets', 'read names'];
  doubt();
  expect(await asks()).toEqual(all);
  ids.reset();
  expect(await asks()).toEqual(all);
  const failing = resetIdsOnError(ids, () => Promise.reject(new Error('gone')));
  await expect(failing).rejects.toThrow('gone');
  expect(await asks()).toEqual(all);
  expect(await resetIdsOnError(ids, async () => 7)).toBe(7);
  expect(await asks()).toEqual([]);
});
