// The outflow of the hours, at the boundaries of hours, gaps and of what is remembered.
import { expect, test } from 'vitest';
import { amountOf } from '../../src/domain/money.ts';
import { createOutflow } from '../../src/domain/outflow.ts';

const HOUR = 3_600_000;
const _ = Number.NaN; // not known

type Looks = readonly (readonly [hour: number, available: number])[];

/** The outflow of the `past` hours before hour `at`, after these looks. */
function hours(past: number, at: number, looks: Looks) {
  const outflow = createOutflow(past);
  for (const [hour, available] of looks) outflow.take(hour * HOUR, amountOf(String(available)));
  return [...outflow.before(at * HOUR)];
}

test.each<[string, looks: Looks, at: number, seen: readonly number[]]>([
  ['nothing seen', [], 10, [_, _, _, _]],
  ['one look', [[9.5, 5]], 10, [_, _, _, 0]],
  ['one look in the hour that goes on', [[10, 5]], 10.9, [_, _, _, _]],
  ['one look an hour before', [[9, 5]], 11, [_, _, 0, _]],
  [
    'looks within an hour',
    [
      [9, 5],
      [9.99, 3],
    ],
    10,
    [_, _, _, 2],
  ],
  [
    'at the first instant of the next hour',
    [
      [8.99, 5],
      [9, 3],
    ],
    10,
    [_, _, 0, 2],
  ],
  [
    'a gap of an hour',
    [
      [7, 9],
      [9, 3],
    ],
    10,
    [_, 0, 3, 3],
  ],
  [
    'a gap of an hour without a change',
    [
      [7, 9],
      [9, 9],
    ],
    10,
    [_, 0, 0, 0],
  ],
  [
    'a rise over a gap',
    [
      [7, 9],
      [9, 10],
    ],
    10,
    [_, 0, _, 0],
  ],
  [
    'a look at an earlier hour',
    [
      [9, 9],
      [8, 1],
      [9.5, 8],
    ],
    10,
    [_, _, _, 1],
  ],
  [
    'an earlier look in the same hour',
    [
      [9.5, 9],
      [9.2, 8],
    ],
    10,
    [_, _, _, 1],
  ],
  [
    'what is older than is remembered',
    [
      [5, 9],
      [6, 8],
      [7, 7],
      [8, 6],
      [9, 5],
      [10, 4],
    ],
    11,
    [1, 1, 1, 1],
  ],
])('of %s the four hours before are known so', (_what, looks, at, seen) => {
  expect(hours(200, at, looks).slice(-4)).toEqual(seen);
});

test.each<[string, past: number, at: number, looks: Looks, first: readonly number[]]>([
  [
    'the oldest hour that is remembered',
    100,
    100,
    [
      [0, 9],
      [0.5, 8],
      [50, 8],
      [100, 8],
    ],
    [1, 0],
  ],
  [
    'the hours before it',
    100,
    100,
    [
      [0, 9],
      [0.5, 8],
      [50, 8],
      [101, 8],
    ],
    [_, 0],
  ],
  [
    'a look when all is long ago',
    100,
    1_000,
    [
      [0, 9],
      [0.5, 8],
      [1_000, 8],
    ],
    [_, _],
  ],
])('so are the oldest hours known: %s', (_what, past, at, looks, first) => {
  const seen = hours(past, at, looks);
  expect(seen).toHaveLength(past);
  expect(seen.slice(0, 2)).toEqual(first);
});

test.each([
  [96, 1],
  [97, Number.NaN],
])('a decrease over %i hours is spread over them, at %f an hour', (gap, each) => {
  const seen = hours(200, gap + 1, [
    [0, gap],
    [gap, 0],
  ]);
  expect(seen.slice(-gap + 1, -1)).toEqual(new Array(gap - 2).fill(each));
  expect(seen.at(-1)).toBe(gap === 96 ? 1 : 0);
});

test('hours before 1970 are hours', () => {
  expect(
    hours(200, -10, [
      [-12, 9],
      [-11, 4],
    ]).slice(-3),
  ).toEqual([_, 0, 5]);
});

test.each<[string, looks: Looks, at: number, seen: readonly number[]]>([
  [
    'up to the hour before',
    [
      [5, 9],
      [6, 3],
      [11, 20],
    ],
    12,
    [_, _, _, 0],
  ],
  [
    'from the oldest hour on',
    [
      [2, 9],
      [2.5, 3],
      [6, 3],
      [11, 20],
    ],
    11.5,
    [_, _, _, _],
  ],
])(
  'where four hours are remembered, a rise over all of them leaves nothing of what was before: %s',
  (_what, looks, at, seen) => {
    expect(hours(4, at, looks)).toEqual(seen);
  },
);
