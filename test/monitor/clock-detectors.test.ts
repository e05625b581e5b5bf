// What counts as a clock that was set back, and as a process that stood still: at the millisecond.
import { expect, test } from 'vitest';
import { createSetBackDetector, createStandstillDetector } from '../../src/monitor/clock.ts';
import { handClock } from '../support/clock.ts';

test.each([
  ['half a minute', 0, -30_000, 30_000],
  ['less, which is NTP’s correction', 0, -29_999, 0],
  ['more', 0, -3_600_000, 3_600_000],
  ['half a minute while a minute went by', 60_000, -30_000, 30_000],
  ['less while a minute went by', 60_000, -29_999, 0],
  ['not at all', 60_000, 0, 0],
  ['not, but ahead', 60_000, 3_600_000, 0],
])('a clock that was set back by %s: told %#', (_, passed, step, told) => {
  const clock = handClock();
  const setBack = createSetBackDetector(clock);
  clock.advance(passed);
  clock.step(step);
  expect([setBack(), setBack()]).toEqual([told, 0]);
});

test('a clock that is set back again is told of from the last time on', () => {
  const clock = handClock();
  const setBack = createSetBackDetector(clock);
  const told = [-40_000, -20_000, -20_000, 90_000, -35_000].map((step) => {
    clock.step(step);
    clock.advance(1_000);
    return setBack();
  });
  expect(told).toEqual([40_000, 0, 0, 0, 35_000]);
});

test.each([
  ['half a minute went by', 30_000, 0, false],
  ['more went by', 30_001, 0, true],
  ['the machine slept for more: only the wall clock went on', 0, 30_001, true],
  ['it slept for half a minute', 0, 30_000, false],
  ['the wall clock was set back by more', 0, -30_001, true],
  ['it was set back by half a minute', 0, -30_000, false],
  ['it was set back by less while some time went by', 10_000, -25_000, false],
  ['it was set back by more while some time went by', 10_000, -30_001, true],
])('a process has stood still where %s: %#', (_, passed, step, told) => {
  const clock = handClock();
  const stoodStill = createStandstillDetector(clock);
  clock.advance(passed);
  clock.step(step);
  expect([stoodStill(), stoodStill()]).toEqual([told, false]);
});

test('many short times are no standstill', () => {
  const clock = handClock();
  const stoodStill = createStandstillDetector(clock);
  const told = Array.from({ length: 5 }, () => {
    clock.advance(20_000);
    return stoodStill();
  });
  expect(told).toEqual(Array(5).fill(false));
});
