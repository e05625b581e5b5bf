import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { WalletBalance } from '../../../src/domain/wallet.ts';
import { applyRetention } from '../../../src/store/maintenance/retention.ts';
import { rollUp } from '../../../src/store/maintenance/rollups.ts';
import type { Pool } from '../../../src/store/postgres/pool.ts';
import { failure, ledgerOf, observation, wallet } from '../../support/ledger.ts';
import {
  execute,
  heldTransaction,
  type TestDatabase,
  testDatabase,
  withoutHistory,
} from '../../support/postgres.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const SCHEMA = '"floatwatch"';

let db: TestDatabase;

beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db[Symbol.asyncDispose]());
beforeEach(() => withoutHistory(db));

const sql = (text: string, values: unknown[] = []) => execute(db.url, text, values);

/** Stores snapshots of one wallet, `[instant, available]`, as their polls bring them. */
async function store(
  points: readonly (readonly [at: number | string, available: string | null])[],
  { zone = 'UTC', account = 'acme-ug', more = {} as Partial<WalletBalance> } = {},
): Promise<void> {
  await ledgerOf(db.pool, 'a', { timezone: () => zone }).complete(
    points.map(([at, available]) =>
      observation(typeof at === 'number' ? at : Date.parse(at), {
        account,
        wallets: [wallet(available, more)],
      }),
    ),
  );
}

const hourly = () => sql('SELECT * FROM floatwatch.balances_hourly ORDER BY account, hour');
const daily = () =>
  sql('SELECT *, day::text AS day FROM floatwatch.balances_daily ORDER BY account, balances_daily.day');

/** What the views say of all snapshots, worked out without any rollup. */
async function plainly(): Promise<{ hourly: unknown[]; daily: unknown[] }> {
  await sql("UPDATE floatwatch.wallet SET rolled_to = '-infinity'");
  await sql('TRUNCATE floatwatch.balance_hourly, floatwatch.balance_daily');
  return { hourly: await hourly(), daily: await daily() };
}

describe('the views', () => {
  test('have the columns that they promise, digit for digit', async () => {
    await store([
      ['2026-05-04T10:00:00Z', '1000000.50'],
      ['2026-05-04T10:20:00Z', '999999.123456789012345678'],
      ['2026-05-04T10:40:00Z', '1250000.00'],
      ['2026-05-04T10:59:59.999Z', '-12.10'],
    ]);
    const figures = {
      account: 'acme-ug',
      currency: 'UGX',
      wallet_type: 'MERCHANT_PAYOUT',
      opening_available: '1000000.50',
      closing_available: '-12.10',
      lowest_available: '-12.10',
      highest_available: '1250000.00',
      opening_actual: '1000000.50',
      closing_actual: '-12.10',
      lowest_actual: '-12.10',
      highest_actual: '1250000.00',
      closing_uncleared: '0',
      closing_reserve: '0.00',
      samples: 4,
      account_id: expect.any(Number),
    };
    const net = { net_change_available: '-1000012.60', net_change_actual: '-1000012.60' };
    const hour = { ...figures, hour: new Date('2026-05-04T10:00:00Z') };
    for (const done of [false, true]) {
      if (done) expect(await rollUp(db.pool, SCHEMA)).toBe(true);
      expect(await hourly()).toEqual([hour]);
      expect(await daily()).toEqual([{ ...figures, ...net, day: '2026-05-04' }]);
    }
  });

  test('an amount that was unreadable is passed over, and unknown when there is no other', async () => {
    const none = { actual: null, uncleared: null, reserve: null };
    await store([[Date.parse('2026-05-04T10:00:00Z'), null]], { more: none });
    await store([['2026-05-04T10:05:00Z', '7']]);
    await store([['2026-05-04T10:10:00Z', null]], { more: none });
    await store([['2026-05-04T11:00:00Z', null]], { more: none });
    await rollUp(db.pool, SCHEMA);
    expect(await hourly()).toMatchObject([
      { opening_available: '7', closing_available: '7', closing_reserve: '0.00', samples: 3 },
      {
        opening_available: null,
        closing_available: null,
        lowest_actual: null,
        closing_reserve: null,
        samples: 1,
      },
    ]);
    expect(await daily()).toMatchObject([{ closing_available: '7', net_change_actual: '0', samples: 4 }]);
  });

  test('are right at any moment, however far the rollups have come', async () => {
    const start = Date.now() - 3 * DAY;
    await store(
      Array.from(
        { length: 3 * 48 },
        (_, i) => [start + i * 30 * MINUTE, `${(i * 7919) % 1_000}.${i}`] as const,
      ),
      { zone: 'Africa/Kampala' },
    );
    await store([[Date.now() - 1_000, '5']], { zone: 'Africa/Kampala' });
    expect(await rollUp(db.pool, SCHEMA)).toBe(true);
    const [{ rows } = {}] = await sql('SELECT count(*)::int AS rows FROM floatwatch.balance_hourly');
    expect(rows).toBeGreaterThan(65); // it has done something: the views are a mixture now
    const mixed = { hourly: await hourly(), daily: await daily() };
    expect(mixed.daily.at(-1)).toMatchObject({ closing_available: '5' });
    expect(await plainly()).toEqual(mixed);
  });
});

