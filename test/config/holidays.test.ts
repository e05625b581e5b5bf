// What src/config/schema/holidays.ts knows without its library, against the library itself.
import Holidays from 'date-holidays';
import { expect, test } from 'vitest';
import { HOLIDAY_PLACES } from '../../src/config/schema/holiday-places.ts';
import { holidaysOf, isHolidayCountry } from '../../src/config/schema/holidays.ts';
import { dayOf } from '../../src/domain/forecast/day.ts';

const library = new Holidays();
const places = Object.keys(library.getCountries()).flatMap((country) => [
  country,
  ...Object.keys(library.getStates(country) ?? {}).map((part) => `${country}-${part}`),
]);

test('every place of the library is known whose name a setting may hold, and no other', () => {
  const known = [...HOLIDAY_PLACES].flatMap(([country, parts]) => [
    country,
    ...parts.map((part) => `${country}-${part}`),
  ]);
  const nameable = places.filter((place) => /^[A-Z]{2}(?:-[A-Z0-9]{1,3})?$/.test(place));
  expect(known.sort()).toEqual(nameable.sort());
  expect(nameable.length).toBeGreaterThan(500);
});

test.each(['XX', 'US-XX', 'ug', 'UG-', '', 'constructor', 'US-toString'])('%j is no place', (text) => {
  expect(isHolidayCountry(text)).toBe(false);
});

test.each(['UG', 'US', 'US-CA', 'DE-BY'])('%j is a place', (text) => {
  expect(isHolidayCountry(text)).toBe(true);
});

test('holidays are told with their place', () => {
  expect(holidaysOf('DE-BY').country).toBe('DE-BY');
});

test.each([
  ['UG', '2026-06-09', true, 'Heroes’ Day'],
  ['UG', '2026-06-10', false, 'the day after it'],
  ['DE-BY', '2026-01-06', true, 'a holiday of a part of the country'],
  ['DE', '2026-01-06', false, 'one that not all of it has'],
  ['DE-BY', '2026-10-03', true, 'one that all of it has'],
  ['DE-BY', '2027-01-06', true, 'one of another year'],
  ['DE', '2026-12-24', false, 'one that banks have, and no law'],
  ['SA', '2026-03-18', false, 'the day before one of four days'],
  ['SA', '2026-03-19', true, 'its first day'],
  ['SA', '2026-03-20', true, 'its second day'],
  ['SA', '2026-03-22', true, 'its last day'],
  ['SA', '2026-03-23', false, 'the day after it'],
])('%s, %s: %s, %s', (place, day, has) => {
  expect(holidaysOf(place).has(dayOf(day)!)).toBe(has);
});
