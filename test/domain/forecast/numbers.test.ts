// The forecasts of some histories, number by number: a change of these files is a change of what people are told, and must
// be measured by `npm run bench -- foresight` (docs/adr/0020).
import { expect, test } from 'vitest';
import { createCalendar } from '../../../src/domain/forecast/calendar.ts';
import { dateOf, dayOf, weekdayOf } from '../../../src/domain/forecast/day.ts';
import { createExpectation } from '../../../src/domain/forecast/expectation.ts';
import { forecast } from '../../../src/domain/forecast/forecaster.ts';
import { HORIZONS, SHARES } from '../../../src/domain/forecast/margins.ts';
import {
  alertLasts,
  alertLevel,
  alertOf,
  lastsFor,
  leastGone,
  mostGone,
  type Outlook,
  REACH,
} from '../../../src/domain/forecast/outlook.ts';
import { demand, lumpyDemand } from './demand.ts';

const FIRST = dayOf('2026-01-05')!; // a Monday
const ALERTS = [
  { lead: 2, look: 0.25, confidence: 0.95 },
  { lead: 0.3, look: 1 / 144, confidence: 0.99 },
  { lead: 31.9, look: 0.25, confidence: 0.9 }, // too far to be judged
];

type Days = readonly (number | undefined)[];

const isPayday = (day: number) => dateOf(day + 1).endsWith('-01') || dateOf(day).endsWith('-15');
const isHoliday = (day: number) => (day - FIRST) % 23 === 19;
const open = (length: number, of: (day: number) => number) =>
  Array.from({ length }, (_, i) => of(FIRST + i) * (0.8 + ((i * 7) % 5) / 10));

const CALENDAR = createCalendar(
  [
    { name: 'sale', dates: [3, 30, 62, 84].map((i) => FIRST + i), factor: 2.5 },
    { name: 'closed', dates: [5, 44, 85].map((i) => FIRST + i), factor: 0 },
    { name: 'market', dates: [20, 37, 54, 71, 88].map((i) => FIRST + i), factor: undefined },
  ],
  { country: 'UG', has: isHoliday },
);

const HISTORIES: Readonly<Record<string, Days>> = {
  'seven days': [70, 120, 130, 110, 160, 90, 20],
  'three weeks, the first idle': [...new Array(9).fill(0), ...demand(4, 14)],
  'a rhythm of the week, with days unknown': open(
    75,
    (day) => [10, 90, 100, 105, 120, 160, 60][weekdayOf(day)]!,
  ).map((amount, i) => (i % 13 === 11 ? undefined : amount)),
  'chance, for four months': demand(1, 120),
  'paydays within the month': open(190, (day) => (isPayday(day) ? 260 : 100)),
  'one huge payout': open(60, (day) => (day === FIRST + 53 ? 4_000 : 100)),
  'twice as much from one day on': open(66, (day) => (day < FIRST + 60 ? 100 : 220)),
  'half as much from one day on': open(66, (day) => (day < FIRST + 58 ? 100 : 40)),
  'a week at once': open(90, (day) => (day % 3 === 0 ? 300 : 0)),
  'few days, by chance': lumpyDemand(1, 70),
  'few days, some of them unknown': lumpyDemand(2, 80).map((amount, i) =>
    i % 19 === 3 || (i > 43 && i < 48) || (i > 57 && i < 61) ? undefined : amount,
  ),
  'a third more from one day on': demand(6, 66).map((amount, i) => (i < 52 ? amount : 1.35 * amount)),
  'a third less from one day on': open(66, (day) => (day < FIRST + 56 ? 100 : 68)),
  'nothing at all': new Array(12).fill(0),
};

const digits = (value: number) => String(Number(value.toPrecision(5)));
const row = (name: string, values: Iterable<number>) => `${name}: ${Array.from(values, digits).join(' ')}`;

