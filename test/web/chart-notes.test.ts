// What stands beside a wallet's chart in words.
import { expect, test } from 'vitest';
import { type Amount, amountOf } from '../../src/domain/money.ts';
import { type Html, toText } from '../../src/web/html/html.ts';
import { extremesLine, gapsLine, legend } from '../../src/web/pages/chart-notes.ts';
import type { HistoryPoint } from '../../src/web/sources.ts';

const MINUTE = 60_000;
const NOW = Date.parse('2026-11-21T12:00:00Z');

const wordsOf = (content: unknown) => toText(content as Html).replace(/<[^>]+>/g, '');
const amount = (text: string | null): Amount | null => (text === null ? null : amountOf(text));

/** A snapshot, or an hour of so many of them. */
function pointOf(available: string | null, [lowest, highest]: readonly string[] = [], samples = 1) {
  const hour = { lowest: amount(lowest ?? null), highest: amount(highest ?? null), samples };
  const balance = { actual: null, uncleared: null, reserve: null, available: amount(available) };
  return { at: NOW, since: null, slot: null, ...balance, ...hour } satisfies HistoryPoint;
}

test('the lowest and the highest of a range are told to the digit, wherever in it they were', () => {
  const points = [
    pointOf('900000000000000000.01'),
    pointOf('40', ['2.5', '900000000000000000.02']),
    pointOf(null),
    pointOf('1', ['1', '1000000000000000000'], 0), // an hour of which nothing was seen
    pointOf('7'),
  ];
  const told = 'Lowest 2.5, highest 900,000,000,000,000,000.02.';
  expect(wordsOf(extremesLine(points))).toBe(told);
  expect(wordsOf(extremesLine(points.toReversed()))).toBe(told);
  expect(extremesLine([pointOf(null)])).toBeNull();
});

test.each([
  [['5', '3'], null, '0 to 5'],
  [['5', '-3', '4'], null, '−3 to 5'],
  [['5', '3'], '8', '0 to 8, dashed: the threshold, 8'],
  [['9', '3'], '8', '0 to 9, dashed: the threshold, 8'],
] as const)('the edges of a chart of %j with the threshold %s are %s', (availables, threshold, told) => {
  const options = { threshold: amount(threshold), range: { from: NOW - MINUTE, to: NOW }, timezone: 'UTC' };
  const points = availables.map((each) => pointOf(each));
  expect(wordsOf(legend(points, options))).toContain(`\n${told}\n`);
});

test('of gaps the newest are listed, one that lasts by its length so far, and it is said how many there are beside', () => {
  const gaps = Array.from({ length: 7 }, (_, i) => {
    const since = NOW - (7 - i) * 10 * MINUTE;
    return { since, until: i === 6 ? null : since + (i + 1) * MINUTE, failed: 0, outcomes: {} };
  });
  const told = (some: typeof gaps) => wordsOf(gapsLine(some, 'UTC', NOW));
  expect(told(gaps).match(/\d+ min/g)).toEqual(['10 min', '6 min', '5 min', '4 min', '3 min']);
  expect(told(gaps).match(/lasting/g)).toHaveLength(1);
  expect(told(gaps)).toContain('and 2 more gaps');
  expect(told(gaps.slice(-5))).not.toContain('more');
});
