import { expect, test } from 'vitest';
import { isLumpy } from '../../../src/domain/forecast/draws.ts';
import { forecast } from '../../../src/domain/forecast/forecaster.ts';
import { alertOf } from '../../../src/domain/forecast/outlook.ts';
import { demand, lumpyDemand } from './demand.ts';

const alerts = [
  { lead: 2, look: 0.25, confidence: 0.9 },
  { lead: 0.25, look: 1 / 1_440, confidence: 0.97 },
  { lead: 45, look: 0.25, confidence: 0.95 },
];

test('each wallet has the record of its last forty forecasts', () => {
  const outlook = forecast(demand(1, 200), 20_000, { alerts })!;
  const [usual, soon, far] = [0, 1, 2].map((i) => alertOf(outlook, i));
  expect(usual!.of).toBe(40);
  expect(usual!.held).toBeGreaterThanOrEqual(32);
  expect(soon!.of).toBe(40);
  expect(far).toMatchObject({ held: 0, of: 0 }); // nothing that far can be judged
});

test('a day that is not known is in no record', () => {
  const days = demand(2, 30);
  const record = (history: readonly (number | undefined)[]) =>
    alertOf(forecast(history, 20_000, { alerts })!, 0).of;
  const all = record(days);
  expect(all).toBeLessThan(25);
  expect(record(days.map((amount, i) => (i === 20 ? undefined : amount)))).toBe(all - 3);
});

test('a forecast that fails is in the record, and widens the margin', () => {
  const days = new Array(100).fill(100);
  const before = alertOf(forecast(days, 20_000, { alerts })!, 0);
  expect(before.held).toBe(40);
  const after = alertOf(forecast([...days, 900], 20_000, { alerts })!, 0);
  expect(after.held).toBe(39);
  expect(after.margin).toBeGreaterThan(before.margin + 0.2);
});

test('lumpy is who pays out on few days that no weekday foretells', () => {
  const weeks = (of: (day: number) => number) => Array.from({ length: 56 }, (_, day) => of(day));
  expect(isLumpy(weeks(() => 100))).toBe(false);
  expect(isLumpy(new Array(21).fill(100))).toBe(false);
  expect(isLumpy(weeks((day) => (day % 7 === 0 ? 0 : 100)))).toBe(false); // closed on Sundays
  expect(isLumpy(weeks((day) => (day % 7 === 5 ? 700 : 0)))).toBe(false); // pays on Fridays
  expect(isLumpy(weeks((day) => (day % 10 === 0 ? 0 : 100)))).toBe(false);
  expect(isLumpy(weeks((day) => (day % 3 === 0 ? 300 : 0)))).toBe(true);
  expect(isLumpy(weeks((day) => (day === 25 || day === 55 ? 3_000 : 0)))).toBe(true); // a payroll
  expect(isLumpy(weeks(() => 0))).toBe(false);
});

test('of a lumpy wallet days are drawn, and no record is told that another estimate has earned', () => {
  const outlook = forecast(lumpyDemand(1, 120), 20_000, { alerts })!;
  expect(outlook.drawn).toBe(true);
  expect(alertOf(outlook, 0).of).toBe(0);
});
