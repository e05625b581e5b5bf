// How some wallets would have fared, number by number: a change of these is one of the plan, of the forecast or of the
// replay, and is meant.
import { expect, test } from 'vitest';
import { parseHours } from '../../src/domain/forecast/approval.ts';
import { createCalendar } from '../../src/domain/forecast/calendar.ts';
import { amountOf } from '../../src/domain/money.ts';
import { backtest, type Fared } from '../../src/monitor/forecast/backtest.ts';
import { demand } from '../domain/forecast/demand.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.parse('2026-11-20T09:20:00Z');
const TODAY = Math.floor(NOW / DAY);
const SETTINGS = {
  ...{ account: 'acme', timezone: 'UTC', leadMs: 2 * DAY, confidence: 0.95, coverMs: 7 * DAY },
  ...{ window: null, isClosed: () => false, source: null, calendar: undefined },
  ...{ roundTo: amountOf('1'), minimum: amountOf('0'), target: { coverMs: 7 * DAY } },
};
type Settings = Parameters<typeof backtest>[1];

/** Whole days, then the nine hours of today, which nobody may look at. */
const hoursOf = (days: readonly (number | undefined)[]) => ({
  hours: Float64Array.from([
    ...days.flatMap((day) => new Array(24).fill(day === undefined ? Number.NaN : day / 24)),
    ...new Array(9).fill(1e9),
  ]),
});

const digits = (value: number) => String(Number(value.toPrecision(5)));
const told = ({ late, topUps, short, idle, left }: Fared) =>
  `${late}/${topUps} ${[short, idle, left].map(digits).join(' ')}`;

const holes = demand(2, 70).map((amount, i) => (i % 9 === 4 ? undefined : amount));
const sale = createCalendar([{ name: 'sale', dates: [TODAY - 12, TODAY - 31], factor: 3 }], undefined);
const weekdays = parseHours('Mon-Fri 08:00-17:00')!;

test.each<[string, readonly (number | undefined)[], Partial<Settings>]>([
  ['a steady trade', new Array(60).fill(2_400), {}],
  ['a trade by chance', demand(1, 90), {}],
  ['days that are not known', holes, {}],
  ['hours of approval', demand(3, 90), { window: weekdays }],
  [
    'a weekday on which nobody approves',
    demand(3, 90),
    { window: weekdays, isClosed: (day) => day % 7 === 4 },
  ],
  [
    'a calendar',
    demand(4, 80).map((amount, i) => (i === 68 || i === 49 ? 3 : 1) * amount),
    { calendar: sale },
  ],
  [
    'a longer lead time, less confidence and a shorter cover',
    demand(1, 90),
    { leadMs: 4 * DAY, confidence: 0.8, coverMs: 3 * DAY },
  ],
  [
    'sums that are rounded, and have a minimum',
    demand(1, 90),
    { roundTo: amountOf('500'), minimum: amountOf('2000') },
  ],
])('with %s all ways fare as they fared', async (name, days, more) => {
  const tested = backtest(hoursOf(days), { ...SETTINGS, ...more }, NOW);
  if (typeof tested === 'string') throw new Error(tested);
  const { from, until, plan, threshold, hindsight, perfect } = tested;
  const lines = [
    `days ${from - TODAY} to ${until - TODAY}; late/top-ups short idle left`,
    `plan: ${told(plan)}`,
    `threshold of ${digits(threshold.at)}: ${told(threshold)}`,
    `threshold of ${digits(hindsight.at)}, with hindsight: ${told(hindsight)}`,
    `perfect: ${told(perfect)}`,
  ];
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`golden/backtest of ${name}.txt`);
});

test.each<[string, readonly (number | undefined)[], string | undefined]>([
  ['27 known days', [...new Array(9).fill(undefined), ...new Array(27).fill(5)], 'short_history'],
  ['28', new Array(28).fill(5), undefined],
  ['28, and others between them', [...new Array(14).fill(5), undefined, ...new Array(14).fill(5)], undefined],
  [
    'nothing before the judged days',
    [...new Array(36).fill(0), ...new Array(24).fill(5)],
    'nothing_went_out',
  ],
  ['nothing on the judged days', [...new Array(36).fill(5), ...new Array(24).fill(0)], 'nothing_went_out'],
  [
    'something only in the first two weeks',
    [...new Array(14).fill(5), ...new Array(46).fill(0)],
    'nothing_went_out',
  ],
])('whether a wallet can be tested: %s', (_, days, why) => {
  const tested = backtest(hoursOf(days), SETTINGS, NOW);
  expect(typeof tested === 'string' ? tested : undefined).toBe(why);
});

test('where nobody ever approves nothing ever comes', () => {
  const closed = { window: weekdays, isClosed: () => true };
  const tested = backtest(hoursOf(new Array(60).fill(5)), { ...SETTINGS, ...closed }, NOW);
  if (typeof tested === 'string') throw new Error(tested);
  for (const each of [tested.plan, tested.threshold, tested.perfect])
    expect(each).toMatchObject({ late: 1, topUps: 0 });
});
