// Which change of a plan is kept.
import { expect, test } from 'vitest';
import { isPlanNews, type PlanGist } from '../../../src/domain/forecast/plan-news.ts';
import { amountOf } from '../../../src/domain/money.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const LEAD = 2 * DAY;
const BEFORE: PlanGist = {
  ...{ at: 100 * DAY, available: amountOf('600'), coming: amountOf('0'), needed: amountOf('400') },
  ...{ by: 101 * DAY, late: false, confidence: 0.95, source: 'a/UGX/MERCHANT_COLLECTION' },
  ...{ shortfall: amountOf('100'), doubts: '', historyUntil: 100 },
};
const news = (change: Partial<PlanGist>, before: Partial<PlanGist> = {}) =>
  isPlanNews({ ...BEFORE, ...before }, { ...BEFORE, at: BEFORE.at + HOUR, ...change }, LEAD);

test.each([
  ['nothing', {}],
  ['a balance that moves with what is needed', { available: amountOf('550'), needed: amountOf('450') }],
  ['a shortfall that moves a little', { shortfall: amountOf('190') }],
  ['a deadline that moves by less than a quarter of the lead time', { by: 101 * DAY + 12 * HOUR }],
  ['another day of history', { historyUntil: 101 }],
])('%s is no news', (_, change) => {
  expect(news(change)).toBe(false);
});

test.each([
  ['a day later', { at: BEFORE.at + DAY }],
  ['late', { late: true }],
  ['another confidence', { confidence: 0.97 }],
  ['another source', { source: null }],
  ['a doubt', { doubts: 'jump:2026-05-05' }],
  ['no sum', { needed: amountOf('0') }],
  ['something on its way', { coming: amountOf('1') }],
  ['a shortfall that is not known', { shortfall: null }],
  ['no shortfall', { shortfall: amountOf('0') }],
  ['another sum', { needed: amountOf('520') }],
  ['another shortfall', { shortfall: amountOf('220') }],
  ['another deadline', { by: 101 * DAY + 13 * HOUR }],
  ['no deadline', { by: null }],
])('%s is news', (_, change) => {
  expect(news(change)).toBe(true);
});

test('a short lead time does not make news of minutes', () => {
  const short = (by: number) => isPlanNews(BEFORE, { ...BEFORE, at: BEFORE.at + 1, by }, HOUR);
  expect(short(101 * DAY + HOUR)).toBe(false);
  expect(short(101 * DAY + HOUR + 1)).toBe(true);
});

test.each([
  ['a tenth of what it should hold', { needed: amountOf('500'), available: amountOf('500') }, false],
  ['a hundredth more', { needed: amountOf('500.01'), available: amountOf('499.99') }, true],
  ['a tenth less', { needed: amountOf('300'), available: amountOf('700') }, false],
  ['a hundredth less than that', { needed: amountOf('299.99'), available: amountOf('700.01') }, true],
  ['a shortfall that differs by a tenth', { shortfall: amountOf('200') }, false],
  ['and a hundredth', { shortfall: amountOf('200.01') }, true],
])('whether a sum is another: %s', (_, change, is) => {
  expect(news(change)).toBe(is);
});

test.each([
  ['before nor now', null, null, false],
  ['now', 101 * DAY, null, true],
  ['before', null, 101 * DAY, true],
  ['never, 12 hours later', 101 * DAY, 101.5 * DAY, false],
  ['never, 12 hours earlier', 101 * DAY, 100.5 * DAY, false],
  ['never, more than 12 hours earlier', 101 * DAY, 100.5 * DAY - 1, true],
])('whether a deadline is another that is beyond the outlook %s', (_, before, now, is) => {
  expect(news({ by: now }, { by: before })).toBe(is);
});

test.each([
  ['none is known before nor now', null, null, false],
  ['it becomes known', null, amountOf('0'), true],
  ['it was nothing and is nothing', amountOf('0'), amountOf('0.00'), false],
  ['it begins', amountOf('0'), amountOf('0.01'), true],
  ['it ends', amountOf('0.01'), amountOf('0'), true],
])('whether a shortfall is another: %s', (_, before, now, is) => {
  expect(news({ shortfall: now }, { shortfall: before })).toBe(is);
});

test('what is needed no more, or is no longer on its way, is news', () => {
  expect(news({ needed: amountOf('0.00') }, { needed: amountOf('0') })).toBe(false);
  expect(news({ needed: amountOf('0.01') }, { needed: amountOf('0') })).toBe(true);
  expect(news({ coming: amountOf('0') }, { coming: amountOf('0.01') })).toBe(true);
});
