import { expect, test } from 'vitest';
import { forecast } from '../../../src/domain/forecast/forecaster.ts';
import { alertLevel, alertOf, expectedBetween } from '../../../src/domain/forecast/outlook.ts';
import { demand } from './demand.ts';

const FIRST = 20_000;
const JUMP = 150;
const alerts = [{ lead: 2, look: 0.25, confidence: 0.95 }];

/** The history of a wallet whose outflow changes by a factor on a day, and so many days more. */
function after(seed: number, factor: number, days: number) {
  const history = demand(seed, JUMP + days).map((amount, i) => (i < JUMP ? 1 : factor) * amount);
  return forecast(history, FIRST, { alerts })!;
}

const SEEDS = Array.from({ length: 20 }, (_, seed) => seed);

test.each([
  [2, 1.5, 2.6],
  [0.4, 0.25, 0.6],
])(
  'outflow that becomes %f times what it was is told within ten days, with its day and how much',
  (factor, low, high) => {
    const told = SEEDS.map((seed) => after(seed, factor, 10).jump).filter((jump) => jump !== undefined);
    expect(told.length).toBeGreaterThanOrEqual(18);
    const right = told.filter((jump) => Math.abs(jump.since - FIRST - JUMP) <= 2);
    expect(right.length).toBeGreaterThanOrEqual(15);
    const fitting = told.filter(({ factor: said }) => said > low && said < high);
    expect(fitting.length).toBeGreaterThanOrEqual(15);
  },
);

test('one odd day is no jump', () => {
  for (const seed of SEEDS) {
    const history = demand(seed, JUMP);
    const before = forecast(history, FIRST)!.jump;
    history[JUMP - 1]! *= 8;
    expect(forecast(history, FIRST)!.jump?.since).toBe(before?.since);
  }
});

test('after a jump alerts go by the more careful of two estimates, and only by a rise', () => {
  for (const seed of SEEDS) {
    const up = after(seed, 2, 6);
    const down = after(seed, 0.4, 6);
    expect(up.care).toBeGreaterThanOrEqual(1);
    expect(down.care).toBe(1);
    const plain = { ...up, care: 1 };
    const level = alertLevel(up, alertOf(up, 0), 0, 2.25);
    expect(level).toBeCloseTo(up.care * alertLevel(plain, alertOf(plain, 0), 0, 2.25), 3);
  }
  expect(SEEDS.filter((seed) => after(seed, 2, 6).care > 1.2).length).toBeGreaterThanOrEqual(16);
});

test('where days are drawn nothing is more careful: the futures know the jump', () => {
  const history = demand(1, 23).map((amount, i) => (i < 7 ? 0 : amount));
  const drawn = forecast(history, FIRST, { alerts })!;
  expect(drawn).toMatchObject({ drawn: true, care: 1, jump: undefined });
});

test('three weeks after a jump the estimate has caught up, and nothing is told any more', () => {
  for (const seed of SEEDS) {
    const later = after(seed, 2, 45);
    expect(later.jump === undefined || later.jump.since > FIRST + JUMP + 10).toBe(true);
    const known = after(seed, 1, 45);
    expect(expectedBetween(later, 0, 7) / expectedBetween(known, 0, 7)).toBeGreaterThan(1.5);
  }
});
