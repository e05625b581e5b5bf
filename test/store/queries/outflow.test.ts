import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { PAST_HOURS } from '../../../src/domain/forecast/history.ts';
import { amountOf } from '../../../src/domain/money.ts';
import { createOutflow } from '../../../src/domain/outflow.ts';
import { rollUp } from '../../../src/store/maintenance/rollups.ts';
import { createOutflowHistory } from '../../../src/store/queries/outflow.ts';
import { ledgerOf, observation, wallet } from '../../support/ledger.ts';
import { execute, type TestDatabase, testDatabase, withoutHistory } from '../../support/postgres.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const BEFORE = Date.UTC(2026, 4, 4);
const HOME = '"floatwatch"';

let db: TestDatabase;

beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db[Symbol.asyncDispose]());
beforeEach(() => withoutHistory(db));

type Look = readonly [at: number, available: string | null];

async function stored(looks: readonly Look[], zone = 'UTC', account = 'acme-ug'): Promise<void> {
  const seen = looks.map(([at, available]) => observation(at, { account, wallets: [wallet(available)] }));
  await ledgerOf(db.pool, 'a', { timezone: () => zone }).complete(seen);
  await rollUp(db.pool, HOME);
}

async function read(account = 'acme-ug', zone = 'UTC'): Promise<Float64Array | undefined> {
  const history = createOutflowHistory({ pool: db.pool, schema: '"floatwatch"' });
  const all = [...(await history.read([{ name: account, timezone: zone }], BEFORE))];
  expect(all.every((each) => each.account === account)).toBe(true);
  return all[0]?.hours;
}

const known = (hours: Float64Array = new Float64Array()) =>
  [...hours].flatMap((amount, i) => (Number.isNaN(amount) ? [] : [[i - hours.length, amount]]));

const at = (hoursBefore: number) => BEFORE + hoursBefore * HOUR;

test('accounts are told from those without a past that is long enough', async () => {
  await stored([[at(-30), '100']]);
  await stored([[at(-5), '100']], 'UTC', 'acme-ke');
  const history = createOutflowHistory({ pool: db.pool, schema: '"floatwatch"' });
  const names = ['acme-ug', 'acme-ke', 'nobody'];
  expect(await history.withPast(names, at(-10))).toEqual(['acme-ug']);
  expect((await history.withPast(names, BEFORE)).toSorted()).toEqual(['acme-ke', 'acme-ug']);
});

test('decreases count in the hour in which they were seen, top-ups do not', async () => {
  await stored([
    ...([
      [at(-5), '100.00'],
      [at(-4.8), '90.5'],
      [at(-4.6), '1000'],
      [at(-4.2), '999.999999999999999999'],
    ] as const),
    ...([
      [at(-4), '900'],
      [at(-3.5), '900'],
      [at(-3), '1000'],
      [at(-2), '999'],
    ] as const),
  ]);
  const hours = known(await read());
  expect(hours.map(([hour]) => hour)).toEqual([-5, -4, -3, -2]);
  expect(hours.map(([, amount]) => amount)).toEqual([9.5, 100, 0, 1]);
});

test('a fall over a gap is spread over it; a rise leaves it unknown', async () => {
  await stored([
    [at(-20), '100'],
    [at(-16), '60'],
    [at(-15), '60'],
    [at(-10), '500'],
    [at(-9.9), '499'],
  ]);
  expect(known(await read())).toEqual([
    [-20, 0],
    [-19, 10],
    [-18, 10],
    [-17, 10],
    [-16, 10],
    [-15, 0],
    [-10, 1],
  ]);
});

test('an amount that could not be read hides nothing of what went out around it', async () => {
  await stored([
    [at(-5), '100'],
    [at(-4.8), null],
    [at(-4.6), '40'],
    [at(-4), null],
    [at(-3), '30'],
  ]);
  expect(known(await read())).toEqual([
    [-5, 60],
    [-4, 5],
    [-3, 5],
  ]);
});

test('nor of what went out around it in an hour in which money came, too', async () => {
  await stored([
    [at(-5), '100'],
    [at(-4.8), null],
    [at(-4.7), '40'],
    [at(-4.6), '90'],
    [at(-4.5), null],
    [at(-4.4), null],
    [at(-4.3), '80.5'],
  ]);
  expect(known(await read())).toEqual([[-5, 69.5]]);
});

