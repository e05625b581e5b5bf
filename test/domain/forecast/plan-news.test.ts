// Which change of a plan is kept.
import { expect, test } from 'vitest';
import { isNews, type PlanGist } from '../../../src/domain/forecast/plan-news.ts';
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
  isNews({ ...BEFORE, ...before }, { ...BEFORE, at: BEFORE.at + HOUR, ...change }, LEAD);

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
  const short = (by: number) => isNews(BEFORE, { ...BEFORE, at: BEFORE.at + 1, by }, HOUR);
  expect(short(101 * DAY + HOUR)).toBe(false);
  expect(short(101 * DAY + HOUR + 1)).toBe(true);
});
