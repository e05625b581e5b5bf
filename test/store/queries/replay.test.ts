import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Observation } from '../../../src/domain/observation.ts';
import { replay } from '../../../src/store/queries/replay.ts';
import { failure, ledgerOf, observation, recentSlot, wallet } from '../../support/ledger.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

const MINUTE = 60_000;
const START = recentSlot() - 200 * MINUTE;
let db: TestDatabase;

beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db[Symbol.asyncDispose]());

test('history is handed over in parts that fit into memory, however many wallets there are', async () => {
  const seen = Array.from({ length: 120 }, (_, minute) => {
    const wallets = ['A', 'B', 'C'].map((walletType) => wallet(`${minute}.50`, { walletType }));
    return minute % 7 === 6
      ? failure(START + minute * MINUTE)
      : observation(START + minute * MINUTE, { wallets });
  });
  await ledgerOf(db.pool).complete(seen);
  const range = { url: db.url, schema: 'floatwatch', since: START - MINUTE, until: START + 150 * MINUTE };
  const parts: Observation[][] = [[]];
  await replay(
    { ...range, atOnce: 30 },
    (each) => parts.at(-1)!.push(each),
    () => parts.push([]),
  );
  const told = parts.flat();
  expect(told.map(({ slot }) => slot)).toEqual(seen.map(({ slot }) => slot));
  expect(told.map(({ wallets }) => wallets)).toEqual(
    seen.map(({ wallets }) => wallets.map((each) => expect.objectContaining(each))),
  );
  expect(Math.max(...parts.map((part) => part.length))).toBe(10);
});

test('polls of which retention has left no snapshots are no history: a rate of alerts would be one of days without any', async () => {
  await using own = await testDatabase();
  const kept = START + 5 * MINUTE;
  const seen = Array.from({ length: 10 }, (_, minute) =>
    minute === 2 ? failure(START + minute * MINUTE) : observation(START + minute * MINUTE),
  );
  await ledgerOf(own.pool).complete(seen);
  await own.pool.query('DELETE FROM floatwatch.snapshot WHERE account_id > 0 AND slot < $1', [
    new Date(kept).toISOString(),
  ]);
  const told: Observation[] = [];
  await replay({ url: own.url, schema: 'floatwatch', since: START, until: START + 10 * MINUTE }, (each) =>
    told.push(each),
  );
  expect(told.map(({ slot }) => slot)).toEqual(seen.map(({ slot }) => slot).filter((slot) => slot >= kept));
});
