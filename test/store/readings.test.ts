import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createReadings } from '../../src/store/readings.ts';
import { failure, ledgerOf, observation, wallet } from '../support/ledger.ts';
import { execute, type TestDatabase, testDatabase } from '../support/postgres.ts';

const MINUTE = 60_000;
const NOW = Date.UTC(2026, 10, 20, 12, 0, 30);
const noon = Date.UTC(2026, 10, 20, 12);

let db: TestDatabase;
let ticks: number;

beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db[Symbol.asyncDispose]());
beforeEach(async () => {
  ticks = 0;
  await execute(
    db.url,
    'TRUNCATE floatwatch.poll, floatwatch.snapshot, floatwatch.wallet, floatwatch.account',
  );
});

const readings = () =>
  createReadings({
    pool: db.pool,
    schema: 'floatwatch',
    clock: { now: () => NOW, monotonic: () => ticks },
  });
const store = (slots: readonly number[]) =>
  ledgerOf(db.pool).close(slots.map((slot, i) => observation(slot, { wallets: [wallet(`${i}.50`)] })));

describe('sparklines', () => {
  test('have the last snapshot of each quarter of an hour within a day, digit for digit', async () => {
    await store([noon - 1441 * MINUTE, noon - 40 * MINUTE, noon - 31 * MINUTE, noon - 20 * MINUTE, noon]);
    const charts = await readings().sparklines();
    expect([...charts.keys()]).toEqual(['acme-ug/UGX/MERCHANT_PAYOUT']);
    expect(charts.get('acme-ug/UGX/MERCHANT_PAYOUT')).toEqual([
      { at: noon - 31 * MINUTE + 350, available: '2.50' },
      { at: noon - 20 * MINUTE + 350, available: '3.50' },
      { at: noon + 350, available: '4.50' },
    ]);
  });

  test('have at most 97 points, however often was polled', async () => {
    await store(Array.from({ length: 1_500 }, (_, i) => noon - i * MINUTE));
    expect((await readings().sparklines()).get('acme-ug/UGX/MERCHANT_PAYOUT')).toHaveLength(96);
  });

  test('are broken where nothing was seen', async () => {
    await store([0, 15, 30, 45, 300, 315].map((before) => noon - before * MINUTE));
    const points = (await readings().sparklines()).get('acme-ug/UGX/MERCHANT_PAYOUT')!;
    expect(points.map(({ available }) => available)).toEqual([
      '5.50',
      '4.50',
      null,
      '3.50',
      '2.50',
      '1.50',
      '0.50',
    ]);
  });

  test('are read once for all who look within half a minute, and again after a failure', async () => {
    const read = readings();
    await store([noon - MINUTE]);
    const [first, second] = await Promise.all([read.sparklines(), read.sparklines()]);
    expect(second).toBe(first);
    await store([noon]);
    ticks = 29_999;
    expect(await read.sparklines()).toBe(first);
    await execute(db.url, 'ALTER TABLE floatwatch.snapshot RENAME TO elsewhere');
    ticks = 30_000;
    await expect(read.sparklines()).rejects.toThrow();
    await execute(db.url, 'ALTER TABLE floatwatch.elsewhere RENAME TO snapshot');
    expect((await read.sparklines()).get('acme-ug/UGX/MERCHANT_PAYOUT')).toHaveLength(1);
  });
});

describe('polls', () => {
  test('are those of the account and the range that ended, the latest first', async () => {
    const ledger = ledgerOf(db.pool);
    await ledger.claim([{ account: 'acme-ug', slot: noon - 3 * MINUTE }]);
    await ledger.close([
      observation(noon - 5 * MINUTE),
      observation(noon - 2 * MINUTE),
      failure(noon - MINUTE),
      failure(noon),
      observation(noon - MINUTE, { account: 'acme-ke' }),
    ]);
    const polls = await readings().polls('acme-ug', { from: noon - 4 * MINUTE, to: noon });
    expect(polls).toMatchObject([
      { slot: noon - MINUTE, outcome: 'connect', httpStatus: null, detail: 'connection refused' },
      { slot: noon - 2 * MINUTE, outcome: 'ok', httpStatus: 200, wallets: 1, durationMs: 250 },
    ]);
    expect(await readings().polls('nobody', { from: 0, to: NOW })).toEqual([]);
  });
});
