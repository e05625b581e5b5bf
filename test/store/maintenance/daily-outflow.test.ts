import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { PastDays } from '../../../src/domain/forecast/history.ts';
import { zoneOf } from '../../../src/domain/forecast/zone.ts';
import { amountOf } from '../../../src/domain/money.ts';
import { createPastDays, type DaysOfWallet } from '../../../src/monitor/forecast/past-days.ts';
import { keepDailyOutflow } from '../../../src/store/maintenance/daily-outflow.ts';
import { applyRetention } from '../../../src/store/maintenance/retention.ts';
import { rollUp as rollUpFor } from '../../../src/store/maintenance/rollups.ts';
import { createOutflowHistory } from '../../../src/store/queries/outflow.ts';
import { ledgerOf, observation, wallet } from '../../support/ledger.ts';
import { execute, type TestDatabase, testDatabase, withoutHistory } from '../../support/postgres.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Math.floor(Date.now() / HOUR) * HOUR;
const SCHEMA = '"floatwatch"';
/** Rolls up all at once: on a busy machine that takes longer than maintenance takes for it. */
const rollUp = (pool: TestDatabase['pool'], schema: typeof SCHEMA) =>
  rollUpFor(pool, schema, { budgetMs: Number.POSITIVE_INFINITY });

let db: TestDatabase;

beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db[Symbol.asyncDispose]());
beforeEach(() => withoutHistory(db));

const sql = (text: string, values: unknown[] = []) => execute(db.url, text, values);

interface Look {
  readonly at: number;
  readonly available: string;
  readonly uncleared: string;
}

/** Looks at a wallet an hour apart or so, with payouts, top-ups, what clears, and gaps of hours and days; as the seed says. */
function looksOf(days: number, seed = 7, { gaps = true } = {}): Look[] {
  const looks: Look[] = [];
  let state = seed;
  const next = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  let [available, uncleared] = [500_000_000, 0];
  for (let at = NOW - days * DAY; at < NOW - 3 * HOUR; ) {
    available -= next(90_000);
    if (next(40) === 0) available += 5_000_000;
    const clears = Math.min(uncleared, next(20_000));
    available += clears;
    uncleared += next(15_000) - clears;
    looks.push({
      at,
      available: (available / 100).toFixed(2),
      uncleared: (Math.max(0, uncleared) / 100).toFixed(2),
    });
    at += (gaps && next(60) === 0 ? next(140) : 1) * HOUR * (0.2 + next(6) / 10);
    if (gaps && at > NOW - 20 * DAY && at < NOW - 14 * DAY) at = NOW - 14 * DAY; // unseen
  }
  return looks;
}

async function store(looks: readonly Look[], zone: string): Promise<void> {
  const seen = looks.map(({ at, available, uncleared }) =>
    observation(at, { wallets: [wallet(available, { uncleared: amountOf(uncleared) })] }),
  );
  await ledgerOf(db.pool, 'a', { timezone: () => zone }).complete(seen);
}

async function days(
  zone: string,
): Promise<DaysOfWallet & { readonly isKept: boolean; readonly hours: number }> {
  const history = createOutflowHistory({ pool: db.pool, schema: SCHEMA });
  const [read] = [...(await history.read([{ name: 'acme-ug', timezone: zone }], NOW))];
  const isKept = read!.kept !== undefined;
  return { ...createPastDays(zoneOf(zone), NOW)(read!), isKept, hours: read!.hours.length };
}

/** The same of hours alone. */
async function plainDays(zone: string): Promise<DaysOfWallet> {
  const kept = await sql('SELECT account_id, outflow_zone FROM floatwatch.account');
  await sql('UPDATE floatwatch.account SET outflow_zone = NULL');
  const { isKept, ...plain } = await days(zone);
  expect(isKept).toBe(false);
  for (const { account_id, outflow_zone } of kept)
    await sql('UPDATE floatwatch.account SET outflow_zone = $2 WHERE account_id = $1', [
      account_id,
      outflow_zone,
    ]);
  return plain;
}

/** To a millionth: sums of the same hours in another order. */
const rounded = ({ first, days: each }: PastDays) => ({
  first,
  days: each.map((amount) => (amount === undefined ? 'unknown' : Math.round(amount * 1e6) / 1e6)),
});

async function expectTheSame(zone: string): Promise<void> {
  const [kept, plain] = [await days(zone), await plainDays(zone)];
  expect(kept.isKept).toBe(true);
  expect(kept.hours).toBeLessThanOrEqual(12 * 24);
  expect(rounded(kept.outflow)).toEqual(rounded(plain.outflow));
  expect(rounded(kept.cleared!)).toEqual(rounded(plain.cleared!));
}

