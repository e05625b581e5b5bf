// How one's own wallets would have fared.
import { expect, test } from 'vitest';
import { parseHours } from '../../src/domain/forecast/approval.ts';
import { amountOf } from '../../src/domain/money.ts';
import { type Backtest, backtest } from '../../src/monitor/forecast/backtest.ts';
import { demand } from '../domain/forecast/demand.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.parse('2026-11-20T09:20:00Z');
const SETTINGS = {
  ...{ account: 'acme', timezone: 'UTC', leadMs: 2 * DAY, confidence: 0.95, coverMs: 7 * DAY },
  ...{ window: null, isClosed: () => false, source: null, calendar: undefined },
  ...{ roundTo: amountOf('1'), minimum: amountOf('0'), target: { coverMs: 7 * DAY } },
};

/** Days that had ended, and the hours of today. */
function hoursOf(days: readonly number[]): { hours: Float64Array } {
  return {
    hours: Float64Array.from([
      ...days.flatMap((day) => new Array(24).fill(day / 24)),
      ...new Array(9).fill(0),
    ]),
  };
}

const tested = (days: readonly number[], more: Partial<typeof SETTINGS> = {}) =>
  backtest(hoursOf(days), { ...SETTINGS, ...more }, NOW) as Backtest;

test('the last two fifths of the days are judged', () => {
  const { from, until } = tested(demand(1, 100));
  expect(new Date(from * DAY).toISOString()).toBe('2026-10-11T00:00:00.000Z');
  expect(new Date(until * DAY).toISOString()).toBe('2026-11-20T00:00:00.000Z');
});

test('with a steady trade all ways hold, and only who knows all leaves less than the plan', () => {
  const { plan, threshold, hindsight, perfect } = tested(new Array(120).fill(240_000));
  for (const each of [plan, threshold, hindsight, perfect]) expect(each).toMatchObject({ late: 0, short: 0 });
  expect(plan.topUps).toBeGreaterThanOrEqual(6);
  expect(plan.left).toBeGreaterThanOrEqual(perfect.left);
  expect(hindsight.at).toBeGreaterThan(480_000);
  expect(hindsight.at).toBeLessThan(520_000);
});

test('a trade that has doubled is too much for a threshold of before, and none for the plan', () => {
  const days = Array.from({ length: 200 }, (_, i) => (i < 115 ? 100_000 : 200_000));
  const { plan, threshold, hindsight } = tested(days);
  expect(threshold.late).toBeGreaterThan(3);
  expect(plan.late).toBe(0);
  expect(hindsight.late).toBe(0);
});

test('hours of approval make it ask before a weekend', () => {
  const window = parseHours('Mon-Fri 08:00-17:00')!;
  const days = demand(3, 200);
  const fixed = tested(days, { window: window as never });
  const always = tested(days);
  expect(fixed.plan.late).toBeLessThanOrEqual(2);
  expect(fixed.perfect.late).toBe(0);
  expect(fixed.plan.left).toBeGreaterThan(always.plan.left);
});

test('on a closed day nobody approves, also where no hours of approval are set', () => {
  const isClosed = (day: number) => day % 5 < 2;
  const fared = (window: ReturnType<typeof parseHours> | null) => {
    const all = tested(demand(3, 120), { isClosed: isClosed as never, window: window as never });
    const { plan, threshold, hindsight, perfect } = all;
    return [plan, threshold, hindsight, perfect].map(({ late, topUps, idle }) => [
      late,
      topUps,
      Math.round(idle),
    ]);
  };
  expect(fared(null)).toEqual(fared(parseHours('Mon-Sun 00:00-24:00')!));
});

test('less than four weeks, or nothing that goes out, is not tested', () => {
  expect(tested(demand(1, 27))).toBe('short_history');
  expect(typeof tested(demand(1, 29))).toBe('object');
  expect(tested(new Array(60).fill(0))).toBe('nothing_went_out');
  expect(backtest({ hours: new Float64Array(9_000).fill(Number.NaN) }, SETTINGS, NOW)).toBe('short_history');
});

test('who knows all is late at no time of the day: what arrives at a look is there at that look', () => {
  // Sums of days and look-sized fractions miss each other by 1e-14; with no margin left, a look later is too late.
  const hours = Float64Array.from({ length: 2_400 }, (_, i) => 10_000 + (((2_400 - i) * 7_919) % 5_000));
  for (const leadMs of [2 * HOUR, 4 * HOUR, DAY, 2 * DAY])
    for (let minute = 0; minute < 1_440; minute += 53) {
      const { perfect } = backtest({ hours }, { ...SETTINGS, leadMs }, NOW + minute * 60_000) as Backtest;
      expect([leadMs, minute, perfect.late]).toEqual([leadMs, minute, 0]);
    }
});

test('with a cover shorter than the lead time every way comes too late, as docs/plan.md says', () => {
  const days = new Array(120).fill(240_000);
  const lateOf = (coverDays: number) => {
    const { plan, threshold, hindsight, perfect } = tested(days, {
      ...{ coverMs: coverDays * DAY, leadMs: 3 * DAY },
    });
    return [plan, threshold, hindsight, perfect].map(({ late, topUps }) => late >= topUps);
  };
  expect(lateOf(2)).toEqual([true, true, true, true]);
  expect(lateOf(3)).toEqual([false, false, false, false]);
});
