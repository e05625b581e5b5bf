// Days and instants as people write them: read, written and counted in their time zone.
import { expect, test } from 'vitest';
import {
  addDays,
  isDay,
  isMeant,
  isTimezone,
  localDay,
  parseLocalInstant,
  wallTime,
  zoneName,
  zoneOffset,
} from '../../src/domain/local-time.ts';

const at = (text: string) => Date.parse(text);
const HOUR = 3_600_000;

test.each([
  '',
  'today',
  '2026-05-04T12:75',
  '2026-05-04 12:00:75',
  '2026-05-04T24:00',
  '2026-05-04T12',
  '2026-05-04T12:00Z+03:00',
  '2026-05-04T12:00:00.1234',
  '2026-05-04Z',
  '2026-5-4',
  ' 2026-05-04',
  '2026-06-31',
  '2026-06-31T12:00Z',
  '2026-02-29',
  '1899-12-31',
  '9999-01-01',
  '2026-05-04T12:00+25:00',
  '2026-05-04T12:75Z',
])('%j is no instant', (text) => {
  expect(parseLocalInstant(text, { timezone: 'Africa/Kampala' })).toBeUndefined();
  expect(parseLocalInstant(text, { timezone: 'Africa/Kampala', end: true })).toBeUndefined();
});

test.each([
  ['2026-05-04', '2026-05-03T21:00:00.000Z'],
  ['2026-05-04T14:05', '2026-05-04T11:05:00.000Z'],
  ['2026-05-04 14:05', '2026-05-04T11:05:00.000Z'],
  ['2026-05-04T14:05:09', '2026-05-04T11:05:09.000Z'],
  ['2026-05-04T14:05:09.25', '2026-05-04T11:05:09.250Z'],
  ['2026-05-04T23:59:59.999', '2026-05-04T20:59:59.999Z'],
  ['2026-05-04T14:05Z', '2026-05-04T14:05:00.000Z'],
  ['2026-05-04T14:05-04:30', '2026-05-04T18:35:00.000Z'],
  ['2024-02-29', '2024-02-28T21:00:00.000Z'],
  ['1900-01-01T00:00Z', '1900-01-01T00:00:00.000Z'],
  ['9998-12-31T23:00Z', '9998-12-31T23:00:00.000Z'],
])('in Kampala, %s is %s', (text, instant) => {
  expect(new Date(parseLocalInstant(text, { timezone: 'Africa/Kampala' })!).toISOString()).toBe(instant);
});

test('a day stands for its start, or for its end where that is asked for; a time stands for itself', () => {
  const inKampala = (text: string) => parseLocalInstant(text, { timezone: 'Africa/Kampala', end: true });
  expect(inKampala('2026-05-31')).toBe(at('2026-05-31T21:00:00Z'));
  expect(inKampala('9998-12-31')).toBe(at('9998-12-31T21:00:00Z'));
  expect(inKampala('2026-05-31T08:00')).toBe(at('2026-05-31T05:00:00Z'));
  expect(inKampala('2026-05-31T08:00Z')).toBe(at('2026-05-31T08:00:00Z'));
});

test.each([
  ['of a time that clocks skip, the time after it is meant', '2026-03-29T02:30', '2026-03-29T01:30:00Z'],
  ['just before clocks are set ahead', '2026-03-29T01:59', '2026-03-29T00:59:00Z'],
  ['just after', '2026-03-29T03:00', '2026-03-29T01:00:00Z'],
  ['of a time that comes twice, the first is meant', '2026-10-25T02:30', '2026-10-25T00:30:00Z'],
  ['just before clocks are set back', '2026-10-25T01:59', '2026-10-24T23:59:00Z'],
  ['just after', '2026-10-25T03:00', '2026-10-25T02:00:00Z'],
  ['on the day before clocks are set ahead', '2026-03-28T12:00', '2026-03-28T11:00:00Z'],
  ['on the day after', '2026-03-30T12:00', '2026-03-30T10:00:00Z'],
])('in Berlin, %s', (_, text, instant) => {
  expect(parseLocalInstant(text, { timezone: 'Europe/Berlin' })).toBe(at(instant));
});

