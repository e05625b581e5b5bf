import { expect, test } from 'vitest';
import { createCalendar } from '../../../src/domain/forecast/calendar.ts';
import { dateOf, dayOf } from '../../../src/domain/forecast/day.ts';
import { createForecaster, forecast } from '../../../src/domain/forecast/forecaster.ts';
import {
  alertLasts,
  alertOf,
  expectedBetween,
  inOnePiece,
  lastsFor,
  leastGone,
  mostGone,
} from '../../../src/domain/forecast/outlook.ts';
import { demand } from './demand.ts';

const FIRST = dayOf('2026-01-05')!; // a Monday

test('nothing is told with less than seven known days; without outflow money lasts as long as can be told', () => {
  expect(forecast([1, 2, 3, 4, 5, 6], FIRST)).toBeUndefined();
  expect(forecast([1, 2, 3, undefined, 4, 5, 6], FIRST)).toBeUndefined();
  expect(lastsFor(forecast(new Array(100).fill(0), FIRST)!, 0.97, 0.3, 1)).toBe(60);
  expect(forecast([1, 2, 3, 4, 5, 6, 7], FIRST)).toBeDefined();
});

test('where nothing has ever gone out, and nothing is known of the last eight weeks, nothing is told', () => {
  const idle = new Array(10).fill(0);
  expect(forecast([...idle, ...new Array(56).fill(undefined)], FIRST)).toBeUndefined();
  const { curves } = forecast([...idle, ...new Array(55).fill(undefined)], FIRST)!;
  expect(curves.some(Number.isNaN)).toBe(false);
});

test('an outlook is about the day after the history', () => {
  expect(forecast(new Array(10).fill(5), FIRST)!.from).toBe(FIRST + 10);
});

test('outlooks that share a piece of memory tell what each told by itself; one of sums too large for that has its own', () => {
  const amounts = [5, 100, 1e300, 7];
  const alerts = [{ lead: 1, look: 0.01, confidence: 0.95 }];
  const alone = new Map(
    amounts.map((amount) => [`${amount}`, forecast(new Array(70).fill(amount), FIRST, { alerts })!]),
  );
  const together = inOnePiece(alone);
  expect([...together.keys()]).toEqual([...alone.keys()]);
  for (const [key, outlook] of alone) {
    const { curves, at, ...rest } = together.get(key)!;
    const own = curves.slice(at, at + outlook.curves.length);
    expect({ ...rest, curves: own, at: 0 }).toEqual(outlook);
    const [foretold, told] = [together.get(key)!, outlook].map((each) => [
      lastsFor(each, 0.97, 0.3, 1_000),
      leastGone(each, 0.9, 0.3, 7),
      alertLasts(each, alertOf(each, 0), 0.3, 1_000),
    ]);
    expect(foretold).toEqual(told);
  }
  const memory = amounts.map((amount) => together.get(`${amount}`)!.curves.buffer);
  expect(new Set(memory).size).toBe(2);
  expect(memory[2]).not.toBe(memory[0]);
});

test('what goes out the same every day is foretold to the day', () => {
  const outlook = forecast(new Array(100).fill(100), FIRST)!;
  expect(lastsFor(outlook, 0.5, 0, 1_000)).toBeCloseTo(10, 1);
  expect(lastsFor(outlook, 0.97, 0, 1_000)).toBeGreaterThan(8.5);
});

test('a rhythm of the week is learnt', () => {
  const outlook = forecast(
    Array.from({ length: 70 }, (_, day) => (day % 7 < 5 ? 100 : 10)),
    FIRST,
  )!;
  expect(expectedBetween(outlook, 0, 5)).toBeGreaterThan(450);
  expect(expectedBetween(outlook, 5, 7)).toBeLessThan(40);
});

test('paydays are learnt: the last day of every month', () => {
  const days = Array.from({ length: 540 }, (_, i) => (dateOf(FIRST + i + 1).endsWith('-01') ? 300 : 100));
  const last = days.lastIndexOf(300);
  const outlook = forecast(days.slice(0, last), FIRST)!;
  expect(expectedBetween(outlook, 0, 1)).toBeGreaterThan(1.25 * expectedBetween(outlook, 5, 6));
});

test('a date that is known in advance is foretold, and teaches nothing wrong', () => {
  const party = FIRST + 65;
  const factorOf = (day: number) => (day === FIRST + 40 || day === party ? 3 : day === party + 1 ? 0 : 1);
  const days = Array.from({ length: 60 }, (_, i) => 100 * factorOf(FIRST + i));
  const entries = [
    { name: 'party', dates: [FIRST + 40, party], factor: 3 },
    { name: 'closed', dates: [party + 1], factor: 0 },
  ];
  const outlook = forecast(days, FIRST, { calendar: createCalendar(entries, undefined) })!;
  expect(expectedBetween(outlook, 4, 5)).toBeCloseTo(100, -1);
  expect(expectedBetween(outlook, 5, 6)).toBeCloseTo(300, -1);
  expect(expectedBetween(outlook, 6, 7)).toBe(0);
});