describe('business days', () => {
  const aroundTheClock = async (zone: string, from: string, hours: number, stepMs = 15 * MINUTE) => {
    await store(
      Array.from(
        { length: (hours * HOUR) / stepMs },
        (_, i) => [Date.parse(from) + i * stepMs, `${i}`] as const,
      ),
      { zone },
    );
    await rollUp(db.pool, SCHEMA);
    const rolled = { hourly: await hourly(), daily: await daily() };
    const samples = rolled.daily.map(({ day, samples }) => [day, samples]);
    expect(await plainly()).toEqual(rolled);
    return { samples, hours: rolled.hourly };
  };

  test('end at local midnight, not at that of UTC', async () => {
    await store(
      [
        ['2026-05-03T20:59:00Z', '1'], // 23:59 in Kampala
        ['2026-05-03T21:00:00Z', '2'],
        ['2026-05-04T20:59:59Z', '3'],
        ['2026-05-04T21:00:00Z', '4'],
      ],
      { zone: 'Africa/Kampala' },
    );
    for (const done of [false, true]) {
      if (done) await rollUp(db.pool, SCHEMA);
      expect(await daily()).toMatchObject([
        { day: '2026-05-03', opening_available: '1', closing_available: '1' },
        { day: '2026-05-04', opening_available: '2', closing_available: '3', net_change_available: '1' },
        { day: '2026-05-05', opening_available: '4' },
      ]);
    }
  });

  test('have 23 and 25 hours when the clocks change, and the hour that comes twice is two', async () => {
    const spring = await aroundTheClock('Europe/Berlin', '2026-03-28T00:00:00+01:00', 71);
    expect(spring.samples).toEqual([
      ['2026-03-28', 96],
      ['2026-03-29', 92],
      ['2026-03-30', 96],
    ]);
    await sql('TRUNCATE floatwatch.poll, floatwatch.snapshot, floatwatch.wallet, floatwatch.account');
    const autumn = await aroundTheClock('Europe/Berlin', '2026-10-24T00:00:00+02:00', 73);
    expect(autumn.samples).toEqual([
      ['2026-10-24', 96],
      ['2026-10-25', 100],
      ['2026-10-26', 96],
    ]);
    expect(autumn.hours).toHaveLength(73);
  });

  test.each([
    ['Asia/Kathmandu', '2026-05-04T00:00:00+05:45', 24],
    ['Australia/Lord_Howe', '2026-04-05T00:00:00+11:00', 24.5], // its summer time is half an hour
    ['America/Havana', '2026-03-08T01:00:00-04:00', 23], // its clocks change at midnight
  ])('of %s are whole', async (zone, from, hours) => {
    const { samples } = await aroundTheClock(zone, from, hours);
    expect(samples).toEqual([[from.slice(0, 10), hours * 4]]);
  });
});