test.for(['UTC', 'Africa/Kampala', 'Asia/Kathmandu', 'America/New_York', 'Pacific/Kiritimati'])(
  'the days that are kept, and the hours after them, are what all hours say: %s',
  async (zone) => {
    await store(looksOf(60), zone);
    expect(await rollUp(db.pool, SCHEMA)).toBe(true);
    const { outflow } = await days(zone);
    expect(outflow.days.length).toBeGreaterThan(55);
    expect(outflow.days).toContain(undefined);
    await expectTheSame(zone);
  },
);

test('what comes late changes the days that were kept, and days before it that it fills', async () => {
  const looks = looksOf(60, 11);
  const late = looks.filter(({ at }) => at > NOW - 30 * DAY && at < NOW - 27 * DAY);
  expect(late.length).toBeGreaterThan(5);
  await store(
    looks.filter((look) => !late.includes(look)),
    'Africa/Kampala',
  );
  await rollUp(db.pool, SCHEMA);
  await expectTheSame('Africa/Kampala');
  const before = await days('Africa/Kampala');
  await store(late, 'Africa/Kampala');
  await rollUp(db.pool, SCHEMA);
  const after = await days('Africa/Kampala');
  expect(rounded(after.outflow)).not.toEqual(rounded(before.outflow));
  await expectTheSame('Africa/Kampala');
});

test('a day that is known no more, since what comes late shows a rise within a gap, is kept no more', async () => {
  const at = (hours: number, available: string) => ({
    at: NOW - 30 * DAY + hours * HOUR,
    available,
    uncleared: '5',
  });
  const hourly = Array.from({ length: 29 * 24 }, (_, i) => at(i, String(1_000_000 - 10 * i)));
  const isUnseen = (_: Look, hour: number) => hour > 240 && hour < 330;
  await store(hourly.filter((each, hour) => !isUnseen(each, hour)), 'UTC'); // biome-ignore format: one line
  await rollUp(db.pool, SCHEMA);
  await expectTheSame('UTC');
  await store([at(300, '1000000')], 'UTC');
  await rollUp(db.pool, SCHEMA);
  await expectTheSame('UTC');
});

test.each(['UTC', 'Africa/Kampala', 'Pacific/Kiritimati'])(
  'what comes late changes no other day whose hours are not kept any more, in %s',
  async (zone) => {
    const looks = looksOf(60, 11, { gaps: false });
    const place = looks.findIndex(({ at }) => at > NOW - 40 * DAY);
    const late = looks[place]!;
    await store(looks.toSpliced(place, 1), zone);
    await rollUp(db.pool, SCHEMA);
    const ages = { snapshotsMs: 400 * DAY, pollsMs: 400 * DAY, hourlyMs: 30 * DAY };
    await applyRetention(db.pool, SCHEMA, { ...ages, onDropped() {} });
    const before = (await days(zone)).outflow;
    await store([late], zone);
    await rollUp(db.pool, SCHEMA);
    const after = (await days(zone)).outflow;
    const own = zoneOf(zone).localOf(late.at).day - before.first;
    const others = ({ first, days: each }: PastDays) => rounded({ first, days: each.with(own, undefined) });
    expect(others(after)).toEqual(others(before));
    expect(after.days[own]).toBeDefined();
  },
);

test('what comes late leaves the days of a gap known whose hours are not kept any more', async () => {
  const hourly = Array.from({ length: 60 * 24 - 3 }, (_, i) => ({
    at: NOW - 60 * DAY + i * HOUR,
    uncleared: '5',
  }));
  const looks = hourly.map((each, i) => ({ ...each, available: String(1_000_000 - 10 * i) }));
  const late = looks[20 * 24]!;
  const today = Math.floor(NOW / DAY);
  const isUnseen = ({ at }: Look) => [32, 33, 34].includes(today - Math.floor(at / DAY)); // three days, whole
  await store(
    looks.filter((look) => look !== late && !isUnseen(look)),
    'UTC',
  );
  await rollUp(db.pool, SCHEMA);
  const ages = { snapshotsMs: 400 * DAY, pollsMs: 400 * DAY, hourlyMs: 15 * DAY };
  await applyRetention(db.pool, SCHEMA, { ...ages, onDropped() {} });
  const known = async () =>
    (await days('UTC')).outflow.days.flatMap((each, i) => (each === undefined ? [] : i));
  const before = await known();
  await store([late], 'UTC');
  await rollUp(db.pool, SCHEMA);
  expect(await known()).toEqual(before);
});