test('a day on which clocks skip midnight begins when it begins', () => {
  expect(parseLocalInstant('2026-04-24', { timezone: 'Africa/Cairo' })).toBe(at('2026-04-23T22:00:00Z'));
});

test('an instant is written as clocks show it, midnight as 00:00', () => {
  expect(wallTime(at('2026-05-04T10:00:00.999Z'), 'Africa/Kampala')).toBe('2026-05-04 13:00:00');
  expect(wallTime(at('2026-05-04T21:00:00Z'), 'Africa/Kampala')).toBe('2026-05-05 00:00:00');
  expect(localDay(at('2026-05-04T20:59:59Z'), 'Africa/Kampala')).toBe('2026-05-04');
  expect(localDay(at('2026-05-04T21:00:00Z'), 'Africa/Kampala')).toBe('2026-05-05');
});

test.each([
  ['2026-02-28', 1, '2026-03-01'],
  ['2024-02-28', 1, '2024-02-29'],
  ['2026-01-01', -1, '2025-12-31'],
  ['2026-05-04', 0, '2026-05-04'],
  ['2026-05-04', 365, '2027-05-04'],
])('%s and %i days are %s', (day, days, later) => {
  expect(addDays(day, days)).toBe(later);
});

test.each([
  ['2026-05-04', true],
  ['2024-02-29', true],
  ['2026-02-29', false],
  ['2026-06-31', false],
  ['2026-13-01', false],
  ['2026-00-01', false],
  ['1900-01-01', true],
  ['1899-12-31', false],
  ['9998-12-31', true],
  ['9999-01-01', false],
  ['2026-05-04T00:00', false],
  ['x2026-05-04', false],
  ['2026-5-4', false],
  ['', false],
])('whether %j is a day: %s', (text, is) => {
  expect(isDay(text)).toBe(is);
});

test.each([
  ['1900-01-01T00:00:00Z', true],
  ['1899-12-31T23:59:59.999Z', false],
  ['9998-12-30T23:59:59.999Z', true],
  ['9998-12-31T00:00:00Z', false],
])('whether people mean %s: %s', (instant, is) => {
  expect(isMeant(at(instant))).toBe(is);
});

test.each([
  ['2026-05-04T12:00:00Z', 'UTC', 0, 'UTC'],
  ['2026-05-04T12:00:00.750Z', 'Africa/Kampala', 3, 'UTC+03:00'],
  ['2026-05-04T12:00:00Z', 'Asia/Kathmandu', 5.75, 'UTC+05:45'],
  ['2026-05-04T12:00:00Z', 'America/St_Johns', -2.5, 'UTC\u221202:30'],
  ['2026-05-04T12:00:00Z', 'Pacific/Auckland', 12, 'UTC+12:00'],
  ['2026-01-04T12:00:00Z', 'Europe/London', 0, 'UTC'],
  ['2026-07-04T12:00:00Z', 'Europe/London', 1, 'UTC+01:00'],
  ['1969-12-31T23:59:59.500Z', 'Africa/Lagos', 1, 'UTC+01:00'],
])('at %s, clocks of %s are %f hours ahead: %s', (instant, timezone, hours, name) => {
  expect(zoneOffset(at(instant), timezone)).toBe(hours * HOUR);
  expect(zoneName(at(instant), timezone)).toBe(name);
});

test.each([
  ['UTC', true],
  ['Africa/Kampala', true],
  ['America/Argentina/Ushuaia', true],
  ['africa/kampala', true],
  ['Etc/GMT+3', true],
  ['EST5EDT', true],
  ['NZ-CHAT', true],
  ['GMT0', true],
  ['GMT+3', false],
  ['EST5', false],
  ['Mars/Olympus', false],
  ['+03:00', false],
  ['Africa/', false],
  ['', false],
])('whether %j is a time zone: %s', (name, is) => {
  expect(isTimezone(name)).toBe(is);
});