test('after a change to a zone of half hours no half hour counts twice', async () => {
  const from = Date.parse('2026-05-04T09:00:00Z');
  await store(Array.from({ length: 18 }, (_, i) => [from + i * 10 * MINUTE, `${100 - i}`] as const));
  expect(await rollUp(db.pool, SCHEMA)).toBe(true);
  await sql("UPDATE floatwatch.wallet SET rolled_to = '2026-05-04T11:00Z'"); // as at noon of that day
  await sql("DELETE FROM floatwatch.balance_hourly WHERE hour >= '2026-05-04T11:00Z'");
  await sql("UPDATE floatwatch.account SET timezone = 'Asia/Kolkata'");
  expect(await rollUp(db.pool, SCHEMA)).toBe(true);
  const [sums] = await sql('SELECT sum(samples)::int AS samples FROM floatwatch.balance_hourly');
  expect(sums).toEqual({ samples: 18 });
});

test.for(['a result that comes late', 'the past of another wallet'])(
  'after a change to a zone of half hours %s makes nothing of before count twice',
  async (late) => {
    const from = Date.parse('2026-05-04T09:00:00Z');
    await store(Array.from({ length: 18 }, (_, i) => [from + i * 10 * MINUTE, `${100 - i}`] as const));
    await rollUp(db.pool, SCHEMA);
    const of = { zone: 'Asia/Kolkata', ...(late.startsWith('the') && { more: { walletType: 'OTHER' } }) };
    await store([[from + 65 * MINUTE, '93.5']], of);
    expect(await rollUp(db.pool, SCHEMA)).toBe(true);
    const [sums] = await sql(
      'SELECT sum(samples)::int AS samples, sum(outflow)::float8 AS outflow FROM floatwatch.balance_hourly',
    );
    expect(sums).toEqual({ samples: 19, outflow: 15 });
  },
);

