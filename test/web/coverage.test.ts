// What the wallet's page says of the polls of its account.
import { request } from 'undici';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createQueries } from '../../src/store/queries/queries.ts';
import { MINUTE, NOON, wallet } from '../metrics/house.ts';
import { failure, ledgerOf, observation } from '../support/ledger.ts';
import { execute, type TestDatabase, testDatabase } from '../support/postgres.ts';
import { startWeb } from './start.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db[Symbol.asyncDispose]());
beforeEach(() => execute(db.url, 'TRUNCATE floatwatch.poll, floatwatch.snapshot'));

const hourly = (_: string, slot: number) => slot + 120 * MINUTE + 30_000;
const everyMinute = (_: string, slot: number) => slot + 2 * MINUTE + 30_000;

/** What the page says of the polls when the schedule is each minute. */
async function said(): Promise<string> {
  const clock = { now: () => NOON + 30_000, monotonic: () => 0 };
  const { polls } = createQueries({ pool: db.pool, schema: '"floatwatch"', clock });
  const accounts = () => [{ account: 'acme', schedule: '* * * * *', timezone: 'UTC', staleAfter: 2 }];
  await using web = await startWeb({}, {}, { polls, accounts });
  web.house.clock.advance(30_000);
  web.house.observe('acme', [wallet('UGX', 'MERCHANT_PAYOUT', '10')]);
  const { body } = await request(`${web.url}/wallets/acme/UGX/MERCHANT_PAYOUT`);
  return (await body.text()).replace(/<[^>]+>/g, '');
}

test('F5 slots without a poll count: two hours of minutes, three failures, a hole of twelve', async () => {
  const slots = Array.from({ length: 120 }, (_, i) => NOON - (119 - i) * MINUTE).filter(
    (_, i) => i < 40 || i >= 52,
  );
  await ledgerOf(db.pool, 'a', { staleAt: everyMinute }).complete(
    slots.map((slot, i) =>
      i % 40 === 7 ? failure(slot, { account: 'acme' }) : observation(slot, { account: 'acme' }),
    ),
  );
  const text = await said();
  expect(text).toContain('105 of 120 slots of this time brought all wallets.');
  expect(text).toContain('12 slots went by without a poll.');
});

test('F5 slots count that went by because refused keys are tried every five minutes only', async () => {
  const slots = Array.from({ length: 24 }, (_, i) => NOON - 5 * i * MINUTE);
  const refused = { account: 'acme', outcome: 'auth' } as const;
  await ledgerOf(db.pool, 'a', { staleAt: everyMinute }).complete(
    slots.map((slot) => failure(slot, refused)),
  );
  const text = await said();
  expect(text).toContain('0 of 116 slots of this time brought all wallets.');
  expect(text).toContain('92 slots went by without a poll.');
});

test('F5 a past under a sparser schedule, or imported, has no slots of the schedule of now', async () => {
  const acme = { account: 'acme' };
  await ledgerOf(db.pool, 'a', { staleAt: hourly }).complete(
    [5, 4, 3, 2].map((hours) => observation(NOON - hours * 60 * MINUTE, acme)),
  );
  await ledgerOf(db.pool, 'a', { staleAt: everyMinute }).complete(
    Array.from({ length: 60 }, (_, i) => observation(NOON - i * MINUTE, acme)),
  );
  expect(await said()).toContain('64 of 64 slots of this time brought all wallets.');
  await execute(
    db.url,
    "UPDATE floatwatch.poll SET stale_at = NULL, replica = 'import' WHERE stale_at - slot > '1h'",
  );
  expect(await said()).toContain('64 of 64 slots of this time brought all wallets.');
});

test('F5 after a change of the schedule what is missed of it counts, from its first poll on', async () => {
  const acme = { account: 'acme' };
  await ledgerOf(db.pool, 'a', { staleAt: hourly }).complete([observation(NOON - 240 * MINUTE, acme)]);
  await ledgerOf(db.pool, 'a', { staleAt: everyMinute }).complete(
    [30, 29, 28, 2, 1, 0].map((minutes) => observation(NOON - minutes * MINUTE, acme)),
  );
  expect(await said()).toContain(
    '7 of 32 slots of this time brought all wallets. 25 slots went by without a poll.',
  );
});
