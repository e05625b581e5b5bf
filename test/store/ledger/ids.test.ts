import type { QueryResultRow } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createIds } from '../../../src/store/ledger/ids.ts';
import { wallet } from '../../support/ledger.ts';
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
