// Which hours are marked for their figures to be made again, and how marks become stretches of work; in rollups.test.ts
// the figures come right by them.
import { expect, test } from 'vitest';
import { deleteMarks, isLate, markLate, readMarks } from '../../../src/store/ledger/late-arrivals.ts';
import type { Schema } from '../../../src/store/postgres/connection.ts';
import { scriptedDatabase } from '../../support/scripted-database.ts';

const SCHEMA = '"floatwatch"' as Schema;
const HOUR = 3_600_000;
const NOON = Date.parse('2026-07-20T12:00:00Z');

/** What is read from marks on these hours after noon, by account. */
async function read(marks: readonly (readonly [account: number, hour: number, mark?: string])[]) {
  const rows = marks.map(([account_id, hour, mark = `m${hour}`]) => ({
    ...{ account_id, mark },
    hour: new Date(NOON + hour * HOUR),
  }));
  const { db, questions: asked } = scriptedDatabase(rows);
  const { hours, all } = await readMarks(db, SCHEMA, [3, 4]);
  const told = hours.map(({ accountIds, from, to, marks: own }) => ({
    ...{ accountIds, from: (from - NOON) / HOUR, to: (to - NOON) / HOUR, marks: own },
  }));
  return { told, all, asked };
}

test.each([
  ['a result of the hour before, to the millisecond', -HOUR, true],
  ['one that is a millisecond younger', 1 - HOUR, false],
  ['a current one', 0, false],
  ['one of the day before', -24 * HOUR, true],
])('%s is late: %s', (_what, after, late) => {
  expect(isLate(NOON + after, NOON)).toBe(late);
});

test('each hour of an account is marked once, by a mark of this write', async () => {
  const { db, questions: asked } = scriptedDatabase();
  await markLate(db, SCHEMA, [
    { accountId: 1, slot: NOON },
    { accountId: 1, slot: NOON + HOUR - 1 },
    { accountId: 1, slot: NOON + HOUR },
    { accountId: 2, slot: NOON + HOUR - 1 },
  ]);
  expect(asked).toEqual([
    {
      text: 'INSERT INTO "floatwatch".rollup_late (account_id, hour, mark) SELECT u.account_id, u.hour, $3::uuid FROM unnest($1::int[], $2::timestamptz[]) AS u(account_id, hour)',
      values: [
        [1, 1, 2],
        ['2026-07-20T12:00:00.000Z', '2026-07-20T13:00:00.000Z', '2026-07-20T12:00:00.000Z'],
        expect.stringMatching(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      ],
    },
  ]);
  const none = scriptedDatabase();
  await markLate(none.db, SCHEMA, []);
  expect(none.questions).toEqual([]);
});

test.each<
  [
    what: string,
    marks: Parameters<typeof read>[0],
    told: readonly { accountIds: number[]; from: number; to: number; marks: string[] }[],
  ]
>([
  ['none', [], []],
  [
    'one hour, to the end of the hour after it',
    [[1, 0]],
    [{ accountIds: [1], from: 0, to: 2, marks: ['m0'] }],
  ],
  [
    'hours that follow one another are one stretch, also an hour that was marked twice',
    [
      [1, 0, 'a'],
      [1, 0, 'b'],
      [1, 1, 'a'],
    ],
    [{ accountIds: [1], from: 0, to: 3, marks: ['a', 'b'] }],
  ],
  [
    'a pause begins another',
    [
      [1, 0],
      [1, 2],
    ],
    [
      { accountIds: [1], from: 0, to: 2, marks: ['m0'] },
      { accountIds: [1], from: 2, to: 4, marks: ['m2'] },
    ],
  ],
  [
    'so does half an hour more than one',
    [
      [1, 0],
      [1, 1.5],
    ],
    [
      { accountIds: [1], from: 0, to: 2, marks: ['m0'] },
      { accountIds: [1], from: 1.5, to: 3.5, marks: ['m1.5'] },
    ],
  ],
  [
    'and another account; the earliest comes first',
    [
      [1, 5],
      [2, 4],
    ],
    [
      { accountIds: [2], from: 4, to: 6, marks: ['m4'] },
      { accountIds: [1], from: 5, to: 7, marks: ['m5'] },
    ],
  ],
  [
    'accounts with the same stretch are taken together, those with a longer one are not',
    [
      [1, 0, 'a'],
      [2, 0, 'b'],
      [3, 0, 'c'],
      [3, 1, 'c'],
    ],
    [
      { accountIds: [1, 2], from: 0, to: 2, marks: ['a', 'b'] },
      { accountIds: [3], from: 0, to: 3, marks: ['c'] },
    ],
  ],
])('the stretches of marks: %s', async (_what, marks, expected) => {
  const { told, all } = await read(marks);
  expect(told).toEqual(expected);
  expect(all).toBe(true);
});

test('a stretch has at most the hours of a day', async () => {
  const { told } = await read(Array.from({ length: 25 }, (_, hour) => [7, hour, 'm']));
  expect(told).toEqual([
    { accountIds: [7], from: 0, to: 25, marks: ['m'] },
    { accountIds: [7], from: 24, to: 26, marks: ['m'] },
  ]);
});

test('at most twenty accounts are taken together', async () => {
  const { told } = await read(Array.from({ length: 41 }, (_, i) => [i + 1, 0, 'm']));
  expect(told.map(({ accountIds }) => [accountIds.length, accountIds[0]])).toEqual([
    [20, 1],
    [20, 21],
    [1, 41],
  ]);
});

test('fifty thousand marks are read at once, and there may be more', async () => {
  const marks = Array.from({ length: 50_000 }, () => [1, 0, 'm'] as const);
  expect((await read(marks)).all).toBe(false);
  expect((await read(marks.slice(1))).all).toBe(true);
});

test('accounts that have failed are left out', async () => {
  const { asked } = await read([]);
  expect(asked[0]!.text).toContain(' ORDER BY l.account_id, l.hour LIMIT 50000');
  expect(asked[0]!.values).toEqual([[3, 4]]);
});

test('only the marks that were read are deleted: of those accounts, and of the hours of the stretch', async () => {
  const { db, questions: asked } = scriptedDatabase();
  await deleteMarks(db, SCHEMA, {
    ...{ accountIds: [1, 2], marks: ['a', 'b'] },
    ...{ from: NOON, to: NOON + 3 * HOUR },
  });
  expect(asked).toEqual([
    {
      text: 'DELETE FROM "floatwatch".rollup_late WHERE account_id = ANY($1::int[]) AND hour >= $2::timestamptz AND hour < $3::timestamptz AND mark = ANY($4::uuid[])',
      values: [[1, 2], '2026-07-20T12:00:00.000Z', '2026-07-20T14:00:00.000Z', ['a', 'b']],
    },
  ]);
});
