import type { QueryResultRow } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { statementRecord } from '../../../src/domain/statement.ts';
import { SEARCH_AT_ONCE } from '../../../src/store/engines/timescaledb.ts';
import { rollUp } from '../../../src/store/maintenance/rollups.ts';
import type { Queryable } from '../../../src/store/postgres/pool.ts';
import { createQueries } from '../../../src/store/queries/queries.ts';
import { readStatement } from '../../../src/store/queries/statement.ts';
import { failure, ledgerOf, observation, recentSlot, wallet } from '../../support/ledger.ts';
import { ENGINE, execute, type TestDatabase, testDatabase, withoutHistory } from '../../support/postgres.ts';

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
  await withoutHistory(db);
});

const SHOWN = [{ account: 'acme-ug', currency: 'UGX', walletType: 'MERCHANT_PAYOUT' }];
const readings = () =>
  createQueries({
    pool: db.pool,
    schema: '"floatwatch"',
    clock: { now: () => NOW, monotonic: () => ticks },
  });
async function flat<T>(parts: AsyncIterable<readonly T[]>): Promise<T[]> {
  const all: T[] = [];
  for await (const part of parts) all.push(...part);
  return all;
}
const store = (slots: readonly number[]) =>
  ledgerOf(db.pool).complete(slots.map((slot, i) => observation(slot, { wallets: [wallet(`${i}.50`)] })));

