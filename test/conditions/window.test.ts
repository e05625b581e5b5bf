// The highest or lowest amount within a sliding window of time.
import { expect, test } from 'vitest';
import { createWindow } from '../../src/conditions/wallet/window.ts';
import { amountOf } from '../../src/domain/money.ts';

const WITHIN = 10;

/** Values at instants, as they came. */
function windowOf(extreme: 'max' | 'min', ...values: readonly (readonly [at: number, amount: string])[]) {
  const window = createWindow(extreme, WITHIN);
  for (const [at, amount] of values) window.push(at, amountOf(amount));
  return window;
}

const past = (...values: readonly (readonly [at: number, amount: string])[]) =>
  values.map(([at, amount]) => ({ at, amount: amountOf(amount) }));

test.each([
  ['max', [9, 12, 13, 20, 21, 23, 24], ['7', '7', '7', '7', '6', '6', undefined]],
  ['min', [9, 12, 13, 20, 21, 23, 24], ['5', '5', '5', '6', '6', '6', undefined]],
] as const)('%s is of what is no older than the window is long', (extreme, instants, expected) => {
  const window = windowOf(extreme, [0, '5'], [3, '5'], [10, '7'], [13, '6']);
  expect(instants.map((at) => window.extreme(at))).toEqual(expected);
});

test('before anything was taken in there is neither a value nor a time since when all is known', () => {
  const window = windowOf('max');
  expect([window.extreme(0), window.since()]).toEqual([undefined, undefined]);
});

test('nothing is missing since the first value, or since before, by the past; or only since an interruption', () => {
  const window = windowOf('max', [5, '1'], [7, '1']);
  expect(window.since()).toBe(5);
  window.backfill([], 6);
  expect(window.since()).toBe(5);
  window.backfill([], 2);
  expect(window.since()).toBe(2);
  window.interrupt(8);
  expect(window.since()).toBe(8);
  window.push(9, amountOf('1'));
  expect(window.since()).toBe(8);
  window.backfill([], 3);
  expect(window.since()).toBe(3);
});

const LATE = [
  [1, '9'],
  [5, '6'],
  [7, '2'],
] as const;

test.each([[[0, 1, 2]], [[0, 2, 1]], [[1, 0, 2]], [[1, 2, 0]], [[2, 0, 1]], [[2, 1, 0]]])(
  'the past may come late, in any order, such as %j; what has come since stays',
  (order) => {
    const window = windowOf('max', [8, '3'], [9, '4']);
    window.backfill(past(...order.map((i) => LATE[i]!)), 0);
    expect([9, 11, 12, 15, 16, 19, 20].map((at) => window.extreme(at))).toEqual([
      ...['9', '9', '6', '6', '4', '4'],
      undefined,
    ]);
  },
);

test('the past is not of what the window had let go of', () => {
  const window = windowOf('min', [0, '1'], [20, '5']);
  expect(window.extreme(20)).toBe('5');
  window.backfill(past([15, '7']), 12);
  expect(window.extreme(20)).toBe('5');
});

test('nor is what is of the past let go of with it', () => {
  const window = windowOf('max', [0, '9'], [20, '5']);
  expect(window.extreme(20)).toBe('5');
  window.backfill(past([15, '7']), 12);
  expect([window.extreme(20), window.extreme(26)]).toEqual(['7', '5']);
});

test('dated back before anything was taken in, it knows of no time', () => {
  const window = windowOf('max');
  window.shift(4);
  expect(window.since()).toBeUndefined();
  window.push(10, amountOf('5'));
  expect(window.since()).toBe(10);
});

test('it is dated back with the clock', () => {
  const window = windowOf('max', [10, '5']);
  window.shift(4);
  expect([window.since(), window.extreme(16), window.extreme(17)]).toEqual([6, '5', undefined]);
});

test('however many values there were, it says the same', () => {
  const window = windowOf('max');
  for (let at = 0; at < 5_000; at++) {
    window.push(at, amountOf(String(10_000 - at)));
    expect(window.extreme(at)).toBe(String(10_000 - Math.max(0, at - WITHIN)));
  }
});
