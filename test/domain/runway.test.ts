import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Amount, amountOf } from '../../src/domain/money.ts';
import { type Forecast, forecast, HORIZON_MS, type Runway, runwayAt } from '../../src/domain/runway.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 4, 4); // a Monday, midnight

/** So many days up to now, each hour as told; hours are counted from the first of them. */
function past(days: number, outflow: (hour: number) => number): Float64Array {
  return Float64Array.from({ length: days * 24 }, (_, hour) => outflow(hour));
}

function lasts(hours: ArrayLike<number>, balance: string, after = 0): Runway {
  return runwayAt(forecast(hours, NOW) as Forecast, amountOf(balance), NOW + after) as Runway;
}

describe('a wallet out of which nothing goes', () => {
  const idle = past(56, () => 0);

  test.each(['0', '0.00'])('D10 lasts as long as can be told, also with %s in it', (balance) =>
    expect(lasts(idle, balance)).toEqual({ median: HORIZON_MS, pessimistic: HORIZON_MS }),
  );

  test('lasts no time when it is in debt', () =>
    expect(lasts(idle, '-0.01')).toEqual({ median: 0, pessimistic: 0 }));
});

describe('a steady outflow', () => {
  const steady = past(56, () => 10);

  test.each([
    ['10', HOUR],
    ['240', DAY],
    ['2400', 10 * DAY],
  ])('%s lasts as long as it takes', (balance, ms) => {
    const { median, pessimistic } = lasts(steady, balance);
    expect(median / ms).toBeCloseTo(1, 1);
    expect(pessimistic).toBeLessThan(median);
    expect(pessimistic).toBeGreaterThan(0.8 * ms);
  });

  test('half an hour later the same balance lasts as long, and what should have gone out lasts half an hour less', () => {
    const later = lasts(steady, '240', HOUR / 2);
    expect(later.median / lasts(steady, '240').median).toBeCloseTo(1, 2);
    expect((lasts(steady, '240').median - lasts(steady, '235', HOUR / 2).median) / HOUR).toBeCloseTo(0.5, 1);
  });

  test('nothing, or a debt, lasts no time', () => {
    expect(lasts(steady, '0')).toEqual({ median: 0, pessimistic: 0 });
    expect(lasts(steady, '-5.00')).toEqual({ median: 0, pessimistic: 0 });
  });

  test('what lasts longer than sixty days is said to last sixty days', () =>
    expect(lasts(steady, '1000000')).toEqual({ median: HORIZON_MS, pessimistic: HORIZON_MS }));
});

test('where nothing goes out any amount lasts for ever', () =>
  expect(
    lasts(
      past(56, () => 0),
      '0.01',
    ),
  ).toEqual({ median: HORIZON_MS, pessimistic: HORIZON_MS }));

test('the nights and the weekends are foreseen', () => {
  const office = past(56, (hour) => {
    const [day, time] = [Math.floor(hour / 24) % 7, hour % 24]; // 56 days before a Monday is a Monday
    return day < 5 && time >= 8 && time < 18 ? 10 : 0;
  });
  expect(lasts(office, '1').median / HOUR).toBeCloseTo(8, 0); // it is midnight: nothing goes out until eight
  const aWeek = lasts(office, '570'); // more than a week asks for, if it isn't a bad one
  expect(aWeek.median / DAY).toBeGreaterThan(7.3); // Monday to Friday, and then not before Monday at eight
  expect(aWeek.median / DAY).toBeLessThan(7.8);
  expect(lasts(office, '101').median / HOUR).toBeCloseTo(32, -1); // Tuesday morning
});

test('salaries on Fridays are foreseen on Mondays', () => {
  const payroll = past(56, (hour) => (hour % 168 === 4 * 24 + 10 ? 5_000 : 1));
  const { median, pessimistic } = lasts(payroll, '1000');
  expect(median / DAY).toBeGreaterThan(4); // the mean would have said 1.4 days
  expect(median / DAY).toBeLessThan(4.5);
  expect(pessimistic).toBeLessThan(median);
});

