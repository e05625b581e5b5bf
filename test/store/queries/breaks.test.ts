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

test.each([
  ['of three times the usual is none', [0, 1, 2, 3, 4, 7], []],
  ['that is longer is one, after the point before it', [0, 1, 2, 3, 4, 7.5], [4]],
  ['between two points is what is usual', [0, 60], []],
  ['longer than the others by their middle one, of an even number the later', [0, 2, 4, 10, 16], []],
  ['and of an odd number the middle', [0, 2, 4, 6, 12, 18.5], [12]],
  [
    'is usual where five of about its length are near, three before and itself and one after',
    [...every(1, 0, 20), ...[19, 23.5, 28, 32.5, 37, 41.5], ...every(1, 42, 62)],
    [],
  ],
  [
    'is not where four are',
    [...every(1, 0, 20), ...[23.5, 28, 32.5, 37], ...every(1, 38, 58)],
    [19, 23, 28, 32],
  ],
  [
    'is where another is as long as a third of it',
    [...every(1, 0, 20), ...[20.4, 22, 23.6, 25.2, 26.8, 31.6], ...every(1, 32, 62)],
    [],
  ],
  [
    'counts those within five pauses of it alone, before and after',
    [...every(1, 0, 20), ...[23.5, 27, 30.5, 34], ...every(1, 35, 39), 42.5, ...every(1, 43, 63)],
    [19, 23, 27, 38],
  ],
])('a pause %s', (_what, minutes, expected) => {
  expect(brokenAfter(minutes)).toEqual(expected);
});

test('the point that breaks a line is a millisecond after the one before it, and has nothing but its own', () => {
  const points = [0, 10, 20, 100].map((at) => ({ at, seen: at >= 0 }));
  expect(withBreaks(points, { seen: false })).toEqual([
    ...points.slice(0, 3),
    { at: 21, seen: false },
    points[3],
  ]);
  expect(withBreaks(points.slice(0, 0), { seen: false })).toEqual([]);
  expect(withBreaks(points.slice(0, 1), { seen: false })).toEqual(points.slice(0, 1));
});
