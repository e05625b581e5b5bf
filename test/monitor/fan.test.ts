// The lines of an expected balance, and how long one lasts: read off an outlook.
import { expect, test } from 'vitest';
import { forecast } from '../../src/domain/forecast/forecaster.ts';
import {
  alertLasts,
  alertOf,
  lastsFor,
  leastGone,
  mostGone,
  type Outlook,
} from '../../src/domain/forecast/outlook.ts';
import { zoneOf } from '../../src/domain/forecast/zone.ts';
import { amountOf } from '../../src/domain/money.ts';
import { fanOf } from '../../src/monitor/forecast/fan.ts';
import { runwayOf } from '../../src/monitor/forecast/runway.ts';
import { demand } from '../domain/forecast/demand.ts';

const DAY = 86_400_000;
const FROM = 20_454;
const alerts = [
  { lead: 2, look: 0.25, confidence: 0.95 },
  { lead: 2, look: 0.25, confidence: 0.8 },
];
const OUTLOOK = forecast(demand(4, 80), FROM - 80, { alerts })!;
const zone = zoneOf('UTC');
const NOON = (FROM + 0.5) * DAY;
const mean = mostGone(OUTLOOK, 0.5, 0, 20) / 20;

function fan({ held = 10 * mean, now = NOON, days = 12, outlook = OUTLOOK as Outlook } = {}) {
  const available = amountOf(held.toFixed(2));
  return fanOf(outlook, { zone, available, confidence: 0.95, now, horizonMs: days * DAY });
}

test('a fan has 49 points from now to its horizon, a middle line and two around it', () => {
  const { points, confidence, days, record } = fan()!;
  expect(points).toHaveLength(49);
  expect([points[0]!.at, points[24]!.at, points[48]!.at]).toEqual([NOON, NOON + 6 * DAY, NOON + 12 * DAY]);
  const held = Number((10 * mean).toFixed(2));
  expect(points[0]).toMatchObject({ middle: held, low: held, high: held });
  for (const i of [1, 20, 48]) {
    const { middle, low, high } = points[i]!;
    expect(middle).toBe(Math.max(0, held - mostGone(OUTLOOK, 0.5, 0.5, i / 4)));
    expect(low).toBe(Math.max(0, held - mostGone(OUTLOOK, 0.95, 0.5, i / 4)));
    expect(high).toBe(Math.max(0, held - leastGone(OUTLOOK, 0.9, 0.5, i / 4)));
  }
  expect({ confidence, days }).toEqual({ confidence: 0.95, days: 80 });
  const { held: kept, of } = alertOf(OUTLOOK, 0);
  expect(record).toEqual({ held: kept, of });
});

test('a fan says when the money ends, at both confidences', () => {
  const { emptyAt, surelyUntil } = fan()!;
  const held = Number((10 * mean).toFixed(2));
  expect(emptyAt).toBe(Math.round(NOON + lastsFor(OUTLOOK, 0.5, 0.5, held) * DAY));
  expect(surelyUntil).toBe(Math.round(NOON + lastsFor(OUTLOOK, 0.95, 0.5, held) * DAY));
  expect(surelyUntil!).toBeLessThan(emptyAt!);
  expect(fan({ held: 900 * mean })).toMatchObject({ emptyAt: null, surelyUntil: null });
});

test('after a jump the lower line and its end go by the more careful estimate, as alerts do; the middle doesn’t', () => {
  const outlook = { ...OUTLOOK, care: 1.5 };
  const { points, emptyAt, surelyUntil } = fan({ outlook })!;
  const held = Number((10 * mean).toFixed(2));
  expect(points[20]!.low).toBe(Math.max(0, held - 1.5 * mostGone(OUTLOOK, 0.95, 0.5, 5)));
  expect(points[20]!.middle).toBe(fan()!.points[20]!.middle);
  expect(emptyAt).toBe(fan()!.emptyAt);
  expect(surelyUntil).toBe(Math.round(NOON + lastsFor(OUTLOOK, 0.95, 0.5, held / 1.5) * DAY));
});

test('what is owed stays owed, and grows no line', () => {
  for (const { middle, low, high } of fan({ held: -50 })!.points)
    expect([middle, low, high]).toEqual([-50, -50, -50]);
  expect(fan({ held: -50 })).toMatchObject({ emptyAt: NOON, surelyUntil: NOON });
});

test.each([
  ['at noon', NOON, 58.5],
  ['at its first midnight', FROM * DAY, 59],
  ['after it', (FROM + 2) * DAY, 57],
])('a fan ends a day before the outlook does: %s', (_, now, days) => {
  expect(fan({ now, days: 90 })!.points.at(-1)!.at).toBe(now + days * DAY);
});

test.each([
  ['two and a quarter days after its first midnight', (FROM + 2.25) * DAY, true],
  ['a second later', (FROM + 2.25) * DAY + 1_000, false],
])('an outlook can be used until %s', (_, now, is) => {
  expect(fan({ now }) !== undefined).toBe(is);
  const lookup = { alert: 0, zone, look: 0.25 };
  expect(runwayOf(OUTLOOK, lookup, amountOf('5'), now) !== undefined).toBe(is);
});

test.each([0, 1])('a runway is told by alert %i’s own margin, less the time to the next look', (alert) => {
  const held = 6 * mean;
  const runway = runwayOf(OUTLOOK, { alert, zone, look: 0.25 }, amountOf(held.toFixed(9)), NOON)!;
  expect(runway.median).toBeCloseTo(lastsFor(OUTLOOK, 0.5, 0.5, held) * DAY, -1);
  const sure = alertLasts(OUTLOOK, alertOf(OUTLOOK, alert), 0.5, held) - 0.25;
  expect(runway.pessimistic).toBeCloseTo(sure * DAY, -1);
});

test.each([
  ['lasts beyond 60 days', 900 * mean, 60, 60],
  ['is empty', 0, 0, 0],
  ['ends before the next look', mean / 10, undefined, 0],
])('the runway of a balance that %s is told', (_, held, median, pessimistic) => {
  const runway = runwayOf(OUTLOOK, { alert: 0, zone, look: 0.5 }, amountOf(held.toFixed(2)), NOON)!;
  if (median !== undefined) expect(runway.median).toBe(median * DAY);
  expect(runway.pessimistic).toBe(pessimistic * DAY);
});

test('a pessimistic runway is never longer than the median', () => {
  const surer = { ...OUTLOOK, curves: OUTLOOK.curves.slice() };
  surer.curves[surer.curves.length - 7] = -50; // the margin of the first alert
  expect(alertOf(surer, 0).margin).toBe(-50);
  const { median, pessimistic } = runwayOf(surer, { alert: 0, zone, look: 0 }, amountOf('5'), NOON)!;
  expect(pessimistic).toBe(median);
});