describe('late results', () => {
  const first = Date.parse('2026-05-04T00:00:00Z');

  test('a drained spool changes the hours and days that it belongs to', async () => {
    await store([
      [first, '10'],
      [first + 30 * HOUR, '20'],
    ]);
    await rollUp(db.pool, SCHEMA);
    await store(Array.from({ length: 170 }, (_, i) => [first + (i + 1) * 10 * MINUTE, `${i}`] as const));
    expect(await daily()).toMatchObject([{ samples: 1 }, { samples: 1 }]); // not yet
    expect(await rollUp(db.pool, SCHEMA)).toBe(true);
    const rolled = { hourly: await hourly(), daily: await daily() };
    expect(rolled.daily).toMatchObject([
      { opening_available: '10', closing_available: '142', highest_available: '142', samples: 144 },
      { opening_available: '143', closing_available: '20', lowest_available: '20', samples: 28 },
    ]);
    expect(await sql('SELECT * FROM floatwatch.rollup_late')).toEqual([]);
    expect(await plainly()).toEqual(rolled);
  });

  test('what is stored while its hour is rolled up is not forgotten', async () => {
    await store([[first, '10']]);
    await rollUp(db.pool, SCHEMA);
    await store([[first + MINUTE, '11']]);
    // A writer whose transaction is still open when the marks are read.
    await using writer = await connected();
    await writer.query('BEGIN');
    await writer.query(
      `INSERT INTO floatwatch.snapshot SELECT slot + interval '2 min', account_id, wallet_id, 0, 12, 12, 0, 0
       FROM floatwatch.snapshot ORDER BY slot LIMIT 1`,
    );
    await writer.query(
      `INSERT INTO floatwatch.rollup_late SELECT date_trunc('hour', slot), account_id, gen_random_uuid()
       FROM floatwatch.snapshot ORDER BY slot LIMIT 1`,
    );
    await rollUp(db.pool, SCHEMA);
    await writer.query('COMMIT');
    expect(await hourly()).toMatchObject([{ closing_available: '11', samples: 2 }]);
    await rollUp(db.pool, SCHEMA);
    expect(await hourly()).toMatchObject([{ closing_available: '12', samples: 3 }]);
  });

  test.each([
    ['UTC', '2026-05-04T10:00:00Z'],
    ['Asia/Kolkata', '2026-05-04T10:30:00Z'],
  ])(
    'in %s a mark stays while another replica rolls its hour up, which may not see what came late',
    async (zone, rolledTo) => {
      await store([['2026-05-04T10:45:00Z', '1']], { zone });
      await sql('UPDATE floatwatch.wallet SET rolled_to = $1', [rolledTo]);
      {
        await using _other = await heldTransaction(
          db.url,
          "UPDATE floatwatch.wallet SET rolled_to = date_trunc('hour', now())",
        );
        await rollUp(db.pool, SCHEMA).catch(() => {}); // it waits for the other in vain
        expect(await sql('SELECT FROM floatwatch.rollup_late')).not.toEqual([]);
      }
      expect(await rollUp(db.pool, SCHEMA)).toBe(true);
      expect(await sql('SELECT FROM floatwatch.rollup_late')).toEqual([]);
      expect({ hourly: await hourly(), daily: await daily() }).toEqual(await plainly());
    },
  );

  test('a failure leaves no mark, and a mark of an account without wallets does not stay', async () => {
    await ledgerOf(db.pool).complete([failure(first)]);
    expect(await sql('SELECT FROM floatwatch.rollup_late')).toEqual([]);
    await sql(
      `INSERT INTO floatwatch.rollup_late (account_id, hour, mark)
       SELECT account_id, $1::timestamptz, gen_random_uuid() FROM floatwatch.account`,
      [new Date(first).toISOString()],
    );
    expect(await sql('SELECT FROM floatwatch.rollup_late')).toHaveLength(1);
    expect(await rollUp(db.pool, SCHEMA)).toBe(true);
    expect(await sql('SELECT FROM floatwatch.rollup_late')).toEqual([]);
  });

  test('a result within its hour leaves no mark', async () => {
    await store([[Date.now() - 59 * MINUTE, '1']]);
    expect(await sql('SELECT * FROM floatwatch.rollup_late')).toEqual([]);
    await store([[Date.now() - 61 * MINUTE, '1']]);
    expect(await sql('SELECT * FROM floatwatch.rollup_late')).toHaveLength(1);
  });

  test('no hour is rolled up before results could leave a mark on it', async () => {
    await store([[Date.now() - 3 * HOUR, '1']]);
    const now = async () => (await sql('SELECT now() AS now'))[0]!['now'] as Date;
    const before = await now();
    await rollUp(db.pool, SCHEMA);
    const [{ rolled_to: to } = {}] = await sql('SELECT rolled_to FROM floatwatch.wallet');
    const rolledTo = (to as Date).getTime();
    expect((await now()).getTime() - rolledTo).toBeGreaterThanOrEqual(62 * MINUTE);
    expect(before.getTime() - rolledTo).toBeLessThan(122 * MINUTE); // an hour may have ended since it was asked
  });

  test('a figure is never replaced by one of fewer samples: what retention left of the snapshots', async () => {
    await store([
      [first, '1'],
      [first + MINUTE, '2'],
    ]);
    await rollUp(db.pool, SCHEMA);
    await sql('TRUNCATE floatwatch.snapshot');
    await store([[first + 2 * MINUTE, '3']]);
    await rollUp(db.pool, SCHEMA);
    expect(await hourly()).toMatchObject([{ opening_available: '1', closing_available: '2', samples: 2 }]);
  });
});

