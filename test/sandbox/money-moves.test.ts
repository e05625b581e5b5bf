// The parts of the scenario by themselves: what flows, when things happen, and that no money is made or lost.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCollectedWallet } from '../../src/sandbox/collected.ts';
import { createDates, withDate } from '../../src/sandbox/dates.ts';
import { createFlow } from '../../src/sandbox/flow.ts';
import { createRefilledWallet } from '../../src/sandbox/refilled.ts';
import { CARD_SALES, CUSTOMERS_PAY, MERCHANT_PAYS, TAXES } from '../../src/sandbox/rhythms.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
const EAST = 3 * HOUR;
const instant = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2034, 0, 1) });
const rhythm = fc.constantFrom(CUSTOMERS_PAY, MERCHANT_PAYS, CARD_SALES, TAXES);
const seed = fc.integer({ min: 0, max: 0xffffffff });

const flowOf = (seed: number, perWeek = 7_000_000n, rhythm = MERCHANT_PAYS) =>
  createFlow({ seed, perWeek, rhythm, utcOffsetMs: EAST, grain: 500n });

describe('a flow', () => {
  test('never falls as time goes on, however close the instants, and moves in whole payments', () => {
    const gap = fc.oneof(fc.nat(10), fc.nat(40_000), fc.nat(WEEK));
    fc.assert(
      fc.property(seed, rhythm, instant, gap, (seed, rhythm, at, gap) => {
        const flow = flowOf(seed, 7_000_000n, rhythm);
        expect(flow(at + gap) >= flow(at)).toBe(true);
        expect(flow(at) % 500n).toBe(0n);
      }),
      { numRuns: 5_000 },
    );
  });

  test('brings what was ordered per week, give or take the luck of a day', () => {
    fc.assert(
      fc.property(seed, rhythm, instant, (seed, rhythm, at) => {
        const flow = flowOf(seed, 7_000_000n, rhythm);
        const week = flow(at + WEEK) - flow(at);
        expect(week > 6_300_000n && week < 7_700_000n).toBe(true);
      }),
    );
  });

  test('is busy by day and quiet by night, local time', () => {
    const flow = flowOf(1);
    const at = (day: number, hour: number) => Date.UTC(2026, 10, 16 + day, hour) - EAST; // a Monday
    const night = flow(at(0, 5)) - flow(at(0, 1));
    const day = flow(at(0, 14)) - flow(at(0, 10));
    expect(day > night * 4n).toBe(true);
  });
});

describe('dates', () => {
  const dates = createDates({ seed: 7, weekdays: [1, 4], hours: [9, 17], utcOffsetMs: EAST });

  test('fall on their weekdays within their hours, and follow one another', () => {
    fc.assert(
      fc.property(instant, (at) => {
        const next = dates.next(at);
        const local = new Date(next + EAST);
        expect([2, 5]).toContain(local.getUTCDay()); // Sunday is 0 there
        expect(local.getUTCHours()).toBeGreaterThanOrEqual(9);
        expect(local.getUTCHours()).toBeLessThan(17);
        expect(next).toBeGreaterThan(at);
        expect(dates.last(next)).toBe(next);
        expect(dates.last(next - 1)).toBe(dates.last(at));
        expect(dates.next(dates.last(at))).toBe(next);
      }),
    );
  });

  test('with one more among them still follow one another, and keep their distance from it', () => {
    fc.assert(
      fc.property(instant, fc.integer({ min: -6 * DAY, max: 6 * DAY }), (extra, away) => {
        const all = withDate(dates, extra, { clearBefore: 36 * HOUR, clearAfter: 20 * HOUR });
        const at = extra + away;
        expect(all.last(extra)).toBe(extra);
        expect(all.next(extra - 1)).toBe(extra);
        expect(all.next(extra)).toBeGreaterThan(extra + 20 * HOUR);
        expect(all.last(extra - 1)).toBeLessThanOrEqual(extra - 36 * HOUR);
        expect(all.last(at)).toBeLessThanOrEqual(at);
        expect(all.next(at)).toBeGreaterThan(at);
        expect(all.last(all.next(at))).toBe(all.next(at));
        expect(all.next(all.last(at))).toBe(all.next(at));
      }),
    );
  });
});