test('figures made before outflow was kept give what their extremes prove', async () => {
  await stored([
    [at(-5), '100'],
    [at(-4.8), '70'],
    [at(-4.6), '900'],
    [at(-4.4), '850'],
  ]);
  await execute(db.url, 'UPDATE floatwatch.balance_hourly SET outflow = NULL');
  expect(known(await read())).toEqual([[-5, 50]]);
});

test('the hours of a zone that is half an hour off are hours as well', async () => {
  await stored(
    [
      [at(-5), '100'],
      [at(-4.6), '90'],
      [at(-4.4), '80'],
    ],
    'Asia/Kolkata',
  );
  expect(known(await read())).toEqual([
    [-6, 10],
    [-5, 10],
  ]);
});

test('of an account that nobody knows there is nothing, and nothing of another one', async () => {
  expect(await read('nobody')).toBeUndefined();
  await stored(
    [
      [at(-5), '100'],
      [at(-4), '90'],
    ],
    'UTC',
    'other',
  );
  expect(await read()).toBeUndefined();
});

test('the past as it was stored and as it was seen are the same', async () => {
  const outflow = createOutflow();
  const looks: Look[] = [];
  let balance = 5_000_000n;
  let state = 7;
  for (let minute = -70 * 60; minute < -60; minute += 1 + (state % 23) + (state % 31 === 0 ? 400 : 0)) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    balance += state % 11 === 0 ? 700_000n : -BigInt(state % 9_999);
    const text = `${balance / 100n}.${String(balance % 100n).padStart(2, '0')}`;
    looks.push([BEFORE + minute * MINUTE, text]);
    outflow.take(BEFORE + minute * MINUTE, amountOf(text));
  }
  await stored(looks);
  const [fromStore, fromSight] = [(await read())!, outflow.before(BEFORE)];
  expect(fromStore).toHaveLength(70); // no more than is known
  expect(fromSight.findIndex((each) => !Number.isNaN(each))).toBe(PAST_HOURS - 70);
  expect(fromStore.map((amount) => Math.round(amount * 1e6))).toEqual(
    fromSight.slice(-70).map((amount) => Math.round(amount * 1e6)),
  );
});

test('what clears is a rise of no more than was uncleared an hour before; over a gap it is not known', async () => {
  const looks: readonly (readonly [hours: number, available: string, uncleared: string])[] = [
    ...([
      [-9, '100', '40'],
      [-8.5, '100', '50'], // 50 uncleared at the end of the hour
      [-8, '120', '60'],
      [-7.5, '90', '60'], // 20 cleared, 30 went out
      [-7, '90', '60'],
      [-6, '500', '70'], // a deposit: 60 at the most were uncleared
    ] as const),
    ...([
      [-5, '480', '70'],
      [-2, '500', '80'], // after a gap
      [-1.5, '510', '70'], // within the hour; what was uncleared before it was seen hours ago
      [-1, '520', '70'],
    ] as const),
  ];
  const seen = looks.map(([hours, available, uncleared]) =>
    observation(at(hours), { wallets: [wallet(available, { uncleared: amountOf(uncleared) })] }),
  );
  await ledgerOf(db.pool, 'a', { timezone: () => 'UTC' }).complete(seen);
  await rollUp(db.pool, HOME);
  const history = createOutflowHistory({ pool: db.pool, schema: '"floatwatch"' });
  const [read] = [...(await history.read([{ name: 'acme-ug', timezone: 'UTC' }], BEFORE))];
  expect(known(read!.cleared)).toEqual([
    [-8, 20],
    [-7, 0],
    [-6, 60],
    [-5, 0],
    [-1, 10],
  ]);
  expect(read!.cleared).toHaveLength(read!.hours.length);
});

test('a wallet that never had uncleared money has nothing that clears', async () => {
  await stored([
    [at(-3), '100'],
    [at(-2), '200'],
    [at(-1), '300'],
  ]);
  const history = createOutflowHistory({ pool: db.pool, schema: '"floatwatch"' });
  const [read] = [...(await history.read([{ name: 'acme-ug', timezone: 'UTC' }], BEFORE))];
  expect(read!.cleared).toBeUndefined();
});
