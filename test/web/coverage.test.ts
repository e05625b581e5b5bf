// What the wallet's page says of the polls of its account.
import { request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createQueries } from '../../src/store/queries/queries.ts';
import { MINUTE, NOON, wallet } from '../metrics/house.ts';
import { failure, ledgerOf, observation } from '../support/ledger.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';
import { startWeb } from './start.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db[Symbol.asyncDispose]());

test('F5 slots without a poll count: two hours of minutes, three failures, a hole of twelve', async () => {
  const slots = Array.from({ length: 120 }, (_, i) => NOON - (119 - i) * MINUTE).filter(
    (_, i) => i < 40 || i >= 52,
  );
  await ledgerOf(db.pool).complete(
    slots.map((slot, i) =>
      i % 40 === 7 ? failure(slot, { account: 'acme' }) : observation(slot, { account: 'acme' }),
    ),
  );
  const clock = { now: () => NOON + 30_000, monotonic: () => 0 };
  const { polls } = createQueries({ pool: db.pool, schema: '"floatwatch"', clock });
  const accounts = () => [{ account: 'acme', schedule: '* * * * *', timezone: 'UTC' }];
  await using web = await startWeb({}, {}, { polls, accounts });
  web.house.clock.advance(30_000);
  web.house.observe('acme', [wallet('UGX', 'MERCHANT_PAYOUT', '10')]);
  const { body } = await request(`${web.url}/wallets/acme/UGX/MERCHANT_PAYOUT`);
  const text = (await body.text()).replace(/<[^>]+>/g, '');
  expect(text).toContain('105 of the last 120 slots brought all wallets.');
  expect(text).toContain('12 slots went by without a poll.');
});
