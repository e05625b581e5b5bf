// What an alert's promise begins with, and what it learns of each day.
import { expect, test } from 'vitest';
import { atConfidence, startOf } from '../../../src/domain/forecast/margins.ts';
import { createPromise } from '../../../src/domain/forecast/promise.ts';

const promise = (own: { lead?: number; confidence?: number } = {}) =>
  createPromise({ lead: 4, look: 0.25, confidence: 0.95, ...own });

test.each([
  [0.95, 0.97],
  [0.99, 0.994],
  [0.9, 0.94],
  [0.5, 0.7],
])('at a confidence of %f it aims at %f: six tenths of the lateness that is allowed', (confidence, aim) => {
  expect(promise({ confidence }).aim).toBeCloseTo(aim, 12);
});

test.each([
  ['its lead time', 4, 4],
  ['a day, where that is shorter', 0.2, 1],
  ['32 days, where that is longer', 45, 32],
])('its margin begins as that of a wallet’s first forecasts at %s', (_, lead, horizon) => {
  for (const confidence of [0.5, 0.8, 0.95, 0.99]) {
    const of = promise({ lead, confidence });
    const first = atConfidence(of.aim, (share) => (share === 0 ? 0 : startOf(horizon, share)));
    expect(of.margin).toBeCloseTo(first, 12);
  }
  expect(promise({ lead, confidence: 0.95 }).margin).toBeCloseTo(startOf(horizon, 4), 2); // aims at 97 %
});

test.each([
  ['a day in time', 0, 1, -0.1 * 0.03],
  ['a day that is late by half', 0.5, 1, 0.1 * 0.47],
  ['a late one', 1, 1, 0.1 * 0.97],
  ['a late one of twice the money', 1, 2, 0.2 * 0.97],
  ['a late one of four times the money', 1, 4, 0.4 * 0.97],
  ['a late one of more than that', 1, 50, 0.4 * 0.97],
  ['a day without money', 1, 0, 0],
])('%s moves the margin by as much as it weighs', (_, late, weight, by) => {
  const of = promise();
  const before = of.margin;
  of.learn(late, weight);
  expect(of.margin - before).toBeCloseTo(by, 12);
});

test('the last forty days are remembered: those of which no part was late held', () => {
  const of = promise();
  expect([of.held, of.of]).toEqual([0, 0]);
  for (const late of [0, 0.25, 1, 0]) of.learn(late, 1);
  expect([of.held, of.of]).toEqual([2, 4]);
  for (let day = 0; day < 36; day++) of.learn(0, 1);
  expect([of.held, of.of]).toEqual([38, 40]);
  of.learn(0, 1); // the first, which held, is forgotten
  expect([of.held, of.of]).toEqual([38, 40]);
  of.learn(0, 1); // the second, which didn't
  expect([of.held, of.of]).toEqual([39, 40]);
});
