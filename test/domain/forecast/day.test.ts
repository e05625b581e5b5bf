import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dateOf, dayOf, placeOf, weekdayOf } from '../../../src/domain/forecast/day.ts';

test('a date is read and written, and what is no date is not read', () => {
  expect(dayOf('1970-01-01')).toBe(0);
  expect(dateOf(dayOf('2026-12-25')!)).toBe('2026-12-25');
  for (const text of ['2026-02-30', '2026-13-01', '26-12-25', '2026-12-25T00:00', ''])
    expect(dayOf(text)).toBeUndefined();
});

test('weekdays are those of the calendar, before 1970 too', () => {
  expect(weekdayOf(dayOf('2026-11-22')!)).toBe(0);
  expect(weekdayOf(dayOf('1969-12-31')!)).toBe(3);
});

test.each([
  ['2026-01-01', 0],
  ['2026-01-15', 14],
  ['2026-01-16', 16],
  ['2026-01-31', 31],
  ['2026-04-30', 31],
  ['2026-04-16', 17],
  ['2026-02-28', 31],
  ['2024-02-28', 30],
  ['2024-02-29', 31],
  ['2100-02-28', 31],
  ['2000-02-28', 30],
  ['2000-02-29', 31],
  ['1900-02-28', 31],
  ['2400-02-29', 31],
  ['1970-01-01', 0],
  ['1969-12-31', 31],
])('%s has the place %i: counted from the front, or from the end of its month', (date, place) => {
  expect(placeOf(dayOf(date)!)).toBe(place);
});

test('the place of any day is what the calendar of the platform says', () => {
  fc.assert(
    fc.property(fc.integer({ min: -20_000, max: 60_000 }), (day) => {
      const at = new Date(day * 86_400_000);
      const date = at.getUTCDate();
      const left = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate() - date;
      expect(placeOf(day)).toBe(date <= 15 ? date - 1 : 31 - left);
    }),
  );
});
