// Which wallets forget_after may forget: answers must have come that didn't name them.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { quoteSchema } from '../../../src/store/postgres/connection.ts';
import { readMissingWallets, unnamedFor } from '../../../src/store/queries/unnamed-wallets.ts';
import { failure, ledgerOf, observation, recentSlot, wallet } from '../../support/ledger.ts';
import { execute, type TestDatabase, testDatabase } from '../../support/postgres.ts';

const HOUR = 3_600_000;
const slot = recentSlot();
const schema = quoteSchema('floatwatch');
const closed = wallet('7', { walletType: 'CLOSED' });
const open = wallet('5', { walletType: 'OPEN' });

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db[Symbol.asyncDispose]());
beforeEach(() =>
  execute(db.url, 'TRUNCATE floatwatch.poll, floatwatch.snapshot, floatwatch.forgotten_wallet'),
);

const store = (...polls: Parameters<ReturnType<typeof ledgerOf>['complete']>[0]) =>
  ledgerOf(db.pool).complete(polls);
const hoursAgo = (hours: number) => slot - hours * HOUR;

/** What may be forgotten when it wasn't named for so many hours. */
async function found(hours: number): Promise<string[]> {
  const missing = await readMissingWallets(db.pool, schema, ['acme-ug']);
  const forMs = hours * HOUR;
  const unnamed = await unnamedFor(db.pool, schema, { account: 'acme-ug', forMs, missing });
  return unnamed.map(({ walletType }) => walletType);
}

test('D11 a wallet that good answers have lacked for so long, and no other', async () => {
  await store(
    observation(hoursAgo(5), { wallets: [open, closed] }),
    observation(hoursAgo(3), { wallets: [open] }),
    observation(slot, { wallets: [open] }),
  );
  expect(await found(2)).toEqual(['CLOSED']);
  expect(await found(4)).toEqual([]); // it was last named five hours ago, but missing for three only
});

test('D11 time in which nothing was asked or answered does not count', async () => {
  await store(
    observation(hoursAgo(100), { wallets: [open, closed] }),
    failure(hoursAgo(50)),
    observation(hoursAgo(1), { wallets: [open] }),
  );
  expect(await found(2)).toEqual([]);
});

test('D11 an answer that may have named it does: unreadable by its name, or of a currency without an answer', async () => {
  const named = { currency: 'UGX', walletType: 'CLOSED', reason: 'malformed' as const };
  const unanswered = { currency: 'UGX', walletType: '', reason: 'unanswered' as const };
  const other = { currency: 'KES', walletType: '', reason: 'unanswered' as const };
  const partial = (hours: number, unreadable: (typeof named | typeof unanswered)[]) =>
    observation(hoursAgo(hours), { outcome: 'partial', wallets: [open], unreadable });
  const before = observation(hoursAgo(9), { wallets: [open, closed] });
  const now = observation(slot, { wallets: [open] });
  for (const [unreadable, forgotten] of [
    [[named], []],
    [[unanswered], []],
    [[other], ['CLOSED']],
  ] as const) {
    await execute(db.url, 'TRUNCATE floatwatch.poll, floatwatch.snapshot');
    await store(before, observation(hoursAgo(8), { wallets: [open] }), partial(3, [...unreadable]), now);
    expect(await found(5)).toEqual(forgotten);
  }
});

test('D11 one that is stale with all of its account, or named again, or forgotten, is not missing', async () => {
  await store(
    observation(hoursAgo(9), { wallets: [open, closed] }),
    observation(hoursAgo(8), { wallets: [open] }),
  );
  expect(await found(5)).toEqual(['CLOSED']);
  await execute(
    db.url,
    `INSERT INTO floatwatch.forgotten_wallet (account, currency, wallet_type, forgotten_by)
     VALUES ('acme-ug', 'UGX', 'CLOSED', 'forget_after')`,
  );
  expect(await found(5)).toEqual([]);
  await execute(db.url, 'TRUNCATE floatwatch.forgotten_wallet');
  await store(observation(slot, { wallets: [open, closed] }));
  expect(await found(5)).toEqual([]);
});

test('D13 of two thousand wallets that nothing has named for a fortnight of minutes', async () => {
  await execute(
    db.url,
    `SELECT floatwatch.make_partitions(now() - interval '40 days', now());
     INSERT INTO floatwatch.account (name) VALUES ('endless');
     INSERT INTO floatwatch.poll (account_id, slot, operation, claim, claimed_at, replica, outcome)
     SELECT a.account_id, now() - i * interval '1 minute', 'balances', gen_random_uuid(), now(), 'a', 'ok'
     FROM floatwatch.account a, generate_series(1, 20160) i WHERE a.name = 'endless'`,
  );
  const missing = Array.from({ length: 2_000 }, (_, i) => ({
    account: 'endless',
    ...{ currency: 'UGX', walletType: `T${i}`, seenAt: hoursAgo(i === 7 ? 24 : 14 * 24) },
  }));
  const unnamed = await unnamedFor(db.pool, schema, { account: 'endless', forMs: 7 * 24 * HOUR, missing });
  expect(unnamed).toHaveLength(1_999);
});
