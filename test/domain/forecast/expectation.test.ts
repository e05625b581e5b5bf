// What is expected of a day: when there is a level at all, and what closed days are taken for.
import { expect, test } from 'vitest';
import { createCalendar } from '../../../src/domain/forecast/calendar.ts';
import { createExpectation, type Expectation } from '../../../src/domain/forecast/expectation.ts';

const FIRST = 20_002; // a Wednesday
const learnt = (days: readonly number[], expectation = createExpectation()) => {
  for (const [i, amount] of days.entries()) expectation.learn(FIRST + i, amount);
  return expectation;
};
const ahead = (expectation: Expectation, from: number, length: number) => {
  const [sums, squares] = [new Float64Array(length + 1).fill(9), new Float64Array(length + 1).fill(9)];
  expectation.ahead(from, sums, squares);
  return { sums: [...sums], squares: [...squares] };
};

test.each([
  ['no day', [], false, 0],
  ['six days', [7, 7, 7, 7, 7, 7], false, 0],
  ['seven days', [7, 7, 7, 7, 7, 0, 7], true, 6],
  ['seven days of next to nothing', [0, 0, 0.7, 0, 0, 0, 0], true, 0.1],
  ['seven days of nothing', [0, 0, 0, 0, 0, 0, 0], false, 0],
  ['a first outflow on the eighth day', [0, 0, 0, 0, 0, 0, 0, 14], true, 2],
])(
  'after %s the level is the mean of the last seven, if anything went out on them',
  (_, days, ready, level) => {
    const expectation = learnt(days);
    expect(expectation).toMatchObject({ days: days.length, ready });
    expect(expectation.level).toBeCloseTo(level, 12);
  },
);

test('days of the first week are surprises for nobody, the eighth is one', () => {
  const expectation = createExpectation();
  for (let i = 0; i < 7; i++) expect(expectation.learn(FIRST + i, 10)).toBeUndefined();
  expect(expectation.learn(FIRST + 7, 5)).toEqual({ ratio: 0.5, spread: 0.3, plain: 5 });
});

test('of the rhythm of the first week 85 % are believed; usual days are off by three tenths', () => {
  const { sums, squares } = ahead(learnt([10, 10, 10, 10, 10, 10, 80]), FIRST + 7, 7);
  const days = sums.slice(1).map((sum, i) => sum - sums[i]!);
  expect(sums[0]).toBe(0);
  expect(squares[0]).toBe(0);
  for (const each of days.slice(0, 6)) expect(each).toBeCloseTo(0.15 * 20 + 0.85 * 10, 9);
  expect(days[6]).toBeCloseTo(0.15 * 20 + 0.85 * 80, 9);
  expect(squares[7]).toBeCloseTo(
    days.reduce((sum, each) => sum + (0.3 * each) ** 2, 0),
    9,
  );
});

test('what goes out on a closed day of the first week counts as it is; later such a day teaches nothing', () => {
  const closed = createCalendar([{ name: 'closed', dates: [FIRST + 2, FIRST + 8], factor: 0 }], undefined);
  const expectation = learnt([10, 10, 80, 10, 10, 10, 10], createExpectation(closed));
  expect(expectation.level).toBe(20);
  const before = ahead(expectation, FIRST + 9, 20);
  expect(expectation.learn(FIRST + 8, 500)).toBeUndefined();
  expect(ahead(expectation, FIRST + 9, 20)).toEqual(before);
  expect(expectation.days).toBe(8);
  expect(ahead(expectation, FIRST + 8, 1).sums).toEqual([0, 0]);
});

test('a day of the first week with a known factor counts as what a usual day would have been', () => {
  const sale = createCalendar([{ name: 'sale', dates: [FIRST + 3], factor: 4 }], undefined);
  expect(learnt([10, 10, 10, 40, 10, 10, 10], createExpectation(sale)).level).toBe(10);
});

test('a surprise carries over to the next days, less each day, for a week, also when it is long ago', () => {
  const expectation = learnt([10, 10, 10, 10, 10, 10, 10, 12]);
  const usual = ahead(expectation, FIRST + 8 + 700, 15).sums; // the same weekdays
  const expected = ahead(expectation, FIRST + 8, 15).sums;
  const part = expected.map((sum, i) => (sum - (expected[i - 1] ?? 0)) / (usual[i]! - (usual[i - 1] ?? 0)));
  for (let i = 1; i <= 7; i++) expect(part[i]).toBeGreaterThan(1);
  for (let i = 2; i <= 7; i++) expect((part[i]! - 1) / (part[i - 1]! - 1)).toBeCloseTo(0.3, 3);
  for (let i = 9; i <= 15; i++) expect(part[i]).toBeCloseTo(1, 12);
  const late = ahead(expectation, FIRST + 10, 3).sums;
  expect(late[1]! / (usual[3]! - usual[2]!)).toBeCloseTo(part[3]!, 9);
});
