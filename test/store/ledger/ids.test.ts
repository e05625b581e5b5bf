import type { QueryResultRow } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createIds } from '../../../src/store/ledger/ids.ts';
import { ledgerOf, observation, recentSlot, wallet } from '../../support/ledger.ts';
import { execute, type TestDatabase, testDatabase } from '../../support/postgres.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db[Symbol.asyncDispose]());

const ids = () => createIds({ pool: db.pool, schema: '"floatwatch"', timezone: () => 'UTC' });
const seen = (account: string, ...walletTypes: string[]) => [
  { account, wallets: walletTypes.map((walletType) => wallet('1', { walletType })) },
];

/** What a failover by logical replication leaves: sequences aren't replicated. */
const forgetSequences = () =>
  execute(
    db.url,
    `SELECT setval('floatwatch.account_id_seq', 1, false), setval('floatwatch.wallet_id_seq', 1, false)`,
  );

test('numbers are given on where sequences stand behind their tables', async () => {
  await ids().wallets(seen('a', 'ONE', 'TWO', 'THREE'));
  await ids().accounts(['b', 'c', 'd']);
  await forgetSequences();
  const accounts = await ids().accounts(['a', 'e', 'f']);
  expect(new Set(accounts.values()).size).toBe(3);
  expect([...accounts.values()].every((id) => typeof id === 'number')).toBe(true);
  await forgetSequences();
  const wallets = await ids().wallets(seen('a', 'ONE', 'TWO', 'THREE', 'FOUR', 'FIVE'));
  const known = wallets.get('a')!;
  expect(new Set(known.values()).size).toBe(5);
  expect([...known.values()].every((id) => typeof id === 'number')).toBe(true);
});

test('what another replica saw bears the names of its own account, where two have a wallet of one number', async () => {
  const slot = recentSlot();
  const kes = observation(slot, { account: 'kes', wallets: [wallet('1', { currency: 'KES' })] });
  const ugx = observation(slot, { account: 'ugx', wallets: [wallet('2', { currency: 'UGX' })] });
  const ours = ledgerOf(db.pool, 'ours');
  for (const seen of [kes, ugx]) {
    await execute(db.url, `SELECT setval('floatwatch.wallet_id_seq', 1000, false)`);
    await ours.claim([{ account: seen.account, slot }]);
    await ours.complete([seen]);
  }
  const numbers = await execute(
    db.url,
    `SELECT DISTINCT wallet_id FROM floatwatch.wallet JOIN floatwatch.account USING (account_id) WHERE name IN ('kes', 'ugx')`,
  );
  expect(numbers).toHaveLength(1);
  const theirs = await ledgerOf(db.pool, 'theirs').ended(
    ['kes', 'ugx'].map((account) => ({ account, slot })),
  );
  const names = theirs.map(({ account, wallets }) => [account, wallets.map(({ currency }) => currency)]);
  expect(Object.fromEntries(names)).toEqual({ kes: ['KES'], ugx: ['UGX'] });
});

test('the time zone of an account that a reload changed is the one of its days from then on', async () => {
  let zone: string | undefined = 'UTC';
  const moved = createIds({ pool: db.pool, schema: '"floatwatch"', timezone: () => zone });
  const stored = async () =>
    (await execute(db.url, `SELECT timezone FROM floatwatch.account WHERE name = 'moved'`))[0]?.['timezone'];
  await moved.accounts(['moved']);
  expect(await stored()).toBe('UTC');
  zone = 'Africa/Kampala';
  await moved.accounts(['moved']);
  expect(await stored()).toBe('Africa/Kampala');
  zone = 'Africa/Lagos';
  await moved.wallets(seen('moved', 'ONE'));
  expect(await stored()).toBe('Africa/Lagos');
  zone = undefined; // no longer configured, while its last result is on its way
  await moved.accounts(['moved', 'never-configured']);
  expect(await stored()).toBe('Africa/Lagos');
});

