import { expect, test } from 'vitest';
import { withBreaks } from '../../../src/store/queries/breaks.ts';

const MINUTE = 60_000;

/** After which of the instants, in minutes, the line is broken. */
function brokenAfter(minutes: readonly number[]): readonly number[] {
  const points = minutes.map((each) => ({ at: each * MINUTE, seen: true }));
  return withBreaks(points, { seen: false }).flatMap(({ at, seen }) =>
    seen ? [] : [Math.floor(at / MINUTE)],
  );
}

const every = (minutes: number, from: number, to: number) =>
  Array.from({ length: (to - from) / minutes }, (_, i) => from + i * minutes);

test('a pause that is longer than usual breaks the line', () => {
  expect(brokenAfter(every(1, 0, 60))).toEqual([]);
  expect(brokenAfter([...every(1, 0, 30), ...every(1, 40, 60)])).toEqual([29]);
  expect(brokenAfter([...every(1, 0, 30), 100, ...every(1, 200, 260)])).toEqual([29, 100]);
  expect(brokenAfter([...every(1, 0, 30), 630, 1_230])).toEqual([29, 630]);
  expect(brokenAfter([...every(1, 0, 30), 100, 170, ...every(1, 260, 290)])).toEqual([29, 100, 170]);
});

test('what was seen more seldom, by an earlier schedule or an import, is a line all the same', () => {
  expect(brokenAfter([...every(5, 0, 600), ...every(1, 600, 1_000)])).toEqual([]);
  expect(brokenAfter([...every(1, 0, 400), ...every(5, 400, 1_000)])).toEqual([]);
  const missed = every(5, 0, 600).filter((minute) => minute <= 200 || minute >= 300);
  expect(brokenAfter([...missed, ...every(1, 600, 1_000)])).toEqual([200]);
});

test('half a dozen of such are a line too, however many there were since', () => {
  expect(brokenAfter([...every(5, 0, 30), ...every(0.05, 31, 40)])).toEqual([]);
});
