// What is made of the rows of plans and requests, and when they are read anew; which rows those are is in
// plan-log.test.ts and top-up-requests.test.ts.
import { describe, expect, test } from 'vitest';
import { createPlanLog } from '../../../src/store/plans/plan-log.ts';
import { createTopUpLog } from '../../../src/store/plans/top-up-requests.ts';
import type { Schema } from '../../../src/store/postgres/connection.ts';
import { scriptedDatabase } from '../../support/scripted-database.ts';

const SCHEMA = '"floatwatch"' as Schema;
const NOON = Date.parse('2026-07-20T12:00:00Z');
const iso = (at: number) => new Date(at).toISOString();
const WALLET = { accountId: 7, walletId: 3 };

function log(...answers: readonly (readonly object[])[]) {
  const { db, asked } = scriptedDatabase(...answers);
  return { log: createPlanLog({ db, schema: SCHEMA, replica: 'a' }), asked };
}

const GIST = {
  ...{ at: NOON, by: NOON + 5, late: true, confidence: 0.9, available: '10', coming: '1', needed: '4' },
  ...{ shortfall: null, source: 'plan.csv', doubts: 'young stale' },
};

describe('the newest plan of a wallet', () => {
  const row = {
    ...{ account: 'acme', currency: 'UGX', walletType: 'P', ...WALLET, number: 5, ...GIST, replica: 'b' },
    ...{ historyUntil: '1970-01-03', topUpAt: NOON + 9, topUp: '6', leftBefore: '2', emptySince: null },
    outcome: 'in time',
  };
  const kept = { account: 'acme', currency: 'UGX', walletType: 'P', ...WALLET };
  const newest = { number: 5, ...GIST, replica: 'b', historyUntil: 2 };
  const topUp = { at: NOON + 9, amount: '6', leftBefore: '2', emptySince: null, verdict: 'in time' };

  test.each([
    ['with its top-up', {}, { ...kept, newest, topUp }],
    ['without one', { topUpAt: null }, { ...kept, newest, topUp: null }],
    ['of none that is stored', { number: null, topUpAt: null }, { ...kept, newest: null, topUp: null }],
    ['whose top-up alone is stored', { number: null }, { ...kept, newest: null, topUp }],
    ['by a top-up of 1970', { topUpAt: 0 }, { ...kept, newest, topUp: { ...topUp, at: 0 } }],
  ])('is read %s', async (_what, more, expected) => {
    const { log: plans, asked } = log([{ account_id: 7 }], [{ ...row, ...more }]);
    expect(await plans.newest(['acme'])).toEqual([expected]);
    expect(asked).toEqual([[['acme']], [[7]]]);
  });
});

describe('a top-up since a plan', () => {
  const told = (after: number, asks = true, more: object = {}) => ({
    ...{ at: NOON + after, by: NOON + after + 50, asks, awaits: asks, begins: false, ...more },
  });
  const by = (...after: readonly number[]) =>
    after.map((each) => ({ at: NOON + each, by: NOON + each + 50 }));
  const rise = { at: NOON + 99, amount: '6', leftBefore: '2', emptySince: null };
  const waits = { awaits: true };

  test.each<[what: string, plans: readonly object[], since: number, told: readonly object[]]>([
    ['was told by no plan that is known', [], 40, []],
    ['was told by all that asked, the oldest first', [told(3), told(2), told(1)], 1, by(1, 2, 3)],
    [
      'was not told by what came before money was there',
      [told(3), told(2), told(1, false), told(0)],
      2,
      by(2, 3),
    ],
    ['was told before requested money was on its way', [told(3, false, waits), told(2)], 2, by(2)],
    [
      'was not told by what came before another top-up',
      [told(3), told(2, true, { begins: true }), told(1)],
      2,
      by(2, 3),
    ],
    ['was told by none, where the plan asks for none', [told(3, false), told(2)], 40, []],
    ['is looked for since a plan that begins', [told(3, true, { begins: true }), told(2)], 3, by(3)],
  ])('%s', async (_what, plans, since, expected) => {
    const { log: kept, asked } = log(plans, [rise]);
    const found = await kept.topUpSince({ ...WALLET, number: 5, at: NOON + 40 });
    expect(found).toEqual({ ...rise, told: expected });
    expect(asked).toEqual([
      [7, 3, 5],
      [7, 3, iso(NOON + since), iso(NOON + 40)],
    ]);
  });

  test('is none where nothing rose', async () => {
    const { log: kept } = log([told(3)], []);
    expect(await kept.topUpSince({ ...WALLET, number: 5, at: NOON })).toBeUndefined();
  });
});

test('a plan is written with all that it says, and those whose number was taken are told', async () => {
  const plan = {
    ...{ ...WALLET, number: 5, ...GIST, historyUntil: 2, arrives: NOON + 6, given: '7' },
    ...{ lastsUntil: null, thenLastsUntil: NOON + 8 },
    topUp: { at: NOON + 9, amount: '6', leftBefore: '2', emptySince: null, verdict: 'in time' },
  };
  const bare = { ...plan, number: 6, by: null, source: null, given: null, topUp: null };
  const { log: kept, asked } = log([{ account_id: 7, wallet_id: 3, number: 6 }]);
  expect(await kept.add([plan, bare, { ...bare, number: 7 }] as never)).toEqual([false, true, false]);
  expect(asked[0]!.map((column) => (column as readonly unknown[]).slice(0, 2))).toEqual([
    ...[
      [iso(NOON), iso(NOON)],
      [iso(NOON + 5), null],
      [null, null],
    ],
    ...[
      [iso(NOON + 8), iso(NOON + 8)],
      [iso(NOON + 6), iso(NOON + 6)],
    ],
    ...[
      [iso(NOON + 9), null],
      [null, null],
      [7, 7],
      [3, 3],
      [5, 6],
      ['1970-01-03', '1970-01-03'],
    ],
    ...[
      [true, true],
      ['0.9', '0.9'],
      ['10', '10'],
      ['1', '1'],
      ['4', '4'],
      ['7', null],
      [null, null],
    ],
    ...[
      ['6', null],
      ['2', null],
      ['in time', null],
      ['plan.csv', null],
    ],
    ...[
      ['young stale', 'young stale'],
      ['a', 'a'],
    ],
  ]);
});