test('a wallet that is new has its past rolled up alone', async () => {
  const start = Date.now() - 2 * DAY;
  await store([[start, '1']]);
  await rollUp(db.pool, SCHEMA);
  await store([[start + DAY, '2']], { more: { walletType: 'SERVICE_PAYMENTS' } });
  const statements: string[] = [];
  const pool = { ...db.pool, transaction: db.pool.transaction.bind(db.pool) };
  pool.transaction = async (work) => {
    statements.push('transaction');
    return await db.pool.transaction(work);
  };
  await rollUp(pool, SCHEMA);
  expect(statements.length).toBeLessThan(5);
  expect(await daily()).toHaveLength(2);
});

test('work that is too much for one call is gone on with at the next', async () => {
  await store(Array.from({ length: 10 }, (_, i) => [Date.now() - (i + 1) * DAY, `${i}`] as const));
  expect(await rollUp(db.pool, SCHEMA, { budgetMs: 0 })).toBe(false);
  let calls = 1;
  while (!(await rollUp(db.pool, SCHEMA, { budgetMs: 20 }))) calls++;
  expect(calls).toBeGreaterThan(0);
  const rolled = { hourly: await hourly(), daily: await daily() };
  expect(rolled.hourly).toHaveLength(10);
  expect(await plainly()).toEqual(rolled);
});

test('each call gets further, even where asking what is behind takes longer than a call may', async () => {
  await store(Array.from({ length: 3 }, (_, i) => [Date.now() - (i + 1) * DAY, `${i}`] as const));
  const slow: Pool = {
    ...db.pool,
    async query(text, values) {
      await setTimeout(30);
      return await db.pool.query(text, values);
    },
  };
  let calls = 1;
  while (!(await rollUp(slow, SCHEMA, { budgetMs: 10 })) && calls < 20) calls++;
  expect(calls).toBeLessThan(20);
  expect(await hourly()).toHaveLength(3);
});

test('P16 neither polling nor rolling up waits for the other', { tags: 'timed' }, async () => {
  const now = Date.now();
  await store([[now - 5 * HOUR, '1']]);
  await using reader = await connected(); // somebody looks at the figures for long
  await reader.query('BEGIN');
  await reader.query('SELECT * FROM floatwatch.balances_daily');
  await using roller = await connected(); // another replica's rollup, in the middle of its transaction
  await roller.query('BEGIN');
  await roller.query("UPDATE floatwatch.wallet SET rolled_to = now() - interval '4 hours'");
  const began = performance.now();
  await store([
    [now - 5 * HOUR + MINUTE, '2'],
    [now - MINUTE, '3'],
  ]);
  expect(performance.now() - began).toBeLessThan(1_000);
  await roller.query('ROLLBACK');
  expect(await rollUp(db.pool, SCHEMA)).toBe(true);
  const days = await daily();
  expect(days.at(-1)).toMatchObject({ closing_available: '3' });
  expect(days.reduce((sum, { samples }) => sum + Number(samples), 0)).toBe(3);
});

/** The pool of a server whose clock shows so much more. */
function ahead(by: string): Pool {
  const shift = (text: string) => text.replaceAll(/(now|clock_timestamp)\(\)/g, `($1() + interval '${by}')`);
  return {
    ...db.pool,
    query: (text, values) => db.pool.query(shift(text), values),
    transaction: (work) =>
      db.pool.transaction((tx) => work({ query: (text, values) => tx.query(shift(text), values) })),
  };
}

const KEPT = { snapshotsMs: 400 * DAY, pollsMs: 400 * DAY, hourlyMs: 30 * DAY, onDropped: () => {} };
const lastMonths = (minute: number) => Math.floor(Date.now() / DAY) * DAY - 40 * DAY + minute * MINUTE;

