import { expect, test } from 'vitest';
import { smallestInterval } from '../../src/config/schema/interval.ts';

const MINUTE = 60_000;

test.each([
  ['* * * * *', MINUTE],
  ['*/5 * * * * *', 5_000],
  ['*/7 * * * *', 4 * MINUTE], // from 56 to 0
  ['0,1,30 9 * * *', MINUTE],
  ['59 23 * * *', 24 * 60 * MINUTE],
  ['0,59 0,23 * * *', MINUTE], // over midnight
  ['0,59 0,23 * * 1', 59 * MINUTE], // on Mondays alone there is no such midnight
  ['58 59 23 * * *', 24 * 60 * MINUTE],
  ['0,50 0,59 0,23 * * 4,5', 10_000], // from 23:59:50 to 00:00:00
  ['0 9 29 2 *', 25 * 60 * MINUTE], // more than a day; how much more doesn't matter
])('between two slots of "%s" there are at least %i ms', (expression, expected) => {
  expect(smallestInterval(expression)).toBe(expected);
});
