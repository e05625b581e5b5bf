// Was a top-up in time, and if not: did the plan say it too late, or did nobody follow?
import { expect, test } from 'vitest';
import { topUpVerdict } from '../../../src/domain/forecast/top-up-outcome.ts';

const LEAD = 100;
const verdict = (told: readonly (readonly [at: number, by: number | null])[], emptySince: number | null) =>
  topUpVerdict(
    told.map(([at, by]) => ({ at, by })),
    { emptySince, leadMs: LEAD },
  );

test.each([
  ['never empty', [[0, 500]], null, 'in_time'],
  ['requested by then it would have come just in time', [[0, 500]], 600, 'not_followed'],
  ['requested by then it would have come too late', [[0, 500]], 599, 'told_too_late'],
  ['it was to be requested at once, too late', [[0, 0]], 99, 'told_too_late'],
  ['it was to be requested at once, in time', [[0, 0]], 100, 'not_followed'],
  ['a deadline that was over when it was told is one of that moment', [[300, 0]], 350, 'told_too_late'],
  [
    'a deadline that was put off before it came told nobody to request',
    [
      [0, 500],
      [400, 900],
    ],
    700,
    'told_too_late',
  ],
  [
    'one that came and was put off later did',
    [
      [0, 500],
      [501, 900],
    ],
    700,
    'not_followed',
  ],
  [
    'one that was brought forward',
    [
      [0, 900],
      [200, 400],
    ],
    500,
    'not_followed',
  ],
  ['beyond 60 days is no deadline', [[0, null]], 5_000, 'told_too_late'],
  ['nothing was asked', [], 5_000, 'told_too_late'],
] as const)('%s', (_, told, emptySince, expected) => {
  expect(verdict(told, emptySince)).toBe(expected);
});