test('dates without a factor teach each other, and nothing else', () => {
  const paydays = Array.from({ length: 12 }, (_, i) => FIRST + 40 + 17 * i);
  const next = paydays.at(-1)!;
  const days = Array.from({ length: next - FIRST - 5 }, (_, i) => (paydays.includes(FIRST + i) ? 300 : 100));
  const told = [{ name: 'payday', dates: paydays, factor: undefined }];
  const expected = (calendar = createCalendar(told, undefined)) => {
    const outlook = forecast(days, FIRST, { calendar })!;
    return (ahead: number) => expectedBetween(outlook, ahead, ahead + 1);
  };
  expect(expected()(5)).toBeGreaterThan(270);
  expect(expected()(5)).toBeLessThan(300);
  expect(expected()(4)).toBeCloseTo(100, -1);
  expect(expected()(6)).toBeCloseTo(100, -1);
  const others = createCalendar([{ ...told[0]!, dates: [next], factor: undefined }], undefined);
  expect(expected(others)(5)).toBeLessThan(150); // the first of its kind
});

test('public holidays are of one kind, unless a date says otherwise', () => {
  const holidays = { country: 'UG', has: (day: number) => (day - FIRST) % 20 === 19 };
  const days = Array.from({ length: 175 }, (_, i) => (holidays.has(FIRST + i) ? 20 : 100));
  const at = (calendar: ReturnType<typeof createCalendar>) =>
    expectedBetween(forecast(days, FIRST, { calendar })!, 4, 5);
  expect(at(createCalendar([], holidays))).toBeLessThan(32);
  expect(at(createCalendar([{ name: 'sale', dates: [FIRST + 179], factor: 2 }], holidays))).toBeGreaterThan(
    150,
  );
  expect(createCalendar([], undefined)).toBeUndefined();
});

test('an unknown day is not one without outflow', () => {
  const days = demand(1, 200);
  const holes = days.map((amount, i) => (i % 9 === 4 ? undefined : amount));
  const zeros = days.map((amount, i) => (i % 9 === 4 ? 0 : amount));
  const month = (history: readonly (number | undefined)[]) =>
    expectedBetween(forecast(history, FIRST)!, 0, 28);
  expect(Math.abs(month(holes) / month(days) - 1)).toBeLessThan(0.06);
  expect(month(zeros)).toBeLessThan(0.97 * month(holes));
});

test('one huge payout is not a habit', () => {
  const days = new Array(100).fill(100);
  const usual = lastsFor(forecast(days, FIRST)!, 0.5, 0, 1_000);
  days[98] = 5_000;
  expect(lastsFor(forecast(days, FIRST)!, 0.5, 0, 1_000)).toBeGreaterThan(0.75 * usual);
});

test('a wallet that pays a week at once does not sink to nothing', () => {
  const days = Array.from({ length: 300 }, (_, i) => (i % 3 === 0 ? 300 : 0));
  expect(expectedBetween(forecast(days, FIRST)!, 0, 30)).toBeGreaterThan(2_700);
});

test('more confidence never lasts longer, more money never shorter, more time never costs less', () => {
  for (let seed = 0; seed < 20; seed++) {
    const outlook = forecast(demand(seed, 40 + 10 * seed), FIRST)!;
    const mean = expectedBetween(outlook, 0, 30) / 30;
    for (const since of [0, 0.4, 0.99]) {
      let before = Number.POSITIVE_INFINITY;
      for (const confidence of [0.5, 0.6, 0.8, 0.9, 0.93, 0.95, 0.97, 0.99]) {
        const lasts = lastsFor(outlook, confidence, since, 6 * mean);
        expect(lasts).toBeLessThanOrEqual(before);
        before = lasts;
        let shorter = 0;
        let least = 0;
        for (let i = 1; i < 60; i++) {
          const each = lastsFor(outlook, confidence, since, i * mean);
          expect(each).toBeGreaterThanOrEqual(shorter);
          shorter = each;
          const gone = mostGone(outlook, confidence, since, i / 1.7);
          expect(gone).toBeGreaterThanOrEqual(least);
          least = gone;
        }
      }
    }
  }
});

test('how long money lasts is where what goes out meets it', () => {
  const outlook = forecast(demand(3, 150), FIRST)!;
  const mean = expectedBetween(outlook, 0, 30) / 30;
  for (const since of [0, 0.3]) {
    for (const days of [0.4, 1, 2.5, 9, 20]) {
      const lasts = lastsFor(outlook, 0.95, since, days * mean);
      expect(mostGone(outlook, 0.95, since, lasts) / (days * mean)).toBeCloseTo(1, 1);
    }
  }
});

test('the same days give the same answer, whether told at once or with looks in between', () => {
  const days = demand(5, 120);
  const forecaster = createForecaster(FIRST);
  for (const amount of days) {
    forecaster.outlook();
    forecaster.learn(amount);
  }
  expect(forecaster.outlook()).toEqual(forecast(days, FIRST));
});

test('D10 a wallet out of which nothing goes lasts as long as can be told, also with nothing in it', () => {
  const idle = forecast(new Array(56).fill(0), FIRST)!;
  expect([0, 1].map((held) => lastsFor(idle, 0.95, 0.2, held))).toEqual([60, 60]);
  expect(lastsFor(idle, 0.95, 0.2, -1)).toBe(0);
  expect(lastsFor(forecast(new Array(56).fill(5), FIRST)!, 0.95, 0.2, 0)).toBe(0);
});