describe('requests', () => {
  const request = (at: number, amount = '5', more: object = {}) => ({
    ...{ account: 'acme', currency: 'UGX', wallet_type: 'P', at: NOON + at, amount },
    ...{ account_id: 7, wallet_id: 3, ...more },
  });
  const change = (since: number, at: number, rise: string, available: string, rose = true) => ({
    ...{ since: NOON + since, at: NOON + at, rise, available, rose },
  });
  const SINCE = new Map([['acme', NOON]]);

  test('are none where nobody asks', async () => {
    const { db, asked } = scriptedDatabase();
    expect(await createTopUpLog(db, SCHEMA).read(new Map())).toEqual([]);
    expect(asked).toEqual([]);
  });

  test('are read by wallet with the rises after the first of them, and the last balance', async () => {
    const { db, asked } = scriptedDatabase(
      [
        request(20),
        request(10, '7'),
        request(0, '9'),
        request(30, '1', { wallet_type: 'Q', wallet_id: null }),
      ],
      [change(4, 10, '1', '6'), change(10, 11, '2', '8'), change(11, 15, '-3', '5', false)],
    );
    expect(await createTopUpLog(db, SCHEMA).read(SINCE)).toEqual([
      {
        ...{ account: 'acme', currency: 'UGX', walletType: 'P', available: '5' },
        requests: [
          { at: NOON + 20, amount: '5' },
          { at: NOON + 10, amount: '7' },
        ],
        rises: [{ since: NOON + 10, at: NOON + 11, amount: '2' }],
      },
      {
        ...{ account: 'acme', currency: 'UGX', walletType: 'Q', available: null },
        ...{ requests: [{ at: NOON + 30, amount: '1' }], rises: [] },
      },
    ]);
    expect(asked).toEqual([
      [iso(NOON), ['acme']],
      [7, 3, iso(NOON + 10)],
    ]);
  });

  test('of each account are those since its own instant', async () => {
    const { db, asked } = scriptedDatabase([
      request(20, '5', { account: 'beta', account_id: null, wallet_id: null }),
      request(21, '6', { account: 'beta', account_id: null, wallet_id: null }),
    ]);
    const since = new Map([...SINCE, ['beta', NOON + 20]]);
    const [only, ...more] = await createTopUpLog(db, SCHEMA).read(since);
    expect([only!.requests, more]).toEqual([[{ at: NOON + 21, amount: '6' }], []]);
    expect(asked).toEqual([[iso(NOON), ['acme', 'beta']]]);
  });

  /** From where a wallet is read, each time that it is asked for with these requests. */
  async function readFrom(rounds: readonly (readonly object[])[], walletId = 3) {
    const answers = rounds.flatMap((rows, i) =>
      rows.length > 0 ? [rows, [change(i * 100, i * 100 + 50, '1', '6')]] : [rows],
    );
    const { db, asked } = scriptedDatabase(...answers);
    const requests = createTopUpLog(db, SCHEMA);
    const found = [];
    for (const _ of rounds) found.push(await requests.read(SINCE));
    const from = asked.flatMap(([, wallet, at]) =>
      wallet === walletId ? [Date.parse(String(at)) - NOON] : [],
    );
    return { from, found };
  }

  test('read on from the newest snapshot, and keep the rises from before', async () => {
    const { from, found } = await readFrom([[request(10)], [request(10)], [request(10)]]);
    expect(from).toEqual([10, 50, 150]);
    expect(found[2]![0]!.rises.map(({ at }) => at - NOON)).toEqual([50, 150, 250]);
  });

  test.each([
    ['where an earlier request is asked for', [[request(10)], [request(9)]], [10, 9]],
    ['not where a later one is', [[request(10)], [request(11)]], [10, 50]],
    ['where nobody asked for the wallet meanwhile', [[request(10)], [], [request(10)]], [10, 10]],
  ])('read the wallet whole again %s', async (_what, rounds, expected) => {
    expect((await readFrom(rounds)).from).toEqual(expected);
  });

  test.each([
    [0, 60],
    [3, 63],
    [59, 119],
    [60, 60],
  ])('of wallet %s read it whole again after %s readings', async (walletId, readings) => {
    const rounds = Array.from({ length: readings + 2 }, () => [request(10, '5', { wallet_id: walletId })]);
    const { from } = await readFrom(rounds, walletId);
    expect(from.indexOf(10, 1)).toBe(readings + 1);
  });

  test('have nothing seen where no snapshot is there', async () => {
    const { db } = scriptedDatabase([request(10)], []);
    expect(await createTopUpLog(db, SCHEMA).read(SINCE)).toMatchObject([{ rises: [], available: null }]);
  });

  test('are dated by the database, or as is told', async () => {
    const { db, asked } = scriptedDatabase();
    const requests = createTopUpLog(db, SCHEMA);
    const one = { account: 'acme', currency: 'UGX', walletType: 'P', amount: '5', by: 'ann' };
    await requests.add({ ...one, at: null } as never);
    await requests.add({ ...one, at: NOON } as never);
    const rest = ['acme', 'UGX', 'P', '5', 'ann'];
    expect(asked).toEqual([
      [null, ...rest],
      [iso(NOON), ...rest],
    ]);
  });
});
