// The runways of a replay: what the monitor would have known then, by the polls before.
import { expect, test } from 'vitest';
import { forecast } from '../../src/domain/forecast/forecaster.ts';
import { zoneOf } from '../../src/domain/forecast/zone.ts';
import { amountOf } from '../../src/domain/money.ts';
import { createReplayedRunways } from '../../src/monitor/forecast/replayed-runways.ts';
import { runwayOf } from '../../src/monitor/forecast/runway.ts';
import { createSchedule } from '../../src/monitor/polling/schedule.ts';
import { payout, polled, START } from '../support/watching.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const schedule = createSchedule('0 * * * *', 'UTC');
const PAYOUT = { account: 'acme-ug', currency: 'UGX', walletType: 'MERCHANT_PAYOUT' };
const AIM = { leadMs: 2 * DAY, confidence: 0.95 };
const MIDNIGHT = START - (START % DAY);

/** Ten go out an hour, for so many days before the last midnight; seen each hour, also of a wallet that can't be read. */
function replayed(days: number) {
  const runways = createReplayedRunways(() => ({ schedule }));
  for (let hour = -24 * days; hour <= 12; hour++) {
    const slot = MIDNIGHT + hour * HOUR;
    const blind = { ...payout('0', 'BLIND'), available: null };
    runways.observe(polled(0, [payout(String(100_000 - 10 * hour)), blind], { slot }));
  }
  return runways;
}

test('a runway is that of the whole days before, at the aim that is asked for', () => {
  const runways = replayed(20);
  const at = MIDNIGHT + 12 * HOUR;
  const first = MIDNIGHT / DAY;
  const alerts = [{ lead: 2, look: 1 / 24, confidence: 0.95 }];
  const outlook = forecast(new Array(20).fill(240), first - 20, { alerts })!;
  const expected = runwayOf(outlook, { alert: 0, zone: zoneOf('UTC'), look: 1 / 24 }, amountOf('900'), at)!;
  const told = runways.of(PAYOUT, amountOf('900'), at, AIM)!;
  expect(told.median / DAY).toBeCloseTo(expected.median / DAY, 1);
  expect(told.pessimistic / DAY).toBeCloseTo(expected.pessimistic / DAY, 1);
  const surer = runways.of(PAYOUT, amountOf('900'), at, { ...AIM, confidence: 0.99 })!;
  expect(surer.median).toBe(told.median);
  expect(surer.pessimistic).toBeLessThan(told.pessimistic);
  expect(runways.of(PAYOUT, amountOf('900'), at, AIM)).toEqual(told);
});

test.each([
  ['of an amount that is not known', PAYOUT, null, AIM],
  ['without an aim', PAYOUT, '900', undefined],
  ['of a wallet that nobody saw', { ...PAYOUT, currency: 'KES' }, '900', AIM],
  ['of one whose amount was never read', { ...PAYOUT, walletType: 'BLIND' }, '900', AIM],
  ['of another account', { ...PAYOUT, account: 'other' }, '900', AIM],
])('nothing is known %s', (_, wallet, available, aim) => {
  const at = MIDNIGHT + 12 * HOUR;
  expect(replayed(20).of(wallet, available === null ? null : amountOf(available), at, aim)).toBeUndefined();
});

test('nothing is known before there are seven days', () => {
  const at = MIDNIGHT + 12 * HOUR;
  expect(replayed(6).of(PAYOUT, amountOf('900'), at, AIM)).toBeUndefined();
  expect(replayed(8).of(PAYOUT, amountOf('900'), at, AIM)).toBeDefined();
});

test('at the next midnight the day before is learnt', () => {
  const runways = replayed(10);
  const before = runways.of(PAYOUT, amountOf('900'), MIDNIGHT + 12 * HOUR, AIM)!;
  for (let hour = 13; hour <= 24; hour++) {
    const slot = MIDNIGHT + hour * HOUR;
    runways.observe(polled(0, [payout(String(100_000 - 130 - 3_000 * (hour - 12)))], { slot }));
  }
  const late = runways.of(PAYOUT, amountOf('900'), MIDNIGHT + 23.9 * HOUR, AIM)!;
  expect(late.median / before.median).toBeGreaterThan(0.9);
  const next = runways.of(PAYOUT, amountOf('900'), MIDNIGHT + 24 * HOUR, AIM)!;
  expect(next.median / before.median).toBeLessThan(0.9);
});

test('where nobody looks for a while, the runway is as much shorter', () => {
  const seldom = createSchedule('0 0-12 * * *', 'UTC');
  const runways = createReplayedRunways(() => ({ schedule: seldom }));
  for (let hour = -24 * 20; hour <= 12; hour++)
    runways.observe(polled(0, [payout(String(100_000 - 10 * hour))], { slot: MIDNIGHT + hour * HOUR }));
  const lasts = (hour: number) =>
    runways.of(PAYOUT, amountOf('900'), MIDNIGHT + hour * HOUR, AIM)!.pessimistic;
  expect((lasts(3) - lasts(12)) / HOUR).toBeCloseTo(11, 0);
});
