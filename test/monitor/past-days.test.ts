// Whole past days, of what is stored by day and by hour.
import { expect, test } from 'vitest';
import { zoneOf } from '../../src/domain/forecast/zone.ts';
import { createPastDays } from '../../src/monitor/forecast/past-days.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const TODAY = 20_454;
const NOW = TODAY * DAY + 9.5 * HOUR;
const daysOf = createPastDays(zoneOf('UTC'), NOW);
/** The hours of so many whole days, and the nine of today; of day `i` each has `i + 1`. */
const hours = (days: number) =>
  Float64Array.from({ length: days * 24 + 9 }, (_, i) => (i < days * 24 ? Math.floor(i / 24) + 1 : 1_000));

test('without stored days the hours are all that is known, of a year at most', () => {
  expect(daysOf({ hours: hours(3) })).toEqual({ outflow: { first: TODAY - 3, days: [24, 48, 72] } });
  expect(daysOf({ hours: hours(365) }).outflow).toMatchObject({ first: TODAY - 364 });
});

test('days between the stored ones and those of the hours are unknown', () => {
  const kept = { until: TODAY - 3, outflow: { first: TODAY - 6, days: [7, undefined, 9] } };
  expect(daysOf({ hours: hours(2), kept })).toEqual({
    outflow: { first: TODAY - 6, days: [7, undefined, 9, undefined, 24, 48] },
  });
});

test('hours of days that are stored count for nothing', () => {
  const kept = { until: TODAY - 1, outflow: { first: TODAY - 2, days: [7] } };
  expect(daysOf({ hours: hours(3), kept }).outflow).toEqual({ first: TODAY - 2, days: [7, 72] });
});

test('where all is stored until today, or beyond, nothing is added', () => {
  for (const until of [TODAY, TODAY + 1]) {
    const kept = { until, outflow: { first: TODAY - 2, days: [7, 8] } };
    expect(daysOf({ hours: hours(0), kept }).outflow).toEqual({ first: TODAY - 2, days: [7, 8] });
  }
});

test('what cleared is made likewise, where there is any', () => {
  const kept = {
    ...{ until: TODAY - 1, outflow: { first: TODAY - 2, days: [7] } },
    cleared: { first: TODAY - 2, days: [70] },
  };
  const cleared = hours(3).map((amount) => 10 * amount);
  expect(daysOf({ hours: hours(3), cleared, kept }).cleared).toEqual({ first: TODAY - 2, days: [70, 720] });
  expect(daysOf({ hours: hours(3), cleared }).cleared).toEqual({ first: TODAY - 3, days: [240, 480, 720] });
  const { cleared: _, ...without } = kept;
  expect(daysOf({ hours: hours(3), cleared, kept: without }).cleared).toEqual({
    first: TODAY - 1,
    days: [720],
  });
  expect('cleared' in daysOf({ hours: hours(3), kept })).toBe(false);
});