test('history from before is added to what is kept', async () => {
  const looks = looksOf(60, 13);
  const [early, later] = [looks.slice(0, 500), looks.slice(500)];
  await store(later, 'UTC');
  await rollUp(db.pool, SCHEMA);
  await store(early, 'UTC');
  await rollUp(db.pool, SCHEMA);
  await expectTheSame('UTC');
});

test('a day is added once it has settled, and stays as it is', async () => {
  await store(looksOf(40, 17, { gaps: false }), 'UTC');
  await rollUp(db.pool, SCHEMA);
  const rows = () =>
    sql(
      'SELECT day::text, outflow, cleared, xmin::text FROM floatwatch.outflow_daily ORDER BY outflow_daily.day',
    );
  const all = await rows();
  const until = () => sql('SELECT outflow_until::text AS until FROM floatwatch.account');
  const settled = await until();
  await sql('UPDATE floatwatch.account SET outflow_until = outflow_until - 3');
  await rollUp(db.pool, SCHEMA);
  const again = await rows();
  const values = (each: readonly Record<string, unknown>[]) => each.map(({ xmin: _, ...row }) => row);
  expect(values(again)).toEqual(values(all));
  const made = again.filter(({ xmin }, i) => xmin !== all[i]!['xmin']);
  expect(made).toHaveLength(3);
  expect(await until()).toEqual(settled);
  await rollUp(db.pool, SCHEMA);
  expect(await rows()).toEqual(again);
});

test('in another zone days are others: they are not taken for those, and are made anew', async () => {
  await store(looksOf(40, 19), 'UTC');
  await rollUp(db.pool, SCHEMA);
  expect((await days('Asia/Tokyo')).isKept).toBe(false);
  await sql("UPDATE floatwatch.account SET timezone = 'Asia/Tokyo'");
  await rollUp(db.pool, SCHEMA);
  await expectTheSame('Asia/Tokyo');
  expect((await days('UTC')).isKept).toBe(false);
});

test('two that roll up at once keep each day once', async () => {
  await store(looksOf(40, 23), 'UTC');
  await rollUp(db.pool, SCHEMA);
  await sql('UPDATE floatwatch.account SET outflow_until = NULL');
  await Promise.all([rollUp(db.pool, SCHEMA), rollUp(db.pool, SCHEMA), rollUp(db.pool, SCHEMA)]);
  await expectTheSame('UTC');
});

test('no more than a year is kept, and what is older goes', async () => {
  await store(looksOf(20, 29), 'UTC');
  await rollUp(db.pool, SCHEMA);
  await sql(
    `INSERT INTO floatwatch.outflow_daily (account_id, wallet_id, day, outflow)
     SELECT account_id, wallet_id, CURRENT_DATE - 500, 1 FROM floatwatch.wallet`,
  );
  expect((await days('UTC')).outflow.days.length).toBeLessThan(22);
  // For two days: an account is looked at two hours after midnight, and may have been until later.
  await sql('UPDATE floatwatch.account SET outflow_until = outflow_until - 2');
  await rollUp(db.pool, SCHEMA);
  expect(await sql('SELECT FROM floatwatch.outflow_daily WHERE day < CURRENT_DATE - 400')).toEqual([]);
});

test('a wallet that never had uncleared money has nothing that clears', async () => {
  const looks = looksOf(40, 31).map((look) => ({ ...look, uncleared: '0' }));
  await store(looks, 'UTC');
  await rollUp(db.pool, SCHEMA);
  const { isKept, cleared } = await days('UTC');
  expect(isKept).toBe(true);
  expect(cleared).toBeUndefined();
});

test('no day is taken as known while a wallet has hours without figures', async () => {
  await store(looksOf(40, 41), 'UTC');
  const run = { isOver: () => false, failures: new Map<number, Error>() };
  expect(await keepDailyOutflow(db.pool, SCHEMA, run)).toBe(true);
  expect(await sql('SELECT outflow_until FROM floatwatch.account')).toEqual([{ outflow_until: null }]);
  await rollUp(db.pool, SCHEMA);
  await expectTheSame('UTC');
});

test('an account without wallets is looked at once a day, and its first wallet has all of its days', async () => {
  await sql("INSERT INTO floatwatch.account (name, timezone) VALUES ('acme-ug', 'UTC')");
  await rollUp(db.pool, SCHEMA);
  const account = () => sql('SELECT outflow_until::text AS until, xmin::text FROM floatwatch.account');
  const looked = await account();
  expect(looked[0]!['until']).not.toBeNull();
  await rollUp(db.pool, SCHEMA);
  expect(await account()).toEqual(looked);
  await store(looksOf(40, 37), 'UTC');
  await rollUp(db.pool, SCHEMA);
  await expectTheSame('UTC');
});
