// How many beginnings of one rule, and how close, are told in one message.
import { expect, test } from 'vitest';
import { createFlood, TOGETHER_MS } from '../../src/receivers/groups/flood.ts';
import { handClock } from '../support/clock.ts';

function flood() {
  const clock = handClock();
  const { isOf } = createFlood(clock);
  return { clock, isOf };
}

const keys = (count: number, from = 1) => Array.from({ length: count }, (_, i) => `key ${from + i}`);

test.each([
  [4, false],
  [5, true],
  [6, true],
])('of %i that begin at once, that they are told as one is %s', (count, together) => {
  expect(flood().isOf('Low', keys(count))).toBe(together);
});

test.each([
  ['within a minute', TOGETHER_MS - 1, true],
  ['after a minute', TOGETHER_MS, false],
])('the fifth that comes %s of the first: that they are told as one is %s', (_what, afterMs, together) => {
  const { clock, isOf } = flood();
  expect(isOf('Low', keys(4))).toBe(false);
  clock.advance(afterMs);
  expect(isOf('Low', keys(1, 5))).toBe(together);
});

test('each counts for a minute by itself', () => {
  const { clock, isOf } = flood();
  for (let i = 1; i <= 20; i++) {
    expect(isOf('Low', keys(1, i))).toBe(false);
    clock.advance(TOGETHER_MS / 4);
  }
});

test('one that is asked about again, as after a failure, counts once, and for another minute', () => {
  const { clock, isOf } = flood();
  for (let i = 0; i < 10; i++) expect(isOf('Low', keys(3))).toBe(false);
  clock.advance(TOGETHER_MS - 1);
  expect(isOf('Low', keys(1))).toBe(false);
  clock.advance(1);
  expect(isOf('Low', keys(3, 4))).toBe(false);
  expect(isOf('Low', keys(1, 7))).toBe(true);
});

test('each rule counts by itself', () => {
  const { isOf } = flood();
  expect(isOf('Low', keys(4))).toBe(false);
  expect(isOf('High', keys(4))).toBe(false);
});

test('what was told as one does not count towards the next', () => {
  const { isOf } = flood();
  expect(isOf('Low', keys(5))).toBe(true);
  expect(isOf('Low', keys(4, 6))).toBe(false);
});