test.each(['UTC', 'Pacific/Kiritimati'])(
  'a day whose first half came long before its second is made of both, though its hours are not kept any more, in %s',
  async (zone) => {
    const points = Array.from({ length: 1_152 }, (_, i) => [lastMonths(5 * i), `${1_000 + i}.50`] as const);
    for (const part of [
      [...points.slice(0, 400), [Date.now(), '7']],
      points.slice(800),
      points.slice(400, 800),
    ]) {
      await store(part as typeof points, { zone });
      await rollUp(db.pool, SCHEMA);
      await applyRetention(db.pool, SCHEMA, KEPT);
    }
    const made = await daily();
    expect(made).toEqual((await plainly()).daily);
  },
);

test.each(['UTC', 'America/New_York', 'America/St_Johns'])(
  'a day of which some comes late has all of its hours, though some of the day before it comes late too, in %s',
  async (zone) => {
    const every = (minutes: number, from: number, until: number) =>
      Array.from(
        { length: (until - from) / minutes },
        (_, i) => [lastMonths(from + i * minutes), `${i}`] as const,
      );
    await store([...every(10, 1_330, 1_430), [Date.now(), '7']], { zone });
    await rollUp(db.pool, SCHEMA);
    await applyRetention(db.pool, SCHEMA, KEPT);
    await store([...every(10, -240, -180), ...every(5, 480, 720)], { zone });
    await rollUp(db.pool, SCHEMA);
    const made = await daily();
    expect(made).toEqual((await plainly()).daily);
  },
);

test('a day has all of its hours when hourly figures are kept for a day only', async () => {
  const day = Math.floor(Date.now() / DAY) * DAY - 3 * DAY;
  const at = (instant: number) => ahead(`${instant - Date.now()} milliseconds`);
  await store(Array.from({ length: 144 }, (_, i) => [day + i * 10 * MINUTE, `${i}`] as const));
  await sql('TRUNCATE floatwatch.rollup_late'); // as if all had come in time
  for (const hours of [12, 24.5, 25.2]) {
    const pool = at(day + hours * HOUR);
    expect(await rollUp(pool, SCHEMA)).toBe(true);
    const ages = { snapshotsMs: 400 * DAY, pollsMs: 400 * DAY, hourlyMs: DAY };
    await applyRetention(pool, SCHEMA, { ...ages, onDropped() {} });
  }
  const rolled = await daily();
  expect(rolled).toMatchObject([{ opening_available: '0', closing_available: '143', samples: 144 }]);
  expect(rolled).toEqual((await plainly()).daily);
});

test('a day whose figures are not all made yet keeps its hours, however old it is', async () => {
  const day = Math.floor(Date.now() / DAY) * DAY - 40 * DAY;
  await store(Array.from({ length: 144 }, (_, i) => [day + i * 10 * MINUTE, `${i}`] as const));
  await sql('TRUNCATE floatwatch.rollup_late'); // as if all had come in time
  expect(await rollUp(ahead(`${day + 12 * HOUR - Date.now()} milliseconds`), SCHEMA)).toBe(true);
  await applyRetention(db.pool, SCHEMA, KEPT); // while nothing was polled, or its figures could not be made
  expect(await rollUp(db.pool, SCHEMA)).toBe(true);
  const rolled = await daily();
  expect(rolled).toMatchObject([{ opening_available: '0', closing_available: '143', samples: 144 }]);
  await applyRetention(db.pool, SCHEMA, KEPT);
  expect(await sql('SELECT FROM floatwatch.balance_hourly')).toEqual([]);
  expect(await daily()).toEqual(rolled);
});