test('one big payout long ago moves the median but little', () => {
  const quiet = past(56, (hour) => 10 + (hour % 7));
  const once = quiet.with(20 * 24 + 10, 50_000);
  expect(lasts(once, '1500').median / lasts(quiet, '1500').median).toBeCloseTo(1, 1);
});

describe('without enough history nothing is said', () => {
  test.each([
    ['an empty one', past(0, () => 1)],
    ['six days', past(6, () => 1)],
    ['eight weeks of which nothing was seen', past(56, () => Number.NaN)],
    ['two weeks, seen for eight hours a day', past(14, (hour) => (hour % 24 < 8 ? 1 : Number.NaN))],
  ])('%s', (_, hours) => expect(forecast(hours, NOW)).toBeUndefined());

  test('seven days are enough', () =>
    expect(
      forecast(
        past(7, () => 1),
        NOW,
      ),
    ).toBeDefined());

  test('nor of an instant long before the outlook, or a day after it', () => {
    const outlook = forecast(
      past(56, () => 1),
      NOW,
    ) as Forecast;
    expect(runwayAt(outlook, amountOf('5'), NOW - HOUR - 1)).toBeUndefined();
    expect(runwayAt(outlook, amountOf('5'), NOW + DAY + 1)).toBeUndefined();
  });
});

test('hours that were not seen are not hours without outflow', () => {
  const seen = past(56, () => 10);
  const blind = seen.map((amount, hour) => (hour % 24 > 8 && hour % 24 < 13 ? Number.NaN : amount));
  expect(lasts(blind, '2400').median / lasts(seen, '2400').median).toBeCloseTo(1, 1);
  const nights = seen.map((amount, hour) => (hour % 5 === 0 ? Number.NaN : amount));
  expect(lasts(nights, '2400').median / lasts(seen, '2400').median).toBeCloseTo(1, 1);
});

const histories = fc
  .array(fc.oneof(fc.constant(0), fc.constant(Number.NaN), fc.double({ min: 0, max: 1e12, noNaN: true })), {
    minLength: 24 * 7,
    maxLength: 24 * 20,
  })
  .map((hours) => Float64Array.from(hours));
const amounts = fc
  .bigInt({ min: 0n, max: 10n ** 15n })
  .map((minor) => amountOf(`${minor / 100n}.${minor % 100n}`));

test('more money never lasts shorter, the pessimistic one never longer than the median, and never negative', () => {
  fc.assert(
    fc.property(
      histories,
      fc.array(amounts, { minLength: 2, maxLength: 8 }),
      fc.nat(DAY),
      (hours, some, after) => {
        const outlook = forecast(hours, NOW);
        if (!outlook) return;
        const inOrder = some.sort((a, b) => Number(a) - Number(b)).map((each) => of(outlook, each, after));
        for (const [i, each] of inOrder.entries()) {
          expect(each.pessimistic).toBeLessThanOrEqual(each.median);
          expect(each.pessimistic).toBeGreaterThanOrEqual(inOrder[i - 1]?.pessimistic ?? 0);
          expect(each.median).toBeGreaterThanOrEqual(inOrder[i - 1]?.median ?? 0);
          expect(each.median).toBeLessThanOrEqual(HORIZON_MS);
        }
      },
    ),
    { numRuns: 60 },
  );

  function of(outlook: Forecast, amount: Amount, after: number): Runway {
    return runwayAt(outlook, amount, NOW + after) as Runway;
  }
});

test('the same history gives the same outlook, whoever looks', () => {
  fc.assert(
    fc.property(histories, (hours) => {
      expect(forecast(hours, NOW)?.spent).toEqual(forecast([...hours], NOW)?.spent);
    }),
    { numRuns: 20 },
  );
});

test('the currency of the amounts does not matter: only what the balance is to the outflow', () => {
  const some = past(56, (hour) => (hour * 7919) % 101);
  const dear = some.map((amount) => amount * 4096);
  expect(lasts(dear, String(4096 * 3000))).toEqual(lasts(some, '3000'));
});