describe('sparklines', () => {
  test('have the last snapshot of each quarter of an hour within a day, digit for digit', async () => {
    await store([noon - 1441 * MINUTE, noon - 40 * MINUTE, noon - 31 * MINUTE, noon - 20 * MINUTE, noon]);
    const charts = await readings().sparklines(SHOWN);
    expect([...charts.keys()]).toEqual(['acme-ug/UGX/MERCHANT_PAYOUT']);
    expect(charts.get('acme-ug/UGX/MERCHANT_PAYOUT')).toEqual([
      { at: noon - 31 * MINUTE + 350, available: '2.50' },
      { at: noon - 20 * MINUTE + 350, available: '3.50' },
      { at: noon + 350, available: '4.50' },
    ]);
  });

  test('have at most 97 points, however often was polled', async () => {
    await store(Array.from({ length: 1_500 }, (_, i) => noon - i * MINUTE));
    expect((await readings().sparklines(SHOWN)).get('acme-ug/UGX/MERCHANT_PAYOUT')).toHaveLength(96);
  });

  test('are broken where nothing was seen', async () => {
    await store([0, 15, 30, 45, 300, 315].map((before) => noon - before * MINUTE));
    const points = (await readings().sparklines(SHOWN)).get('acme-ug/UGX/MERCHANT_PAYOUT')!;
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

  test('tell TimescaleDB how to search, and no later statement', async () => {
    const told = (on: Queryable) =>
      on.query("SELECT current_setting('timescaledb.enable_runtime_exclusion', true) AS value");
    const during = await db.pool.transaction(async (tx) => {
      await tx.query(SEARCH_AT_ONCE);
      return await told(tx);
    });
    const isTimescale = ENGINE === 'timescaledb';
    expect(during).toEqual([{ value: isTimescale ? 'off' : null }]);
    expect(await told(db.pool)).toEqual([{ value: isTimescale ? 'on' : null }]);
  });

  test('are read once for all who look within half a minute, and again after a failure', async () => {
    const read = readings();
    await store([noon - MINUTE]);
    const [first, second] = await Promise.all([read.sparklines(SHOWN), read.sparklines(SHOWN)]);
    expect(second).toBe(first);
    await store([noon]);
    ticks = 29_999;
    expect(await read.sparklines(SHOWN)).toBe(first);
    await execute(db.url, 'ALTER TABLE floatwatch.snapshot RENAME TO elsewhere');
    ticks = 30_000;
    await expect(read.sparklines(SHOWN)).rejects.toThrow();
    await execute(db.url, 'ALTER TABLE floatwatch.elsewhere RENAME TO snapshot');
    expect((await read.sparklines(SHOWN)).get('acme-ug/UGX/MERCHANT_PAYOUT')).toHaveLength(1);
  });
});

describe('polls', () => {
  test('are those of the account and the range that ended, the latest first', async () => {
    const ledger = ledgerOf(db.pool);
    await ledger.claim([{ account: 'acme-ug', slot: noon - 3 * MINUTE }]);
    await ledger.complete([
      observation(noon - 5 * MINUTE),
      observation(noon - 2 * MINUTE),
      failure(noon - MINUTE),
      failure(noon),
      observation(noon - MINUTE, { account: 'acme-ke' }),
    ]);
    const { polls, first } = await readings().polls('acme-ug', { from: noon - 4 * MINUTE, to: noon });
    expect(first).toBe(noon - 5 * MINUTE);
    expect(polls).toMatchObject([
      { slot: noon - MINUTE, outcome: 'connect', httpStatus: null, detail: 'connection refused' },
      { slot: noon - 2 * MINUTE, outcome: 'ok', httpStatus: 200, wallets: 1, durationMs: 250 },
    ]);
    expect(await readings().polls('nobody', { from: 0, to: NOW })).toEqual({ polls: [], first: null });
  });
});

test('at an instant a wallet that was forgotten by then is none, until a response names it again', async () => {
  await store([noon - 9 * MINUTE, noon]);
  await execute(
    db.url,
    `INSERT INTO floatwatch.forgotten_wallet (forgotten_at, account, currency, wallet_type, forgotten_by)
     VALUES ('2026-11-20T11:55:00Z', 'acme-ug', 'UGX', 'MERCHANT_PAYOUT', 'anna')`,
  );
  onTestFinished(async () => void (await execute(db.url, 'DELETE FROM floatwatch.forgotten_wallet')));
  const known = async (minutesAgo: number) => {
    const { wallets } = await readings().at({ at: noon - minutesAgo * MINUTE, accounts: [] });
    return wallets.map(({ seen }) => seen?.balance.available);
  };
  expect(await known(6)).toEqual(['0.50']);
  expect(await known(4)).toEqual([]);
  expect(await known(-1)).toEqual(['1.50']);
});

describe('a wallet', () => {
  const name = { account: 'acme-ug', currency: 'UGX', walletType: 'MERCHANT_PAYOUT' };

  test('every snapshot of a range, however many, once and in order', async () => {
    await execute(
      db.url,
      `SELECT floatwatch.make_partitions('2026-11-20', '2026-11-20');
       INSERT INTO floatwatch.account (name) VALUES ('acme-ug');
       INSERT INTO floatwatch.wallet (account_id, currency, wallet_type, exposable)
         SELECT account_id, 'UGX', 'MERCHANT_PAYOUT', true FROM floatwatch.account;
       INSERT INTO floatwatch.snapshot
         SELECT '2026-11-20T12:00:00Z'::timestamptz - n * interval '1 s', account_id, wallet_id, 0, n, n, 0, 0
         FROM floatwatch.wallet, generate_series(1, 20000) n`,
    );
    const parts = await readings().history(name, { from: noon - 20_000_000, to: noon }, 'raw');
    const points = await flat(parts!);
    expect(points).toHaveLength(20_000);
    expect(points[0]).toMatchObject({ at: noon - 20_000_000, slot: noon - 20_000_000, available: '20000' });
    expect(new Set(points.map(({ at }) => at)).size).toBe(20_000);
    const chart = (await readings().chart(name, { from: noon - 20_000_000, to: noon }))!;
    expect(chart.length).toBeLessThanOrEqual(1_501);
    expect(chart.reduce((sum, { samples }) => sum + samples, 0)).toBe(20_000);
    expect(chart[0]).toMatchObject({ opening: '20000', highest: '20000' });
  });

  test('by hour and by day when the range is long; unknown when none has the name', async () => {
    await store([noon - 60 * MINUTE, noon - 30 * MINUTE, noon]);
    const range = { from: noon - 1_440 * MINUTE, to: noon + 1_440 * MINUTE };
    expect(await readings().chart(name, range)).toEqual([
      expect.objectContaining({
        at: noon,
        since: noon - 60 * MINUTE,
        opening: '0.50',
        lowest: '0.50',
        available: '1.50',
        samples: 2,
      }),
      expect.objectContaining({ since: noon, available: '2.50' }),
    ]);
    const days = await readings().history(name, { ...range, from: 0 });
    expect(await flat(days!)).toMatchObject([
      { since: Date.UTC(2026, 10, 20), opening: '0.50', available: '2.50', samples: 3 },
    ]);
    expect(await readings().history({ ...name, currency: 'KES' }, range)).toBeUndefined();
    expect(await readings().chart({ ...name, currency: 'KES' }, range)).toBeUndefined();
  });

  test('F2 a chart is broken where nothing was seen: by snapshots, hours and days', async () => {
    const amounts = async (slots: readonly number[], days: number) => {
      await execute(db.url, 'TRUNCATE floatwatch.poll, floatwatch.snapshot');
      await store(slots);
      const range = { from: noon - days * 1_440 * MINUTE, to: noon + MINUTE };
      return (await readings().chart(name, range))!.map(({ available }) => available);
    };
    const ago = (minutes: readonly number[]) => minutes.map((each) => noon - each * MINUTE);
    expect(await amounts(ago([400, 395, 390, 10, 5, 0]), 1)).toEqual(['0.50', '1.50', '2.50', null, '3.50', '4.50', '5.50']); // biome-ignore format: one line
    expect(await amounts(ago([1_500, 1_440, 1_380, 60, 0]), 7)).toEqual(['0.50', '1.50', '2.50', null, '3.50', '4.50']); // biome-ignore format: one line
    const day = 1_440;
    expect(await amounts(ago([90, 89, 88, 1, 0].map((days) => days * day)), 100)).toEqual(['0.50', '1.50', '2.50', null, '3.50', '4.50']); // biome-ignore format: one line
  });

  test('F3 the closing of an hour or a day stands at its end, and no later than now', async () => {
    await store([noon - 60 * MINUTE, noon - 30 * MINUTE, noon + 10 * MINUTE]);
    const range = { from: noon - 7 * 1_440 * MINUTE, to: noon + 7 * 1_440 * MINUTE };
    const hours = await flat((await readings().history(name, range, 'hour'))!);
    const last = Math.min(noon + 60 * MINUTE, Date.now());
    expect(hours.map(({ at, available }) => [at, available])).toEqual([
      [noon, '1.50'],
      [expect.closeTo(last, -4), '2.50'],
    ]);
    expect(hours.map((point) => (point as { since?: number }).since)).toEqual([noon - 60 * MINUTE, noon]);
    const [day] = await flat((await readings().history(name, range, 'day'))!);
    expect(day).toMatchObject({ at: expect.closeTo(Math.min(Date.UTC(2026, 10, 21), Date.now()), -4), since: Date.UTC(2026, 10, 20) }); // biome-ignore format: one line
  });

  test('has no days where Postgres does not know the time zone of its account', async () => {
    await store([noon]);
    await execute(db.url, `UPDATE floatwatch.account SET timezone = 'Africa/Atlantis', zone_known = false`);
    const range = { from: 0, to: noon + 1_440 * MINUTE };
    expect(await flat((await readings().history(name, range, 'day'))!)).toEqual([]);
    expect(await readings().chart(name, range)).toEqual([]);
    expect(await flat((await readings().history(name, range, 'raw'))!)).toHaveLength(1);
  });

  test('where Postgres does not know the time zone of one account, a statement has its days of before, and all of the others', async () => {
    const [known, unknown] = ['acme-ug', 'acme-ke'];
    const at = [noon - 1_440 * MINUTE, noon].flatMap((slot) => [
      observation(slot, { account: known, wallets: [wallet('1.50')] }),
      observation(slot, { account: unknown, wallets: [wallet('2.50')] }),
    ]);
    await ledgerOf(db.pool).complete(at);
    await rollUp(db.pool, '"floatwatch"');
    await execute(
      db.url,
      `UPDATE floatwatch.account SET timezone = 'Africa/Atlantis' WHERE name = 'acme-ke'`,
    );
    await expect(rollUp(db.pool, '"floatwatch"')).rejects.toThrow('Africa/Atlantis'); // and it notes that
    const lines = await flat(readings().statement({ from: '2026-11-19', to: '2026-11-20', accounts: [] }));
    expect(lines.map(({ account, day, outflow }) => [account, day, outflow])).toEqual([
      ['acme-ke', '2026-11-19', null],
      ['acme-ke', '2026-11-20', null],
      ['acme-ug', '2026-11-19', '0'],
      ['acme-ug', '2026-11-20', '0'],
    ]);
  });

  test('a statement is of whole days', async () => {
    await store([noon - 1_440 * MINUTE, noon]);
    const lines = await flat(
      readings().statement({ from: '2026-11-20', to: '2026-11-20', accounts: ['acme-ug'] }),
    );
    expect(lines).toMatchObject([
      { day: '2026-11-20', ...name, available: { opening: '1.50', netChange: '0.00' } },
    ]);
    const range = { from: '2026-11-19', to: '2026-11-20' };
    expect(await flat(readings().statement({ ...range, currencies: ['KES'] }))).toEqual([]);
    expect(await flat(readings().statement({ ...range, walletTypes: ['OTHER'] }))).toEqual([]);
    const several = { currencies: ['KES', 'UGX'], walletTypes: ['OTHER', name.walletType], accounts: [] };
    expect(await flat(readings().statement({ ...range, ...several }))).toHaveLength(2);
  });

  test('a statement of several accounts has what each of them has, and nothing of the days around', async () => {
    const accounts = ['acme-ke', 'acme-ug'];
    const slots = [-13, 0, 3, 13].map((hours) => noon + hours * 60 * MINUTE);
    for (const account of accounts)
      await ledgerOf(db.pool).complete(
        slots.map((slot, i) => observation(slot, { account, wallets: [wallet(`${100 - i ** 2}`)] })),
      );
    const linesOf = async (names: readonly string[]) =>
      await flat(readings().statement({ from: '2026-11-20', to: '2026-11-20', accounts: names }));
    for (const work of [async () => {}, async () => await rollUp(db.pool, '"floatwatch"')]) {
      await work();
      const lines = await linesOf(accounts);
      expect(lines.map(({ account, outflow }) => [account, outflow])).toEqual(
        accounts.map((account) => [account, '3']),
      );
      expect(lines).toEqual((await Promise.all(accounts.map((name) => linesOf([name])))).flat());
      expect(await linesOf([])).toEqual(lines);
    }
  });

  test('a statement has the figures of the view balances_daily: of days, and of snapshots since', async () => {
    const HALF = 30 * MINUTE;
    const last = recentSlot();
    const seen = Array.from({ length: 100 }, (_, i) => {
      const slot = last - i * HALF;
      const readable = i % 7 !== 0;
      const available = readable ? `${(i * 37) % 101}.${i % 3 === 0 ? '5' : '25'}` : null;
      return observation(slot, {
        wallets: [wallet(available), wallet(`${i}`, { walletType: 'COLLECTION' })],
      });
    });
    await ledgerOf(db.pool).complete(seen.slice(1));
    await rollUp(db.pool, '"floatwatch"');
    await ledgerOf(db.pool).complete(seen.slice(0, 1));
    const [from, to] = [last - 100 * HALF, last].map((at) => new Date(at).toISOString().slice(0, 10));
    const lines = await flat(readings().statement({ from: from!, to: to!, accounts: ['acme-ug'] }));
    const columns = Object.keys(statementRecord(lines[0]!)).filter((column) => !/flow$/.test(column));
    const rows = await execute(
      db.url,
      `SELECT ${columns.join(', ').replace(/\bday\b/, 'day::text')} FROM floatwatch.balances_daily
       ORDER BY account, currency, wallet_type, day`,
    );
    expect(lines.length).toBeGreaterThan(4);
    expect(lines.map(statementRecord)).toEqual(rows.map((row) => expect.objectContaining(row)));
    expect(lines.filter(({ outflow }) => outflow === null)).toEqual([]);
  });

  test('a statement tells no outflow of other hours: days of before the zone was changed stay as they were', async () => {
    const HOUR = 60 * MINUTE;
    const midnight = Date.UTC(2026, 10, 17);
    let left = 10_000;
    // An hour and a snapshot: each day 10 go out, and at its end 100, then 200, then 300.
    const seen = Array.from({ length: 72 }, (_, hour) => {
      left -= hour % 24 === 22 ? 100 * Math.ceil(hour / 24) : 1;
      return observation(midnight + hour * HOUR, { wallets: [wallet(`${left}`)] });
    });
    await ledgerOf(db.pool).complete(seen);
    expect(await rollUp(db.pool, '"floatwatch"')).toBe(true);
    const outflows = async () => {
      const lines = await flat(readings().statement({ from: '2026-11-17', to: '2026-11-19' }));
      return lines.map(({ outflow, inflow }) => ({ outflow, inflow }));
    };
    const told = [122, 222, 322].map((outflow) => ({ outflow: `${outflow}`, inflow: '0' }));
    expect(await outflows()).toEqual(told);
    await ledgerOf(db.pool, 'a', { timezone: () => 'Africa/Kampala' }).claim([
      { account: 'acme-ug', slot: noon },
    ]);
    expect(await outflows()).toEqual(told.map(() => ({ outflow: null, inflow: null })));
  });

  test('a statement reads nothing of wallets that it is not about', async () => {
    const wallets = ['PAYOUT', 'COLLECTION'].map((walletType) => wallet('1.50', { walletType }));
    for (const account of ['first', 'in between', 'last'])
      await ledgerOf(db.pool).complete([observation(noon, { account, wallets })]);
    const names = new Map<unknown, string>();
    const read: unknown[] = [];
    const reading: Queryable = {
      async query<Row extends QueryResultRow>(text: string, values?: readonly unknown[]) {
        const rows = await db.pool.query<Row>(text, values);
        for (const { walletId, account, walletType } of rows) names.set(walletId, `${account} ${walletType}`);
        read.push(...rows.map((row) => row['name'] ?? names.get(row['walletId'] ?? row['wallet_id'])));
        return rows;
      },
    };
    const about = { accounts: ['first', 'last'], walletTypes: ['PAYOUT'], currencies: ['UGX'] };
    const lines = await readStatement(reading, '"floatwatch"', {
      from: '2026-11-20',
      to: '2026-11-20',
      ...about,
    });
    expect(lines.map(({ account, inflow }) => [account, inflow])).toEqual([
      ['first', '0.00'],
      ['last', '0.00'],
    ]);
    expect(new Set(read)).toEqual(new Set(['first', 'last', 'first PAYOUT', 'last PAYOUT']));
  });
});
