import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dateOf, dayOf } from '../../../src/domain/forecast/day.ts';
import { zoneOf } from '../../../src/domain/forecast/zone.ts';

const at = (text: string) => Date.parse(text);

test('a local day begins at the midnight of its zone', () => {
  const kampala = zoneOf('Africa/Kampala');
  expect(dateOf(kampala.localOf(at('2026-11-21T20:59:00Z')).day)).toBe('2026-11-21');
  expect(kampala.localOf(at('2026-11-21T21:00:00Z'))).toEqual({ day: dayOf('2026-11-22'), part: 0 });
  expect(kampala.localOf(at('2026-11-22T09:00:00Z')).part).toBe(0.5);
  expect(kampala.instantOf(dayOf('2026-11-22')! + 0.5)).toBe(at('2026-11-22T09:00:00Z'));
});

test('in the hour that a clock skips it is the time after it; of an hour that comes twice one is taken', () => {
  const berlin = zoneOf('Europe/Berlin');
  expect(berlin.instantOf(dayOf('2026-03-29')! + 2.5 / 24)).toBe(at('2026-03-29T01:30:00Z'));
  const twice = berlin.instantOf(dayOf('2026-10-25')! + 2.5 / 24);
  expect([at('2026-10-25T00:30:00Z'), at('2026-10-25T01:30:00Z')]).toContain(twice);
});

test('an instant is found again from its local time, in any zone', () => {
  const zones = ['UTC', 'Africa/Lagos', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Auckland'].map(zoneOf);
  fc.assert(
    fc.property(fc.constantFrom(...zones), fc.integer({ min: 1e9, max: 2e9 }), (zone, seconds) => {
      const { day, part } = zone.localOf(seconds * 1_000);
      expect([0, 3_600_000]).toContain(Math.abs(zone.instantOf(day + part) - seconds * 1_000));
    }),
  );
});

test('what is no zone is refused', () => {
  expect(() => zoneOf('Mars/Olympus')).toThrow(RangeError);
});