/** What each day taught, and what is expected after the last. */
function taught(days: Days, calendar = createCalendar([], undefined)): string[] {
  const expectation = createExpectation(calendar);
  const lines = days.map((amount, i) => {
    const told = amount === undefined ? undefined : expectation.learn(FIRST + i, amount);
    const surprise = told ? [told.ratio, told.spread, told.plain] : [];
    return row(dateOf(FIRST + i), [amount ?? Number.NaN, expectation.level, ...surprise]);
  });
  const [sums, squares] = [new Float64Array(36), new Float64Array(36)];
  expectation.ahead(FIRST + days.length, sums, squares);
  return [
    'day: amount, level after it; ratio, spread, plain',
    ...lines,
    row('sums', sums),
    row('squares', squares),
  ];
}

function foretold(outlook: Outlook): string[] {
  const { from, curves, care, drawn, jump, days } = outlook;
  const widths = REACH + 1;
  const quantiles = widths + HORIZONS.length;
  const mean = curves[REACH]! / REACH;
  const table = (of: (confidence: number, since: number) => number[]) =>
    [0.5, 0.83, 0.95, 0.99].flatMap((confidence) =>
      [0, 0.6].map((since) => row(`  ${confidence}, ${since}`, of(confidence, since))),
    );
  return [
    `from ${dateOf(from)}, ${days} days${drawn ? ', drawn' : ''}, care ${digits(care)}`,
    `jump: ${jump ? `${dateOf(jump.since)} to ${dateOf(jump.until)}, times ${digits(jump.factor)}` : 'none'}`,
    row('expected by', curves.slice(0, widths)),
    row('widths', curves.slice(widths, quantiles)),
    ...HORIZONS.map((horizon, i) => {
      const first = quantiles + i * SHARES.length;
      return row(`quantiles at ${horizon}`, curves.slice(first, first + SHARES.length));
    }),
    'at a confidence from a time on: the most within 0.3, 1, 5.5, 20 and 45 days',
    ...table((confidence, since) =>
      [0.3, 1, 5.5, 20, 45].map((days) => mostGone(outlook, confidence, since, days)),
    ),
    'the least within them',
    ...table((confidence, since) =>
      [0.3, 1, 5.5, 20, 45].map((days) => leastGone(outlook, confidence, since, days)),
    ),
    'how long a half, 3, 10 and 40 days’ money last',
    ...table((confidence, since) =>
      [0.5, 3, 10, 40].map((days) => lastsFor(outlook, confidence, since, days * mean)),
    ),
    ...ALERTS.flatMap(({ lead, look }, i) => {
      const alert = alertOf(outlook, i);
      return [
        row(`alert ${i + 1}: aim, margin, held, of`, Object.values(alert)),
        ...[0, 0.6].map((since) =>
          row(`  from ${since} on, level and how long two days’ money last`, [
            alertLevel(outlook, alert, since, lead + look),
            alertLasts(outlook, alert, since, 2 * mean),
          ]),
        ),
      ];
    }),
  ];
}

test.each(Object.entries(HISTORIES))('of %s each day teaches what it taught', async (name, days) => {
  await expect(`${taught(days).join('\n')}\n`).toMatchFileSnapshot(`golden/taught by ${name}.txt`);
});

test('of dates and holidays each day teaches what it taught', async () => {
  const factor = (day: number) => CALENDAR!.at(day)?.factor ?? (CALENDAR!.at(day) ? 1.7 : 1);
  const days = open(82, (day) => 100 * factor(day));
  await expect(`${taught(days, CALENDAR).join('\n')}\n`).toMatchFileSnapshot(
    'golden/taught by known dates.txt',
  );
});

test.each(Object.entries(HISTORIES))('after %s is foretold what was foretold', async (name, days) => {
  const told = foretold(forecast(days, FIRST, { alerts: ALERTS })!);
  await expect(`${told.join('\n')}\n`).toMatchFileSnapshot(`golden/foretold after ${name}.txt`);
});