test('dates just as far from another as they must be: the earlier one stays, the later one goes', () => {
  const tens = { last: (at: number) => at - (at % 10), next: (at: number) => at - (at % 10) + 10 };
  const all = withDate(tens, 25, { clearBefore: 5, clearAfter: 5 });
  expect([10, 19, 20, 24, 25, 29, 30, 39, 40].map(all.last)).toEqual([10, 10, 20, 20, 25, 25, 25, 25, 40]);
  expect([10, 19, 20, 24, 25, 29, 30, 39, 40].map(all.next)).toEqual([20, 20, 25, 25, 40, 40, 40, 40, 50]);
});

const refilledOf = (seed: number, perWeek = 7_000_000n) => {
  const outflow = flowOf(seed, perWeek);
  const arrivals = createDates({ seed, weekdays: [0, 2, 4], hours: [8, 18], utcOffsetMs: EAST });
  const wallet = createRefilledWallet({
    seed,
    outflow,
    arrivals,
    threshold: 400_000n,
    smallestPayment: 500n,
  });
  return { outflow, arrivals, wallet };
};

describe('a refilled wallet', () => {
  test('holds what arrived less what was paid, to the last unit, and never less than nothing', () => {
    fc.assert(
      fc.property(seed, instant, fc.nat(3 * WEEK), (seed, at, later) => {
        const { wallet } = refilledOf(seed);
        const { balance, arrived, paid } = wallet;
        expect(balance(at) >= 0n).toBe(true);
        expect(balance(at + later)).toBe(balance(at) + arrived(at, at + later) - paid(at, at + later));
      }),
    );
  });

  test('receives money on its dates and at no other time; a top-up is never a trifle, however little goes out', () => {
    fc.assert(
      fc.property(seed, fc.constantFrom(7_000_000n, 350_000n), instant, (seed, perWeek, at) => {
        const { wallet, arrivals } = refilledOf(seed, perWeek);
        const next = arrivals.next(at);
        expect(wallet.arrived(arrivals.last(at), next - 1)).toBe(0n);
        expect(wallet.balance(next) >= 800_000n).toBe(true);
        expect(wallet.arrived(next - 1, next) > 0n).toBe(true);
      }),
    );
  });

  test('pays everything that is asked of it until it is dry, and then nothing', () => {
    fc.assert(
      fc.property(seed, instant, fc.nat(WEEK), (seed, at, later) => {
        const { wallet, outflow, arrivals } = refilledOf(seed);
        const asked = outflow(at + later) - outflow(at);
        const paid = wallet.paid(at, at + later);
        expect(paid <= asked).toBe(true);
        const end = arrivals.next(at);
        const missed = outflow(end) - outflow(at) - wallet.paid(at, end);
        if (missed > 0n) expect(wallet.balance(end - 1) < 500n).toBe(true);
      }),
    );
  });
});

test('a collection wallet holds what came in less what went on, to the last unit, between two bank dates', () => {
  fc.assert(
    fc.property(seed, instant, fc.nat(6 * DAY), (seed, at, later) => {
      const { wallet } = refilledOf(seed);
      const bankDates = createDates({ seed, weekdays: [0], hours: [10, 15], utcOffsetMs: EAST });
      const collection = createCollectedWallet({
        seed,
        mobile: flowOf(seed + 1, 8_000_000n, CUSTOMERS_PAY),
        cards: flowOf(seed + 2, 2_000_000n, CARD_SALES),
        movedOn: wallet.arrived,
        bankDates,
        keep: 6_000_000n,
      });
      const end = Math.min(at + later, bankDates.next(at) - 1);
      const actual = (instant: number): bigint => {
        const { available, uncleared, reserve } = collection.balance(instant);
        expect(uncleared >= 0n && reserve >= 0n).toBe(true);
        return available + uncleared + reserve;
      };
      expect(actual(end) - actual(at)).toBe(
        collection.collected(end) - collection.collected(at) - wallet.arrived(at, end),
      );
    }),
  );
});
