// Local days and instants of zones whose clocks change, by cases.
import { expect, test } from 'vitest';
import { dayOf } from '../../../src/domain/forecast/day.ts';
import { zoneOf } from '../../../src/domain/forecast/zone.ts';

const at = (text: string) => Date.parse(text);
const HOUR = 1 / 24; // of a day

test.each([
  ['UTC', '2026-05-04T00:00:00Z', '2026-05-04', 0],
  ['UTC', '2026-05-03T23:59:59.500Z', '2026-05-03', 1 - 0.5 / 86_400],
  ['Africa/Kampala', '2026-05-03T21:00:00Z', '2026-05-04', 0],
  ['Asia/Kathmandu', '2026-05-04T06:15:00Z', '2026-05-04', 0.5],
  ['America/St_Johns', '2026-05-04T02:29:59Z', '2026-05-03', 1 - 1 / 86_400],
  ['Pacific/Auckland', '2026-05-04T12:00:00Z', '2026-05-05', 0],
  ['Europe/Berlin', '2026-03-29T00:59:59Z', '2026-03-29', 2 * HOUR - 1 / 86_400],
  ['Europe/Berlin', '2026-03-29T01:00:00Z', '2026-03-29', 3 * HOUR],
  ['Europe/Berlin', '2026-10-25T00:59:59Z', '2026-10-25', 3 * HOUR - 1 / 86_400],
  ['Europe/Berlin', '2026-10-25T01:00:00Z', '2026-10-25', 2 * HOUR],
  ['Africa/Lagos', '1969-12-31T22:59:59Z', '1969-12-31', 1 - 1 / 86_400],
])('in %s, %s is on %s, of which %f has gone by', (zone, instant, day, part) => {
  const local = zoneOf(zone).localOf(at(instant));
  expect(local.day).toBe(dayOf(day));
  expect(local.part).toBeCloseTo(part, 9);
});

test.each([
  ['UTC', '2026-05-04', 0, '2026-05-04T00:00:00Z'],
  ['Africa/Kampala', '2026-05-04', 17, '2026-05-04T14:00:00Z'],
  ['Asia/Kathmandu', '2026-05-04', 0, '2026-05-03T18:15:00Z'],
  ['America/New_York', '2026-05-04', 12, '2026-05-04T16:00:00Z'],
  ['Europe/Berlin', '2026-03-29', 0, '2026-03-28T23:00:00Z'],
  ['Europe/Berlin', '2026-03-29', 1.5, '2026-03-29T00:30:00Z'],
  ['Europe/Berlin', '2026-03-29', 2.5, '2026-03-29T01:30:00Z'],
  ['Europe/Berlin', '2026-03-29', 3, '2026-03-29T01:00:00Z'],
  ['Europe/Berlin', '2026-03-30', 0, '2026-03-29T22:00:00Z'],
  ['Europe/Berlin', '2026-10-25', 1, '2026-10-24T23:00:00Z'],
  ['Europe/Berlin', '2026-10-25', 3, '2026-10-25T02:00:00Z'],
  ['Europe/Berlin', '2026-10-26', 0, '2026-10-25T23:00:00Z'],
  ['America/New_York', '2026-03-08', 2.5, '2026-03-08T07:30:00Z'],
  ['America/New_York', '2026-11-01', 3, '2026-11-01T08:00:00Z'],
  ['Africa/Cairo', '2026-04-24', 0, '2026-04-23T22:00:00Z'],
])('in %s, on %s after %f hours it is %s', (zone, day, hours, instant) => {
  expect(zoneOf(zone).instantOf(dayOf(day)! + hours * HOUR)).toBe(at(instant));
});

test('an instant is told to the second, whatever the fraction of the day', () => {
  const kampala = zoneOf('Africa/Kampala');
  expect(kampala.instantOf(dayOf('2026-05-04')! + 1 / 3) % 1_000).toBe(0);
  expect(kampala.instantOf(dayOf('2026-05-04')! + 1 / 7) % 1_000).toBe(0);
});

test('there is one object for each zone', () => {
  expect(zoneOf('Asia/Tokyo')).toBe(zoneOf('Asia/Tokyo'));
  expect(zoneOf('Asia/Tokyo')).not.toBe(zoneOf('Asia/Seoul'));
});

test('the days of sixty years are found, before and after thousands of others were asked for', () => {
  const zone = zoneOf('Europe/Paris');
  const found = () => Array.from({ length: 720 }, (_, i) => zone.localOf(zone.instantOf(30 * i + 9_000)));
  const first = found();
  expect(first).toEqual(Array.from({ length: 720 }, (_, i) => ({ day: 30 * i + 9_000, part: 0 })));
  expect(found()).toEqual(first);
});
