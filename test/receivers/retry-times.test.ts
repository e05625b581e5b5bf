// When what failed is tried again, and when a receiver next has something to do.
import { expect, test } from 'vitest';
import { createRetryTimes } from '../../src/receivers/outbox/retry-times.ts';
import { handClock } from '../support/clock.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** With as little jitter as there is, so that the pauses are the longest. */
function times({ resendMs = 60 * MINUTE, random = 1, firstRetryMs = undefined as number | undefined } = {}) {
  const clock = handClock();
  return { clock, ...createRetryTimes({ clock, random: () => random, resendMs }, firstRetryMs) };
}

test.each([
  [1, SECOND],
  [2, 2 * SECOND],
  [3, 4 * SECOND],
  [9, 256 * SECOND],
  [10, 5 * MINUTE],
  [1_000_000, 5 * MINUTE],
])('after %i failures in a row it is tried again in %i ms at most', (failures, ms) => {
  expect(times().after(failures)).toBe(ms);
  expect(times({ random: 0 }).after(failures)).toBe(ms / 2);
});

test.each([
  ['what is told again often is tried as often', { resendMs: 30 * SECOND }, 30 * SECOND],
  ['but not more often than the first time', { resendMs: SECOND, firstRetryMs: 10 * SECOND }, 10 * SECOND],
])('%s', (_what, change, ms) => expect(times(change).after(1_000)).toBe(ms));

test('a part of a millisecond is waited for', () => {
  expect(times({ firstRetryMs: 3, random: 0 }).after(1)).toBe(2);
});

test('what is due next is waited for, a millisecond longer, and no longer than is asked', () => {
  const { clock, expect: due, untilNextDue } = times();
  expect(untilNextDue(MINUTE)).toBe(MINUTE);
  due(20 * SECOND);
  due(5 * SECOND);
  expect(untilNextDue(MINUTE)).toBe(5 * SECOND + 1);
  expect(untilNextDue(SECOND)).toBe(SECOND);
  clock.advance(5 * SECOND);
  expect(untilNextDue(MINUTE)).toBe(1);
  clock.advance(1);
  expect(untilNextDue(MINUTE)).toBe(15 * SECOND);
  clock.advance(MINUTE);
  expect(untilNextDue(MINUTE)).toBe(MINUTE);
});
