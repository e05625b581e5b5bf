import { expect, test } from 'vitest';
import { dayOf } from '../../../src/domain/forecast/day.ts';
import { dailySums, joinedDays, localDaysBefore, PAST_HOURS } from '../../../src/domain/forecast/history.ts';
import { zoneOf } from '../../../src/domain/forecast/zone.ts';

const HOUR = 3_600_000;
const KAMPALA = zoneOf('Africa/Kampala'); // three hours before UTC
const NOW = Date.parse('2026-05-04T10:20:00Z');

/** The hours before the one that runs: `of` gets how long ago each began, in hours. */
function hours(of: (ago: number) => number, now = NOW): Float64Array {
  const end = Math.floor(now / HOUR);
  return Float64Array.from({ length: PAST_HOURS }, (_, i) => of(now / HOUR - (end - PAST_HOURS + i)));
}

test('days are those of the zone, and the one that runs is not among them', () => {
  const days = localDaysBefore(NOW, KAMPALA);
  expect(days.midnights).toHaveLength(365);
  expect(days.midnights.at(-1)).toBe(Date.parse('2026-05-03T21:00:00Z'));
  const { first, days: sums } = dailySums(
    hours((ago) => (ago < 14 ? 1_000 : 1)),
    NOW,
    days,
  );
  expect(first + sums.length).toBe(dayOf('2026-05-04'));
  expect(sums.at(-1)).toBe(24);
});

test('days before the first known one are left out; a day of which less than half is known is unknown', () => {
  const days = localDaysBefore(NOW, KAMPALA);
  const known = hours((ago) =>
    ago > 14 + 5 * 24 ? Number.NaN : ago > 14 + 24 && ago < 14 + 24 + 14 ? Number.NaN : 2,
  );
  const { first, days: sums } = dailySums(known, NOW, days);
  expect(first).toBe(dayOf('2026-04-29'));
  expect(sums).toEqual([48, 48, 48, undefined, 48]);
});

test('what is not known of a day is taken to be as the rest of it', () => {
  const days = localDaysBefore(NOW, KAMPALA);
  const { days: sums } = dailySums(
    hours((ago) => (ago > 14 && ago < 20 ? Number.NaN : 3)),
    NOW,
    days,
  );
  expect(sums.at(-1)).toBe(72);
});

test('a day on which the clock changes has its 23 hours, and a zone with a quarter of an hour its own midnight', () => {
  const now = Date.parse('2026-03-30T10:00:00Z');
  const berlin = localDaysBefore(now, zoneOf('Europe/Berlin'));
  expect(
    dailySums(
      hours(() => 1, now),
      now,
      berlin,
    ).days.at(-1),
  ).toBe(23);
  const nepal = localDaysBefore(NOW, zoneOf('Asia/Kathmandu'));
  expect(
    dailySums(
      hours(() => 1),
      NOW,
      nepal,
    ).days.at(-1),
  ).toBe(24);
});

test.each([
  ['nothing before', undefined, { first: 9, days: [4] }],
  ['no day before', { first: 3, days: [] }, { first: 9, days: [4] }],
  ['days up to it', { first: 7, days: [1, 2] }, { first: 7, days: [1, 2, 4] }],
  [
    'days long before',
    { first: 4, days: [1, undefined, 3] },
    { first: 4, days: [1, undefined, 3, undefined, undefined, 4] },
  ],
])('earlier days and later are one past, in which the days between are unknown: %s', (_, before, joined) => {
  expect(joinedDays(before, { first: 9, days: [4] })).toEqual(joined);
});

test.each([
  ['half of its hours', 12, 48],
  ['an hour less than half', 11, undefined],
])('of a day of which %s are known the sum is this', (_, known, sum) => {
  const days = localDaysBefore(NOW, KAMPALA, 2);
  const day = (hour: number) => Math.floor((hour + 3) / 24);
  const first = day(Math.floor(NOW / HOUR)) - 2;
  const sums = dailySums(
    Float64Array.from({ length: 80 }, (_each, i) => {
      const hour = Math.floor(NOW / HOUR) - 80 + i;
      return day(hour) === first + 1 && (hour + 3) % 24 >= known ? Number.NaN : 2;
    }),
    NOW,
    days,
  );
  expect(sums).toEqual({ first, days: [48, sum] });
});

test('days of which no hour is given are not known', () => {
  const days = localDaysBefore(NOW, KAMPALA, 3);
  expect(dailySums([1, 1, 1], NOW, days)).toEqual({ first: days.first + 3, days: [] });
  expect(dailySums(new Array(14 + 24).fill(1), NOW, days)).toEqual({ first: days.first + 2, days: [24] });
});
