import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createApproval, parseHours } from '../../../src/domain/forecast/approval.ts';
import { dayOf } from '../../../src/domain/forecast/day.ts';
import { zoneOf } from '../../../src/domain/forecast/zone.ts';

const KAMPALA = zoneOf('Africa/Kampala'); // three hours before UTC
const at = (text: string) => Date.parse(text);
const week = createApproval(KAMPALA, parseHours('Mon-Fri 08:00-17:00'));

test.each([
  'Mon-Fri 08:00-17:00',
  'Sat 09:00-12:00',
  'Mon-Fri 08:00-17:00, Sat 09:00-12:00',
  'Fri-Mon 00:00-24:00',
])('%s are hours of a week', (text) => {
  expect(parseHours(text)).toBeDefined();
});

test.each([
  '',
  'Mon-Fri',
  '08:00-17:00',
  'Mon-Fri 17:00-08:00',
  'Mo-Fr 08:00-17:00',
  'Mon 08:00-24:01',
  'Mon 08:61-17:00',
  'Mon 08:00-17:00,',
  'Xyz 08:00-17:00',
  'Mon-Xyz 08:00-17:00',
  'Xyz-Mon 08:00-17:00',
  'Mon 08:60-17:00',
  'Mon 08:00-17:60',
  'Mon 08:00-08:00',
  'Mon 8:00-17:00',
])('%j are none', (text) => {
  expect(parseHours(text)).toBeUndefined();
});

test.each([
  ['on a Friday at noon', '2026-11-20T09:00:00Z', '2026-11-20T09:00:00Z', '2026-11-20T09:00:00Z'],
  ['at the last minute', '2026-11-20T14:00:00Z', '2026-11-20T14:00:00Z', '2026-11-20T14:00:00Z'],
  ['on a Friday evening', '2026-11-20T16:40:00Z', '2026-11-23T05:00:00Z', '2026-11-20T14:00:00Z'],
  ['on a Sunday', '2026-11-22T12:00:00Z', '2026-11-23T05:00:00Z', '2026-11-20T14:00:00Z'],
  ['before they open', '2026-11-23T04:00:00Z', '2026-11-23T05:00:00Z', '2026-11-20T14:00:00Z'],
])('%s the next and the last moment to ask are known', (_, now, next, last) => {
  expect(week.next(at(now))).toBe(at(next));
  expect(week.last(at(now))).toBe(at(last));
});

test('a day on which nobody works is passed over', () => {
  const monday = dayOf('2026-11-23');
  const closed = createApproval(KAMPALA, parseHours('Mon-Fri 08:00-17:00'), (day) => day === monday);
  expect(closed.next(at('2026-11-20T16:40:00Z'))).toBe(at('2026-11-24T05:00:00Z'));
});

test('without hours somebody is always there', () => {
  const always = createApproval(KAMPALA, undefined);
  expect(always.next(at('2026-11-22T03:00:00Z'))).toBe(at('2026-11-22T03:00:00Z'));
  expect(always.last(at('2026-11-22T03:00:00Z'))).toBe(at('2026-11-22T03:00:00Z'));
});

test('where nobody ever works there is no moment', () => {
  expect(createApproval(KAMPALA, undefined, () => true).next(0)).toBeUndefined();
  expect(createApproval(KAMPALA, undefined, () => true).last(0)).toBeUndefined();
});

test('the next moment is never before now, the last never after it, and both are moments', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1.7e12, max: 1.9e12 }), (now) => {
      const [next, last] = [week.next(now)!, week.last(now)!];
      expect(next).toBeGreaterThanOrEqual(now);
      expect(last).toBeLessThanOrEqual(now);
      expect(week.next(next)).toBe(next);
      expect(week.last(last)).toBe(last);
    }),
  );
});

test.each([
  ['Sun 00:00-24:00', [0]],
  ['Sun-Sat 08:00-09:00', [0, 1, 2, 3, 4, 5, 6]],
  ['Fri-Mon 08:00-09:00', [5, 6, 0, 1]],
  ['Sat-Sat 08:00-09:00', [6]],
  ['Mon-Sun 08:00-09:00', [0, 1, 2, 3, 4, 5, 6]],
])('%s are hours on the weekdays %j', (text, weekdays) => {
  const [span] = parseHours(text)!;
  expect(span!.weekdays).toEqual([0, 1, 2, 3, 4, 5, 6].map((day) => weekdays.includes(day)));
});

test.each([
  ['Mon 00:00-24:00', 0, 1_440],
  ['Mon 08:59-09:00', 539, 540],
  ['Mon 07:05-17:30', 425, 1_050],
  ['Mon 08:00-08:59', 480, 539],
])('%s are from minute %i to minute %i', (text, from, until) => {
  expect(parseHours(text)).toEqual([expect.objectContaining({ from, until })]);
});

test('of several hours of a day the first still open and the last already open count', () => {
  const split = createApproval(KAMPALA, parseHours('Mon-Fri 14:00-16:00, Mon-Fri 08:00-12:00'));
  expect(split.next(at('2026-11-20T03:00:00Z'))).toBe(at('2026-11-20T05:00:00Z'));
  expect(split.next(at('2026-11-20T09:30:00Z'))).toBe(at('2026-11-20T11:00:00Z'));
  expect(split.last(at('2026-11-20T10:00:00Z'))).toBe(at('2026-11-20T09:00:00Z'));
  expect(split.last(at('2026-11-20T20:00:00Z'))).toBe(at('2026-11-20T13:00:00Z'));
});

test('the first minute of the hours is open, for the next moment and for the last', () => {
  const first = at('2026-11-20T05:00:00Z');
  expect([week.next(first), week.last(first)]).toEqual([first, first]);
  expect(week.last(first - 1)).toBe(at('2026-11-19T14:00:00Z'));
});

test('a moment is looked for within 366 days', () => {
  const day = dayOf('2026-11-20')!;
  const openOn = (open: number) => createApproval(KAMPALA, undefined, (each) => each !== open);
  const noon = at('2026-11-20T09:00:00Z');
  expect(openOn(day + 366).next(noon)).toBe(KAMPALA.instantOf(day + 366));
  expect(openOn(day + 367).next(noon)).toBeUndefined();
  expect(openOn(day - 366).last(noon)).toBe(KAMPALA.instantOf(day - 365));
  expect(openOn(day - 367).last(noon)).toBeUndefined();
});
