// When a level counts as jumped, since when and by how much: surprises are counted in usual ones.
import { expect, test } from 'vitest';
import { createJumpWatch } from '../../../src/domain/forecast/jump.ts';

const LEVEL = 100;
/** Days 0, 1, 2 … with so many usual surprises of a quarter each, and their outflow. */
function watch(days: readonly (readonly [surprises: number, plain: number])[], spread = 0.25, level = LEVEL) {
  const jumps = createJumpWatch();
  for (const [day, [surprises, plain]] of days.entries())
    jumps.learn(day, { ratio: 1 + surprises * spread, spread, plain }, level);
  return jumps;
}
const usual = [0, LEVEL] as const;

test.each([
  ['a usual day', [usual], undefined],
  ['one day, however odd', [[90, 9_000]], undefined],
  [
    'two odd days',
    [
      [90, 9_000],
      [90, 9_000],
    ],
    { since: 0, until: 21, factor: 90 },
  ],
  [
    'four usual surprises beyond what drifts',
    [
      [2.75, 160],
      [2.75, 140],
    ],
    { since: 0, until: 21, factor: 1.5 },
  ],
  [
    'a bit less',
    [
      [2.75, 160],
      [2.74, 140],
    ],
    undefined,
  ],
  [
    'as much, the other way',
    [
      [-2.75, 40],
      [-2.75, 60],
    ],
    { since: 0, until: 21, factor: 0.5 },
  ],
  [
    'as much, one each way',
    [
      [2.75, 160],
      [-2.75, 60],
    ],
    undefined,
  ],
  [
    'days of no more than the drift before it',
    [
      [0.75, 110],
      [0.75, 110],
      [2.75, 160],
      [2.75, 140],
    ],
    { since: 2, until: 23, factor: 1.5 },
  ],
  [
    'a slow rise',
    [
      [1.75, 140],
      [1.75, 140],
      [1.75, 140],
      [1.75, 140],
    ],
    { since: 0, until: 21, factor: 1.4 },
  ],
  [
    'a usual day between',
    [[2.5, 150], usual, [2.5, 150], [2.5, 150]],
    { since: 0, until: 21, factor: 1.375 },
  ],
  [
    'a quiet week between',
    [[2.5, 150], usual, usual, usual, [2.75, 150], [2.75, 150]],
    { since: 4, until: 25, factor: 1.5 },
  ],
  [
    'a rise by three tenths',
    [
      [2.75, 130],
      [2.75, 130],
    ],
    { since: 0, until: 21, factor: 1.3 },
  ],
  [
    'one by less',
    [
      [2.75, 130],
      [2.75, 129],
    ],
    undefined,
  ],
  [
    'a fall by less',
    [
      [-2.75, 77],
      [-2.75, 77],
    ],
    undefined,
  ],
  ['a fall that was made up for since', [[-2.75, 50], [-2.75, 50], [0, 300], usual], undefined],
] as const)('after %s', (_, days, jump) => {
  expect(watch(days).at(days.length)).toEqual(jump);
});

test('a fall to ten thirteenths is told', () => {
  expect(
    watch(
      [
        [-2.75, 1],
        [-2.75, 1],
      ],
      0.25,
      1.3,
    ).at(2),
  ).toMatchObject({ factor: 1 / 1.3 });
});

test('where days are usually off by less than a tenth, a tenth is a usual surprise', () => {
  expect(
    watch(
      [
        [5.4, 140],
        [5.4, 140],
      ],
      0.05,
    ).at(2),
  ).toBeUndefined();
  expect(
    watch(
      [
        [5.6, 140],
        [5.6, 140],
      ],
      0.05,
    ).at(2),
  ).toBeDefined();
});

test('a jump makes three weeks unsure, and alerts that long more careful; a fall makes none', () => {
  const up = watch([
    [3, 200],
    [3, 200],
  ]);
  expect([up.at(20)?.factor, up.at(21)]).toEqual([2, undefined]);
  expect([up.above(20, LEVEL), up.above(20, 160), up.above(20, 300), up.above(21, LEVEL)]).toEqual([
    2, 1.25, 1, 1,
  ]);
  const down = watch([
    [-3, 20],
    [-3, 20],
  ]);
  expect([down.at(20)?.factor, down.above(20, 10)]).toEqual([0.2, 1]);
  expect(createJumpWatch().above(3, LEVEL)).toBe(1);
});

test('the new level is the mean of the last seven days, or of those since the jump', () => {
  const days = [[3, 400], [3, 200], ...[1, 2, 3, 4, 5, 6].map((i) => [0, 100 * i] as const)] as const;
  expect(watch(days.slice(0, 4)).above(4, LEVEL)).toBe((400 + 200 + 100 + 200) / 4 / LEVEL);
  expect(watch(days).above(8, LEVEL)).toBe((200 + 100 + 200 + 300 + 400 + 500 + 600) / 7 / LEVEL);
  const later = [usual, usual, [3, 200], [3, 240]] as const;
  expect(watch(later).above(4, LEVEL)).toBe(2.2);
});

test('a further rise within the three weeks is the same jump; one after them, or a fall, is another', () => {
  const rise = [
    [3, 200],
    [3, 200],
  ] as const;
  const rest = (length: number) => Array.from({ length }, () => usual);
  expect(watch([...rise, ...rest(3), ...rise]).at(7)).toMatchObject({ since: 0, until: 21 });
  expect(watch([...rise, ...rest(18), ...rise]).at(22)).toMatchObject({ since: 20, until: 41 });
  expect(watch([...rise, ...rest(30), ...rise]).at(34)).toMatchObject({ since: 32, until: 53 });
  expect(watch([...rise, ...rest(3), [-3, 20], [-3, 20]]).at(7)).toMatchObject({ since: 5, until: 26 });
});

test('a rise that goes on for three weeks is another jump then, and what it was does not hide later ones', () => {
  const rises = (length: number) => Array.from({ length }, () => [3, 200] as const);
  const rest = (length: number) => Array.from({ length }, () => usual);
  expect(watch(rises(22)).at(22)).toMatchObject({ since: 20, until: 41 });
  expect(watch([...rises(12), ...rest(20), ...rises(2)]).at(34)).toMatchObject({ since: 32, until: 53 });
});