test('of the wallets that an account ever had, only those that are asked for are read', async () => {
  let read = 0;
  const counted = createIds({
    pool: {
      ...db.pool,
      async query<Row extends QueryResultRow>(text: string, values?: readonly unknown[]) {
        const rows = await db.pool.query<Row>(text, values);
        if (text.includes('SELECT') && text.includes('wallet_type')) read += rows.length;
        return rows;
      },
    },
    schema: '"floatwatch"',
    timezone: () => 'UTC',
  });
  const old = Array.from({ length: 300 }, (_, i) => `OLD_${i}`);
  const before = await ids().wallets(seen('many', ...old));
  const first = await counted.wallets(seen('many', 'OLD_7', 'NEW_1'));
  expect(first.get('many')?.get('UGX/OLD_7')).toBe(before.get('many')?.get('UGX/OLD_7'));
  await counted.wallets(seen('many', 'OLD_7', 'NEW_2'));
  expect(read).toBeLessThan(10);
});

describe('a service that names new wallets without end', () => {
  const slot = recentSlot();
  const named = (account: string, minute: number, count = 1_500) =>
    observation(slot + minute * 60_000, {
      account,
      wallets: Array.from({ length: count }, (_, i) => wallet(`${i}`, { walletType: `T${minute}_${i}` })),
    });
  const stored = async (account: string) =>
    (
      await execute(
        db.url,
        `SELECT count(DISTINCT wallet_id)::int AS wallets, count(s.slot)::int AS snapshots
         FROM floatwatch.wallet w JOIN floatwatch.account a USING (account_id)
         LEFT JOIN floatwatch.snapshot s USING (account_id, wallet_id) WHERE a.name = '${account}'`,
      )
    )[0];

  test('D13 gets two thousand of them stored, and those for good', async () => {
    const told: unknown[] = [];
    const onLeftOut = (...of: [account: string, count: number]) => told.push(of);
    const ledger = ledgerOf(db.pool, 'a', { onLeftOut });
    const polls = [named('endless', -4), named('endless', -3), named('endless', -2, 10)];
    for (const poll of polls) expect(await ledger.complete([poll])).toEqual(['stored']);
    expect(await stored('endless')).toEqual({ wallets: 2_000, snapshots: 2_000 });
    const again = { ...polls[1]!, slot: slot - 60_000, observedAt: slot - 59_000 };
    expect(told).toEqual([
      ['endless', 1_000],
      ['endless', 10],
    ]);
    const other = ledgerOf(db.pool, 'b', { onLeftOut });
    expect(await other.complete([again, named('another', -1)])).toEqual(['stored', 'stored']);
    expect(await other.complete([again])).toEqual(['stored']); // once more, as after a lost acknowledgement
    expect(told.slice(2)).toEqual([['endless', 1_000]]);
    expect(await stored('endless')).toEqual({ wallets: 2_000, snapshots: 2_500 });
    expect(await stored('another')).toEqual({ wallets: 1_500, snapshots: 1_500 });
  });

  test('D13 nor do replicas get more that store at the same moment', async () => {
    const replicas = [-4, -3, -2].map((minute) => ({
      ledger: ledgerOf(db.pool),
      poll: named('both', minute),
    }));
    await Promise.all(replicas.map(({ ledger, poll }) => ledger.complete([poll])));
    expect(await stored('both')).toEqual({ wallets: 2_000, snapshots: 2_000 });
  });

  test('D13 one that is expected is stored all the same', async () => {
    const expects = (_: string, { walletType }: { walletType: string }) => walletType === 'T-2_7';
    const ledger = ledgerOf(db.pool, 'a', { expects });
    for (const minute of [-4, -3, -2]) await ledger.complete([named('expecting', minute)]);
    expect(await stored('expecting')).toEqual({ wallets: 2_001, snapshots: 2_001 });
  });

  test('D13 those that are forgotten make room for others', async () => {
    const ledger = ledgerOf(db.pool);
    await ledger.complete([named('cleaned', -4), named('cleaned', -3)]);
    await execute(
      db.url,
      `INSERT INTO floatwatch.forgotten_wallet (account, currency, wallet_type, forgotten_by)
       SELECT 'cleaned', 'UGX', 'T-4_' || i, 'test' FROM generate_series(0, 99) i`,
    );
    await ledger.complete([named('cleaned', -2)]);
    expect(await stored('cleaned')).toEqual({ wallets: 2_100, snapshots: 2_100 });
  });
});
