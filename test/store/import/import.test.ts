import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ImportedSnapshot, importSnapshots } from '../../../src/store/import/import.ts';
import { createPool } from '../../../src/store/postgres/pool.ts';
import { createQueries } from '../../../src/store/queries/queries.ts';
import { ledgerOf, observation, wallet } from '../../support/ledger.ts';
import { execute, type TestDatabase, testDatabase } from '../../support/postgres.ts';

const MINUTE = 60_000;
const first = Date.parse('2024-02-28T20:00:00Z');
let db: TestDatabase;

beforeEach(async () => {
  db = await testDatabase();
});
afterEach(() => db[Symbol.asyncDispose]());

const sql = (text: string, values: unknown[] = []) => execute(db.url, text, values);
const run = (snapshots: Iterable<ImportedSnapshot>, more = {}) =>
  importSnapshots(snapshots, {
    url: db.url,
    schema: 'floatwatch',
    timezone: () => 'Africa/Kampala',
    ...more,
  });
const snapshots = (count: number, account = 'acme-ug'): ImportedSnapshot[] =>
  Array.from({ length: count }, (_, i) => ({
    account,
    slot: first + i * MINUTE,
    observedAt: first + i * MINUTE + 350,
    ...wallet(`${i}.50`),
  }));

test('what was imported is history like any other: snapshots, polls, figures; months are made as needed', async () => {
  expect(await run(snapshots(3_000))).toEqual({ stored: 3_000, known: 0 });
  expect(
    await sql('SELECT count(*)::int AS n, sum(available)::text AS sum FROM floatwatch.balances'),
  ).toEqual([{ n: 3_000, sum: `${(3_000 * 2_999) / 2 + 1_500}.00` }]);
  const [poll] = await sql('SELECT * FROM floatwatch.polls ORDER BY slot LIMIT 1');
  expect(poll).toMatchObject({ outcome: 'ok', replica: 'import', observed_at: new Date(first + 350) });
  expect(await sql('SELECT * FROM floatwatch.gaps')).toEqual([]);
  expect(
    await sql('SELECT day::text, opening_available, samples FROM floatwatch.balances_daily ORDER BY day'),
  ).toEqual([
    { day: '2024-02-28', opening_available: '0.50', samples: 60 },
    { day: '2024-02-29', opening_available: '60.50', samples: 1_440 },
    { day: '2024-03-01', opening_available: '1500.50', samples: 1_440 },
    { day: '2024-03-02', opening_available: '2940.50', samples: 60 },
  ]);
  const [rolled] = await sql('SELECT sum(samples)::int AS n FROM floatwatch.balance_daily');
  expect(rolled).toEqual({ n: 3_000 }); // and not only worked out by the view
});

test('what tells how long it held can be believed so long, and what does not is not known to', async () => {
  const told = snapshots(2).map((each) => ({ ...each, staleAt: each.slot + 150_000 }));
  await run([...told, ...snapshots(1, 'acme-ke')]);
  await using pool = createPool({ url: db.url, max: 1 });
  const { at } = createQueries({
    ...{ pool, schema: '"floatwatch"' },
    clock: { now: () => first, monotonic: () => 0 },
  });
  const { wallets } = await at({ at: first + MINUTE + 1_000, accounts: [] });
  expect(wallets.map(({ account, seen }) => [account, seen?.staleAt])).toEqual([
    ['acme-ke', null],
    ['acme-ug', first + MINUTE + 150_000],
  ]);
});

test('G6 an import can be repeated, and brings what is new among what is known', async () => {
  await run(snapshots(100));
  expect(await run(snapshots(150))).toEqual({ stored: 50, known: 100 });
  expect(await run(snapshots(150))).toEqual({ stored: 0, known: 150 });
  expect(await sql('SELECT sum(samples)::int AS n FROM floatwatch.balances_daily')).toEqual([{ n: 150 }]);
  const twice = snapshots(10, 'acme-ke');
  expect(await run([...twice, ...twice])).toEqual({ stored: 10, known: 10 });
});

test('what we saw ourselves is never replaced', async () => {
  await ledgerOf(db.pool).complete([observation(first, { wallets: [wallet('7')] })]);
  expect(await run(snapshots(2))).toEqual({ stored: 1, known: 1 });
  expect(await sql('SELECT available FROM floatwatch.balances ORDER BY slot')).toEqual([
    { available: '7' },
    { available: '1.50' },
  ]);
  expect(await sql('SELECT replica FROM floatwatch.polls ORDER BY slot')).toEqual([
    { replica: 'a' },
    { replica: 'import' },
  ]);
});

test('days that were rolled up already are made anew', async () => {
  await run(snapshots(60));
  await run(
    snapshots(60).map((each) => ({
      ...each,
      slot: each.slot + 30_000,
      observedAt: each.observedAt + 30_000,
    })),
  );
  expect(await sql('SELECT samples FROM floatwatch.balance_daily')).toEqual([{ samples: 120 }]);
});

test('one that is interrupted keeps what is committed, and is gone on with', async () => {
  const stop = new AbortController();
  const progress: number[] = [];
  const onProgress = ({ stored }: { stored: number }) => {
    progress.push(stored);
    stop.abort();
  };
  const some = await run(snapshots(45_000), { signal: stop.signal, onProgress });
  expect(progress).toEqual([some.stored]);
  expect(some.stored).toBeLessThan(45_000);
  expect(await run(snapshots(45_000))).toEqual({ stored: 45_000 - some.stored, known: some.stored });
});

test('E13 a part that spans more than two years makes all the months that it needs', async () => {
  const months = Array.from({ length: 40 }, (_, i) => Date.UTC(2015, i, 1));
  const part = months.map((slot) => ({ account: 'acme-ug', slot, observedAt: slot, ...wallet('1') }));
  expect(await run(part)).toEqual({ stored: 40, known: 0 });
});

test('a database that refuses a part is not asked for it once more, and what it says is told', async () => {
  await sql('CREATE SEQUENCE floatwatch.tries');
  await sql(`CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    PERFORM nextval('floatwatch.tries');
    RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100';
  END $$`);
  await sql(
    'CREATE TRIGGER full_disk BEFORE INSERT ON floatwatch.snapshot FOR EACH STATEMENT EXECUTE FUNCTION full_disk()',
  );
  await expect(run(snapshots(1))).rejects.toThrow('No space left on device');
  expect(await sql('SELECT last_value::int, is_called FROM floatwatch.tries')).toEqual([
    { last_value: 1, is_called: true },
  ]);
});
