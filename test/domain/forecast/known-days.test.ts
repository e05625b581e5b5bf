// Days that are known in advance: what they make of the outflow, before and after there is a past of their kind.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCalendar } from '../../../src/domain/forecast/calendar.ts';
import { dayOf } from '../../../src/domain/forecast/day.ts';
import { createKnownDays } from '../../../src/domain/forecast/known-days.ts';

const FIRST = dayOf('2026-01-05')!;
const PAYDAYS = Array.from({ length: 30 }, (_, i) => FIRST + 7 * i);
const HOLIDAY = FIRST + 1;
const SAID = FIRST + 2;
const known = () =>
  createKnownDays(
    createCalendar(
      [
        { name: 'payday', dates: PAYDAYS, factor: undefined },
        { name: 'holiday', dates: [HOLIDAY], factor: undefined },
        { name: 'sale', dates: [SAID], factor: 2.5 },
      ],
      undefined,
    ),
  );

test('a kind of days of which nothing has been seen is as any day; one of which it is said how much is so', () => {
  const days = known();
  for (const day of [PAYDAYS[0]!, HOLIDAY, FIRST + 3]) expect(days.factor(day)).toBe(1);
  expect(days.factor(SAID)).toBe(2.5);
  expect(createKnownDays(undefined).factor(PAYDAYS[0]!)).toBe(1);
});

test('each day of a kind brings what is expected nearer to it, the first of them by more than half; others stay', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 5, noNaN: true }),
      fc.integer({ min: 1, max: 20 }),
      (ratio, times) => {
        const days = known();
        let off = Math.abs(1 - ratio);
        for (const [i, day] of PAYDAYS.slice(0, times).entries()) {
          expect(days.learn(day, ratio)).toBe(true);
          const now = Math.abs(days.factor(PAYDAYS.at(-1)!) - ratio);
          expect(now).toBeLessThanOrEqual((i === 0 ? off / 2 : off) + 1e-9);
          off = now;
        }
        expect(off).toBeLessThanOrEqual(Math.abs(1 - ratio) / (2 * times) + 1e-9);
        expect([days.factor(HOLIDAY), days.factor(SAID)]).toEqual([1, 2.5]);
      },
    ),
  );
});

test('one payout must not become a custom: more than five times what is usual counts as five times', () => {
  const [much, five] = [known(), known()];
  much.learn(PAYDAYS[0]!, 80);
  five.learn(PAYDAYS[0]!, 5);
  expect(much.factor(PAYDAYS[1]!)).toBe(five.factor(PAYDAYS[1]!));
});

test('nothing is learnt of days that are no kind of their own, of which it is said how much, or that tell nothing', () => {
  const days = known();
  expect(days.learn(FIRST + 3, 3)).toBe(false);
  expect(days.learn(SAID, 3)).toBe(false);
  for (const ratio of [Number.NaN, Number.POSITIVE_INFINITY])
    expect(days.learn(PAYDAYS[0]!, ratio)).toBe(false);
  expect([PAYDAYS[0]!, FIRST + 3, SAID].map((day) => days.factor(day))).toEqual([1, 1, 2.5]);
});
