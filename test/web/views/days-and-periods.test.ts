// Business days as instants, the coverage of days, and what the days of a wallet come to together.
import { describe, expect, test } from 'vitest';
import { type Amount, amountOf } from '../../../src/domain/money.ts';
import type { StatementLine } from '../../../src/domain/statement.ts';
import type { Gap } from '../../../src/web/sources.ts';
import { blindTimeOf, coverageByDay, reasonOf } from '../../../src/web/views/blindness.ts';
import { dayRange, lastDays, lastDaysFrom, lastDaysIn } from '../../../src/web/views/days.ts';
import { daysIn, periodsOf, wholeWallets } from '../../../src/web/views/statement.ts';
import { statementDay } from '../desk.ts';

const NOON = Date.parse('2026-11-21T12:00:00Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const at = (text: string) => Date.parse(text);

test.each([
  [
    'whole days',
    '2026-11-19',
    '2026-11-20',
    'Africa/Kampala',
    at('2026-11-18T21:00Z'),
    at('2026-11-20T21:00Z'),
  ],
  ['up to now', '2026-11-20', '2026-11-21', 'UTC', at('2026-11-20T00:00Z'), NOON],
  [
    'none that is to come',
    '2026-11-22',
    '2026-11-23',
    'UTC',
    at('2026-11-22T00:00Z'),
    at('2026-11-22T00:00Z'),
  ],
  [
    'a day of 25 hours',
    '2026-10-25',
    '2026-10-25',
    'Europe/Berlin',
    at('2026-10-24T22:00Z'),
    at('2026-10-25T23:00Z'),
  ],
])('days are instants: %s', (_title, from, to, timezone, start, end) => {
  expect(dayRange({ from, to }, timezone, NOON)).toEqual({ from: start, to: end });
});

test('the last days are up to the one of now, by the clocks of the zone', () => {
  const late = at('2026-11-21T22:00Z');
  const days = lastDays(3, 'Africa/Kampala', late);
  expect(days.map(({ day }) => day)).toEqual(['2026-11-20', '2026-11-21', '2026-11-22']);
  expect(days.at(-1)!.range).toEqual({ from: at('2026-11-21T21:00Z'), to: late });
  expect(lastDaysFrom(3, 'Africa/Kampala', late)).toBe(days[0]!.range.from);
  const daysOf = lastDaysIn(3, late);
  expect(daysOf('Africa/Kampala')).toEqual(days);
  expect(daysOf('Africa/Kampala')).toBe(daysOf('Africa/Kampala'));
  expect(daysOf('UTC').map(({ day }) => day)).toEqual(['2026-11-19', '2026-11-20', '2026-11-21']);
});

describe('gaps', () => {
  const gap = (since: number, until: number | null, more: Partial<Gap> = {}): Gap => {
    return {
      since: NOON + since * HOUR,
      until: until === null ? null : NOON + until * HOUR,
      failed: 0,
      outcomes: {},
      ...more,
    };
  };
  const range = { from: NOON, to: NOON + 10 * HOUR };

  test.each<[string, Gap[], number, number]>([
    ['none', [], 0, 0],
    ['within', [gap(1, 3)], 2, 1],
    ['over the beginning', [gap(-1, 1)], 1, 1],
    ['over the end', [gap(9, 12)], 1, 1],
    ['over all of it', [gap(-1, 12)], 10, 1],
    ['that lasts', [gap(8, null)], 2, 1],
    ['up to the beginning', [gap(-2, 0)], 0, 0],
    ['from the end on', [gap(10, 12)], 0, 0],
    ['several', [gap(-2, -1), gap(1, 2), gap(4, 7), gap(11, null)], 4, 2],
  ])('%s', (_title, gaps, hours, count) => {
    expect(blindTimeOf({ gaps, first: 7 }, range)).toEqual({ blindMs: hours * HOUR, count, seenFrom: 7 });
  });

  test.each<[string, number | null, Gap[], (number | null)[]]>([
    ['of an account that was never polled', null, [], [null, null]],
    ['of one that was polled before', NOON - 99 * DAY, [], [1, 1]],
    ['of one that was polled from the second day on', NOON + DAY, [], [null, 1]],
    [
      'of one that was polled from within a day on, by the part that there is',
      NOON + DAY / 2,
      [gap(12, 15)],
      [0.75, 1],
    ],
    ['of a gap over both', NOON - DAY, [gap(18, 30)], [0.75, 0.75]],
    ['of a day without a look', NOON - DAY, [gap(-1, 24)], [0, 1]],
  ])('by day, %s', (_title, first, gaps, seen) => {
    const days = [0, 1].map((i) => ({
      day: `d${i}`,
      range: { from: NOON + i * DAY, to: NOON + (i + 1) * DAY },
    }));
    const covered = coverageByDay({ first, gaps }, days);
    expect(covered.map((each) => each.seen)).toEqual(seen);
    expect(covered.map((each) => each.day)).toEqual(['d0', 'd1']);
  });

  test.each<[Partial<Gap>, string]>([
    [{}, 'No poll took place: floatwatch was not running, or its machine slept.'],
    [{ failed: 1, outcomes: { auth: 1 } }, 'One poll failed: The service refuses the account’s keys.'],
    [{ failed: 7, outcomes: { auth: 7 } }, '7 polls failed: The service refuses the account’s keys.'],
    [
      { failed: 7, outcomes: { auth: 3, deadline: 4 } },
      '7 polls failed, 4 of them so: The service did not answer in time.',
    ],
    [{ failed: 2, outcomes: {} }, '2 polls failed: The service can’t be reached.'],
  ])('the reason of one with %o is: %s', (more, reason) => {
    expect(reasonOf(gap(0, 1, more))).toBe(reason);
  });
});

test.each([
  ['2026-11-20', '2026-11-20', 1],
  ['2026-11-20', '2026-11-21', 2],
  ['2026-02-28', '2026-03-01', 2],
  ['2025-11-21', '2026-11-21', 366],
])('from %s to %s are %d days', (from, to, days) => {
  expect(daysIn({ from, to })).toBe(days);
});

describe('whole wallets', () => {
  const lines = [...'aaabbc'].map((walletType, i) => statementDay(`2026-11-0${i + 1}`, { walletType }));
  test.each([
    [6, 'aaabbc', undefined],
    [7, 'aaabbc', undefined],
    [5, 'aaabb', lines[4]],
    [4, 'aaa', lines[2]],
    [3, 'aaa', lines[2]],
  ])('of six lines at most %d are %s', (most, shown, next) => {
    const whole = wholeWallets(lines, most);
    expect(whole.lines.map(({ walletType }) => walletType).join('')).toBe(shown);
    expect(whole.next).toBe(next);
  });
});

describe('a period', () => {
  type Told = [
    opening: string | null,
    closing: string | null,
    outflow: string | null,
    lowest?: string,
    highest?: string,
  ];
  const amount = (text: string | null): Amount | null => (text === null ? null : amountOf(text));
  const daysOf = (days: readonly Told[]): StatementLine[] =>
    days.map(([opening, closing, outflow, lowest, highest], i) =>
      statementDay(`2026-11-0${i + 1}`, {
        available: {
          ...{ opening: amount(opening), closing: amount(closing), netChange: null },
          ...{ lowest: amount(lowest ?? closing), highest: amount(highest ?? opening) },
        },
        ...{ outflow: amount(outflow), samples: 2 },
      }),
    );

  test.each<[string, Told[], (string | null)[]]>([
    // opening, closing, net, inflow, outflow, lowest, highest
    ['of one day', [['10', '4', '6']], ['10', '4', '-6', '0', '6', '4', '10']],
    ['of a day with a top-up', [['10', '12', '5']], ['10', '12', '2', '7', '5', '12', '10']],
    [
      'of days that go on where the day before ended',
      [
        ['10', '4', '6'],
        ['4', '1', '3'],
      ],
      ['10', '1', '-9', '0', '9', '1', '10'],
    ],
    [
      'with a fall between days, which went out',
      [
        ['10', '4', '6'],
        ['3', '1', '2'],
      ],
      ['10', '1', '-9', '0', '9', '1', '10'],
    ],
    [
      'with a rise between days, which came in',
      [
        ['10', '4', '6'],
        ['9', '8', '1'],
      ],
      ['10', '8', '-2', '5', '7', '4', '10'],
    ],
    [
      'over a day on which nothing was seen',
      [
        ['10', '4', '6'],
        [null, null, null],
        ['2', '1', '1'],
      ],
      ['10', '1', '-9', '0', '9', '1', '10'],
    ],
    [
      'with a day whose outflow isn’t kept',
      [
        ['10', '4', null],
        ['4', '1', '3'],
      ],
      ['10', '1', '-9', null, null, '1', '10'],
    ],
    ['of which nothing was seen', [[null, null, null]], [null, null, null, null, '0', null, null]],
    [
      'of a day of which only the beginning is kept',
      [
        ['5', null, '1'],
        ['3', '2', '1'],
      ],
      ['3', '2', '-1', '0', '1', '2', '3'],
    ],
    [
      'with its lowest and highest on other days',
      [
        ['10', '9', '1', '-2', '11'],
        ['9', '8', '1', '7.5', '90'],
      ],
      ['10', '8', '-2', '0', '2', '-2', '90'],
    ],
  ])('%s', (_title, days, told) => {
    const [period] = periodsOf(daysOf(days));
    const { opening, closing, net, inflow, outflow, lowest, highest, samples } = period!;
    expect([opening, closing, net, inflow, outflow, lowest, highest]).toEqual(told);
    expect(samples).toBe(2 * days.length);
  });

  test('is one for each wallet, whatever the characters of its name', () => {
    const named = (account: string, currency: string) => statementDay('2026-11-01', { account, currency });
    const periods = periodsOf([named('a","b', 'c'), named('a', 'b","c'), named('a', 'b","c')]);
    expect(periods.map(({ account, days }) => [account, days.length])).toEqual([
      ['a","b', 1],
      ['a', 2],
    ]);
  });
});