describe('a clock of the database that was ahead', () => {
  test.each([
    ['3 hours', 'UTC'],
    ['3 hours', 'Asia/Kolkata'],
    ['30 days', 'Africa/Kampala'],
  ])('by %s leaves no hour out of the figures, in %s', async (by, zone) => {
    const now = Date.now();
    const past = Array.from({ length: 30 }, (_, i) => [now - (31 - i) * HOUR, `${i}`] as const);
    await store([...past, [now - 20 * MINUTE, '40.5']], { zone });
    expect(await rollUp(db.pool, SCHEMA)).toBe(true);
    expect(await rollUp(ahead(by), SCHEMA)).toBe(true);
    await store([[now - 10 * MINUTE, '50.5']], { zone }); // in time: it leaves no mark
    expect(await rollUp(db.pool, SCHEMA)).toBe(true);
    await store([[now - 5 * MINUTE, '60.5']], { zone });
    const seen = { hourly: await hourly(), daily: await daily() };
    expect(await rollUp(db.pool, SCHEMA)).toBe(true);
    const rolled = { hourly: await hourly(), daily: await daily() };
    expect(seen).toEqual(rolled);
    const [{ outflow_until: until } = {}] = await sql('SELECT outflow_until::text FROM floatwatch.account');
    expect(Date.parse(String(until))).toBeLessThan(now - 3 * DAY);
    expect(rolled).toEqual(await plainly());
  });
});

async function connected() {
  const { Client } = (await import('pg')).default;
  const client = new Client({ connectionString: db.url });
  client.on('error', () => {});
  await client.connect();
  return { query: (text: string) => client.query(text), [Symbol.asyncDispose]: () => client.end() };
}

/** The pool, but making figures of more than so many snapshots at once takes too long. */
function slowBeyond(snapshots: number): Pool {
  const tooLong = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
  return {
    ...db.pool,
    transaction: (work) =>
      db.pool.transaction((tx) =>
        work({
          async query(text, values = []) {
            if (/INSERT INTO "floatwatch".balance_hourly/.test(text)) {
              const found = await tx.query(
                `SELECT FROM floatwatch.snapshot
                 WHERE account_id = ANY($1::int[]) AND slot >= $2::timestamptz AND slot < $3::timestamptz`,
                values.slice(0, 3),
              );
              if (found.length > snapshots) throw tooLong;
            }
            return await tx.query(text, values);
          },
        }),
      ),
  };
}

