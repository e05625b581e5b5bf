// What holds of outlooks whatever was learnt: the unit of money, the end of what is seen, and midnights.
import { expect, test } from 'vitest';
import { isLumpy } from '../../../src/domain/forecast/draws.ts';
import { forecast } from '../../../src/domain/forecast/forecaster.ts';
import {
  alertLasts,
  alertLevel,
  alertOf,
  expectedBetween,
  expectedBy,
  inOnePiece,
  interpolated,
  lastsFor,
  leastGone,
  mostGone,
  type Outlook,
} from '../../../src/domain/forecast/outlook.ts';
import { demand, lumpyDemand } from './demand.ts';

const FIRST = 20_000;
const alerts = [{ lead: 2, look: 0.25, confidence: 0.95 }];

test.each([
  ['usual', demand(2, 90)],
  ['lumpy', lumpyDemand(3, 90)],
  ['young', demand(2, 9)],
])('in a unit that is 65,536 times as large, the numbers of a %s wallet are as much smaller', (_, days) => {
  const UNIT = 65_536;
  const told = (outlook: Outlook, unit: number) => ({
    most: mostGone(outlook, 0.95, 0.3, 5) * unit,
    least: leastGone(outlook, 0.95, 0.3, 5) * unit,
    level: alertLevel(outlook, alertOf(outlook, 0), 0.3, 2.25) * unit,
    expected: expectedBetween(outlook, 0, 20) * unit,
    lasts: lastsFor(outlook, 0.95, 0.3, 500 / unit),
    alert: alertLasts(outlook, alertOf(outlook, 0), 0.3, 500 / unit),
    empty: lastsFor(outlook, 0.95, 0.3, 0),
    record: alertOf(outlook, 0),
  });
  const small = days.map((amount) => amount / UNIT);
  expect(told(forecast(small, FIRST, { alerts })!, UNIT)).toEqual(
    told(forecast(days, FIRST, { alerts })!, 1),
  );
});

test('money that lasts longer than sixty days lasts sixty, however little longer', () => {
  const outlook = forecast(new Array(100).fill(100), FIRST)!;
  const sixty = mostGone(outlook, 0.5, 0, 60);
  expect(lastsFor(outlook, 0.5, 0, sixty - 50)).toBeLessThan(60);
  expect(lastsFor(outlook, 0.5, 0, sixty)).toBe(60);
  expect(lastsFor(outlook, 0.5, 0, sixty + 50)).toBe(60);
});

test.each([
  [0, 0],
  [0.25, 0.25],
  [1, 1],
  [1.5, 2],
  [2, 3],
  [5, 9], // the last day's rate goes on
])('of sums of 1 and 3 by the ends of two days, %f days have %f', (time, sum) => {
  expect(expectedBy([0, 1, 3], time, 2)).toBe(sum);
  expect(expectedBy([7, 7, 0, 1, 3], time, 2, 2)).toBe(sum);
});

test.each([
  [0.1, 1],
  [1, 1],
  [1.5, 1.5],
  [4, 4],
  [5, 4.5],
  [10, 6.5],
  [28, 9.5],
  [32, 10],
  [60, 10],
])('of values at the horizons, which count them, that at %f days is %f', (length, value) => {
  expect(interpolated([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], length)).toBe(value);
  expect(interpolated([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10], length, 1)).toBe(value);
});

test('accounts without outlooks share one empty map', () => {
  expect(inOnePiece(new Map()).size).toBe(0);
  expect(inOnePiece(new Map())).toBe(inOnePiece(new Map()));
});

test('of few days, unknown ones say nothing for nor against their weekday', () => {
  const days = Array.from({ length: 56 }, (_, day) => (day % 3 === 0 ? 300 : 0));
  const holes = (of: readonly number[], every: number) =>
    of.map((amount, i) => (i % every === 1 ? Number.NaN : amount));
  expect(isLumpy(holes(days, 10))).toBe(true);
  expect(isLumpy(holes(new Array(56).fill(100), 2))).toBe(false);
  expect(isLumpy(new Array(56).fill(Number.NaN))).toBe(false);
});

test.each([
  [3, false],
  [4, true],
])('of each weekday as much on %i days of ten is idle: lumpy is %s', (idle, is) => {
  const days = Array.from({ length: 70 }, (_, day) => (Math.floor(day / 7) < idle ? 0 : 0.01));
  expect(isLumpy(days)).toBe(is);
});

test('an empty wallet lasts for no time, unless nothing is expected to go out; one that owes for none at all', () => {
  const idle = forecast(new Array(60).fill(0), FIRST, { alerts })!;
  const busy = forecast(demand(2, 90), FIRST, { alerts })!;
  for (const [outlook, empty] of [
    [idle, 60],
    [busy, 0],
  ] as const) {
    expect(lastsFor(outlook, 0.95, 0.3, 0)).toBe(empty);
    expect(lastsFor(outlook, 0.95, 0.3, -0.01)).toBe(0);
    expect(alertLasts(outlook, alertOf(outlook, 0), 0.3, 0)).toBe(empty);
    expect(alertLasts(outlook, alertOf(outlook, 0), 0.3, -0.01)).toBe(0);
  }
});

test('a drawn wallet’s alert goes by what goes out at its own confidence', () => {
  const outlook = forecast(lumpyDemand(3, 90), FIRST, { alerts })!;
  const alert = alertOf(outlook, 0);
  expect(outlook.drawn).toBe(true);
  expect(alert.aim).toBeCloseTo(0.97, 6);
  expect(alertLevel(outlook, alert, 0.3, 2.25)).toBe(mostGone(outlook, alert.aim, 0.3, 2.25));
  expect(alertLasts(outlook, alert, 0.3, 700)).toBe(lastsFor(outlook, alert.aim, 0.3, 700));
  expect(leastGone(outlook, 0.95, 0.3, 9)).toBe(0);
});