describe('what can not be done', () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  const rolled = async () =>
    (await sql('SELECT DISTINCT a.name FROM floatwatch.balance_hourly JOIN floatwatch.account a USING (account_id) ORDER BY 1')).map(({ name }) => name); // biome-ignore format: one statement

  test('E11 a stretch that is too much for one statement is done in parts', async () => {
    for (const account of names) {
      await store([['2026-05-04T10:00:00Z', '1'], ['2026-05-05T09:00:00Z', '2'], ['2026-05-06T23:00:00Z', '3']], { account }); // biome-ignore format: one statement
    }
    expect(await rollUp(slowBeyond(1), SCHEMA)).toBe(true);
    const rollups = { hourly: await hourly(), daily: await daily() };
    expect(rollups.daily).toHaveLength(15);
    expect(rollups).toEqual(await plainly());
  });

  test('E11 so are the marks of late results', async () => {
    for (const account of names) await store([['2026-05-04T10:00:00Z', '1']], { account });
    expect(await rollUp(db.pool, SCHEMA)).toBe(true);
    for (const account of names) {
      await store([['2026-05-04T10:30:00Z', '2'], ['2026-05-04T23:30:00Z', '3']], { account }); // biome-ignore format: one statement
    }
    expect(await rollUp(slowBeyond(2), SCHEMA)).toBe(true);
    expect(await sql('SELECT FROM floatwatch.rollup_late')).toEqual([]);
    expect({ hourly: await hourly(), daily: await daily() }).toEqual(await plainly());
  });

  test('E11 an account that can not be done at all is named, and keeps no other back', async () => {
    for (const account of names) await store([['2026-05-04T10:00:00Z', '1']], { account });
    const [{ account_id: bad } = {}] = await sql(
      "SELECT account_id FROM floatwatch.account WHERE name = 'b'",
    );
    await sql(`ALTER TABLE floatwatch.balance_hourly ADD CONSTRAINT bad CHECK (account_id <> ${bad})`);
    try {
      await expect(rollUp(db.pool, SCHEMA)).rejects.toThrow(/figures of b can not be made: .*bad/);
      expect(await rolled()).toEqual(['a', 'c', 'd', 'e']);
    } finally {
      await sql('ALTER TABLE floatwatch.balance_hourly DROP CONSTRAINT bad');
    }
    expect(await rollUp(db.pool, SCHEMA)).toBe(true);
    expect(await rolled()).toEqual(names);
  });

  test('E12 a time zone that Postgres does not know stops no other account', async () => {
    for (const account of names) await store([['2026-05-04T10:00:00Z', '1']], { account });
    await sql("UPDATE floatwatch.account SET timezone = 'Mars/Olympus' WHERE name = 'c'");
    await expect(rollUp(db.pool, SCHEMA)).rejects.toThrow(/figures of c can not be made: .*Mars\/Olympus/);
    expect(await rolled()).toEqual(['a', 'b', 'd', 'e']);
  });

  test('E12 nor do its marks, however many, keep the hours of others from being made', async () => {
    await store([[Date.now() - 4 * HOUR, '1']], { account: 'unknown' });
    await rollUp(db.pool, SCHEMA);
    await sql(`UPDATE floatwatch.account SET timezone = 'Africa/Atlantis'`);
    await sql(
      `INSERT INTO floatwatch.rollup_late (account_id, hour, mark)
       SELECT account_id, now() - h * interval '1 hour', gen_random_uuid() FROM floatwatch.account, generate_series(4, 50100) h`,
    );
    await store([[Date.now() - 4 * HOUR, '2.50']], { account: 'zz' });
    await expect(rollUp(db.pool, SCHEMA)).rejects.toThrow('the figures of unknown can not be made');
    const made = `SELECT a.name FROM floatwatch.balance_hourly JOIN floatwatch.account a USING (account_id) ORDER BY 1`;
    expect(await sql(made)).toEqual([{ name: 'unknown' }, { name: 'zz' }]);
  });

  test('E12 nor does it keep the hours and days of the others from who reads all of them', async () => {
    await store([['2026-05-04T10:00:00Z', '1']], { account: 'good' });
    await store([['2026-05-04T10:00:00Z', '1']], { account: 'bad' });
    await sql("UPDATE floatwatch.account SET timezone = 'Mars/Olympus' WHERE name = 'bad'");
    await rollUp(db.pool, SCHEMA).catch(() => {});
    const accounts = async () => [...(await hourly()), ...(await daily())].map(({ account }) => account);
    expect(await accounts()).toEqual(['good', 'good']);
    await sql("UPDATE floatwatch.account SET timezone = 'UTC' WHERE name = 'bad'");
    expect(await rollUp(db.pool, SCHEMA)).toBe(true);
    expect(await accounts()).toEqual(['bad', 'good', 'bad', 'good']);
  });

  test.each([
    ['Atlantic/Azores', '2026-10-25'],
    ['America/Havana', '2026-11-01'],
  ])('E19 in %s midnight comes twice: the day has its first hour', async (zone, day) => {
    const noon = Date.parse(`${day}T12:00:00Z`);
    const points = Array.from({ length: 48 }, (_, i) => [noon + (i - 24) * HOUR, `${i}`] as const);
    await store(points, { zone });
    expect(await rollUp(db.pool, SCHEMA)).toBe(true);
    await store([[noon + 30 * 60_000, '99']], { zone }); // late: the day is made again
    expect(await rollUp(db.pool, SCHEMA)).toBe(true);
    const rollups = (await daily()).find((row) => row['day'] === day);
    expect(rollups).toEqual((await plainly()).daily.find((row) => (row as { day: string }).day === day));
  });
});
