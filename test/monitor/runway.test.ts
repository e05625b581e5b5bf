import { expect, test, vi } from 'vitest';
import { PAST_HOURS } from '../../src/domain/forecast/history.ts';
import { expectedBetween } from '../../src/domain/forecast/outlook.ts';
import { amountOf } from '../../src/domain/money.ts';
import type { WalletView } from '../../src/monitor/board/board.ts';
import type { ForecastAccount } from '../../src/monitor/forecast/aims.ts';
import { planWallets } from '../../src/monitor/forecast/plans.ts';
import { createRunways } from '../../src/monitor/forecast/runways.ts';
import { createSchedule } from '../../src/monitor/polling/schedule.ts';
import type { WalletOutflow, ZonedAccount } from '../../src/monitor/storage/ports.ts';
import { handClock } from '../support/clock.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const PAYOUT = { account: 'acme-ug', currency: 'UGX', walletType: 'MERCHANT_PAYOUT' };
const HELD = amountOf('240');
const SCHEDULE = createSchedule('* * * * *', 'UTC');
const TWO_DAYS = { leadMs: 48 * HOUR, confidence: 0.95 };

function outflow(account: string, days: number, perHour = 10): WalletOutflow {
  const hours = new Float64Array(PAST_HOURS).fill(perHour).fill(Number.NaN, 0, PAST_HOURS - days * 24);
  return { ...PAYOUT, account, hours };
}

function runways(accounts: readonly string[] = ['acme-ug']) {
  const clock = handClock('2026-05-04T10:20:00Z');
  const days = new Map(accounts.map((name) => [name, 56]));
  const read = vi.fn(async (asked: readonly ZonedAccount[], _before: number) =>
    asked.map(({ name }) => outflow(name, days.get(name) ?? 0)),
  );
  const withPast = vi.fn(async (names: readonly string[], _before: number) =>
    names.filter((name) => (days.get(name) ?? 0) >= 7),
  );
  const failures: unknown[] = [];
  const made = createRunways({
    history: { read, withPast },
    clock,
    onFailure: (error) => failures.push(error),
  });
  let aims: ForecastAccount['aims'] = [TWO_DAYS];
  let schedule = SCHEDULE;
  const ask = (...asked: ForecastAccount['aims']) => {
    aims = asked;
  };
  const reschedule = (next: typeof schedule) => {
    schedule = next;
  };
  const refresh = () =>
    made.refresh([...days.keys()].map((name): ForecastAccount => ({ name, schedule, aims })));
  const hours = (account = 'acme-ug') => {
    const runway = made.of({ ...PAYOUT, account }, HELD, clock.now());
    return runway && Math.round(runway.median / HOUR);
  };
  const view = { ...PAYOUT, state: 'fresh', balance: { available: HELD } } as unknown as WalletView;
  const exposed = () => made.exposed(view);
  const confidences = () => made.confidences(view);
  const fan = () => made.fan(view, 72 * HOUR);
  const { of, forecastOf } = made;
  const asked = { of, forecastOf, exposed, confidences, fan };
  return { clock, days, read, withPast, failures, refresh, ask, reschedule, hours, ...asked };
}

test('nothing is known before the past was read, nor of another wallet, nor of an amount that is not known', async () => {
  const { refresh, hours, of, clock } = runways();
  expect(hours()).toBeUndefined();
  await refresh();
  expect(hours()).toBe(24);
  expect(of(PAYOUT, null, clock.now())).toBeUndefined();
  expect(of({ ...PAYOUT, currency: 'KES' }, HELD, clock.now())).toBeUndefined();
  expect(of({ ...PAYOUT, account: 'other' }, HELD, clock.now())).toBeUndefined();
});

test('the past is read once a day, when all of the day before has its figures', async () => {
  const { refresh, read, clock } = runways();
  for (let quarter = 0; quarter < 2 * 24 * 4; quarter++) {
    await refresh();
    clock.advance(15 * MINUTE);
  }
  expect(read.mock.calls.map(([, before]) => new Date(before).toISOString())).toEqual([
    '2026-05-04T10:00:00.000Z',
    '2026-05-05T02:00:00.000Z',
    '2026-05-06T02:00:00.000Z',
  ]);
});

test('what a rule asks for is told by its own margin, and what nobody asked for not at all', async () => {
  const { refresh, ask, of, read, clock } = runways();
  const surer = { leadMs: 6 * HOUR, confidence: 0.99 };
  await refresh();
  expect(of(PAYOUT, HELD, clock.now(), surer)).toBeUndefined();
  ask(TWO_DAYS, surer);
  await refresh();
  expect(read).toHaveBeenCalledTimes(2);
  const [own, other] = [TWO_DAYS, surer].map((aim) => of(PAYOUT, HELD, clock.now(), aim)!);
  expect(own).toEqual(of(PAYOUT, HELD, clock.now()));
  expect(other!.median).toBe(own!.median);
  expect(other!.pessimistic).not.toBe(own!.pessimistic);
});

test('a balance at which nobody looks all night must last until the next look, and the lead time after it', async () => {
  const { refresh, reschedule, of } = runways();
  reschedule(createSchedule('0 8-18 * * *', 'UTC'));
  await refresh();
  const lasts = (time: string) => of(PAYOUT, HELD, Date.parse(time))!.pessimistic / HOUR;
  expect(lasts('2026-05-04T17:00:00Z') - lasts('2026-05-04T18:00:00Z')).toBeCloseTo(13, 0);
  expect(lasts('2026-05-04T18:30:00Z') - lasts('2026-05-04T18:00:00Z')).toBeCloseTo(0.5, 1);
});

test('another schedule has other looks at once', async () => {
  const { refresh, reschedule, of, clock } = runways();
  await refresh();
  const before = of(PAYOUT, HELD, clock.now())!;
  reschedule(createSchedule('20 */6 * * *', 'UTC'));
  await refresh();
  const now = of(PAYOUT, HELD, clock.now())!;
  expect(now.median).toBe(before.median);
  expect((before.pessimistic - now.pessimistic) / HOUR).toBeGreaterThan(5);
});

test('what clears of uncleared money is learnt as what goes out is, where there is any', async () => {
  const { refresh, days, read, forecastOf } = runways(['acme-ug', 'acme-ke']);
  read.mockImplementation(async (asked) =>
    asked.map(({ name }) => {
      const { hours } = outflow(name, days.get(name)!, 20);
      return { ...outflow(name, days.get(name)!), ...(name === 'acme-ug' && { cleared: hours }) };
    }),
  );
  await refresh();
  expect(expectedBetween(forecastOf(PAYOUT).clearing!, 0, 1)).toBeCloseTo(480, 1);
  expect(expectedBetween(forecastOf(PAYOUT).outlook!, 0, 1)).toBeCloseTo(240, 1);
  expect(forecastOf({ ...PAYOUT, account: 'acme-ke' }).clearing).toBeUndefined();
});

test('every confidence that a rule asks for is exposed, the shortest where lead times differ; pages have two', async () => {
  const { refresh, ask, of, clock, exposed, confidences } = runways();
  const others = [
    { leadMs: 6 * HOUR, confidence: 0.99 },
    { leadMs: 30 * HOUR, confidence: 0.99 },
    { leadMs: 30 * HOUR, confidence: 0.95 },
    { leadMs: 30 * HOUR, confidence: 0.8 },
  ];
  ask(TWO_DAYS, ...others);
  await refresh();
  const [own, a, b, , d] = [TWO_DAYS, ...others].map((aim) =>
    Math.floor(of(PAYOUT, HELD, clock.now(), aim)!.pessimistic / 1_000),
  );
  expect(confidences().map(({ confidence }) => confidence)).toEqual(['0.5', '0.95']);
  expect(exposed().slice(0, 2)).toEqual(confidences());
  expect(exposed().slice(1)).toEqual([
    { confidence: '0.95', seconds: own },
    { confidence: '0.99', seconds: Math.min(a!, b!) },
    { confidence: '0.8', seconds: d },
  ]);
});

test('an account without enough history is looked at again soon, then less and less often, and not read', async () => {
  const { refresh, read, withPast, hours, days, clock } = runways();
  days.set('acme-ug', 6);
  for (let minute = 0; minute < 30; minute++) {
    await refresh();
    clock.advance(MINUTE);
  }
  expect(withPast).toHaveBeenCalledTimes(11); // each minute at first, then after 8, 11, 16 and 25
  expect(read).not.toHaveBeenCalled();
  expect(hours()).toBeUndefined();
  days.set('acme-ug', 8);
  clock.advance(15 * MINUTE);
  await refresh();
  expect(hours()).toBe(24);
});

test('while Postgres is away what is known goes on for two days, and is read again when it is back', async () => {
  const { refresh, read, failures, hours, clock } = runways();
  await refresh();
  read.mockRejectedValue(new Error('Postgres does not answer'));
  clock.advance(40 * HOUR);
  await refresh();
  expect(failures).toHaveLength(1);
  expect(hours()).toBe(24);
  clock.advance(10 * HOUR);
  expect(hours()).toBeUndefined();
  read.mockResolvedValue([outflow('acme-ug', 56, 20)]);
  await refresh();
  expect(hours()).toBe(12);
});

test('a page shows no forecast of a history that is too old for a plan', async () => {
  const { clock, read, refresh, hours, fan } = runways();
  await refresh();
  read.mockRejectedValue(new Error('away'));
  clock.advance(37 * HOUR); // to the end of the second day
  await refresh();
  expect([hours(), fan()?.points.length]).toEqual([24, 49]);
  clock.advance(7 * HOUR);
  await refresh();
  expect([hours(), fan()]).toEqual([undefined, undefined]);
});

test('while it can not be told who has a past, it is asked again after some minutes', async () => {
  const { refresh, withPast, failures, hours, clock } = runways();
  withPast.mockRejectedValueOnce(new Error('Postgres does not answer'));
  await refresh();
  clock.advance(MINUTE);
  await refresh();
  expect(withPast).toHaveBeenCalledTimes(1);
  expect(failures).toHaveLength(1);
  clock.advance(5 * MINUTE);
  await refresh();
  expect(hours()).toBe(24);
});

test('accounts whose past can not be read keep none of the others waiting', async () => {
  const names = Array.from({ length: 15 }, (_, i) => `acme-${i}`);
  const { refresh, read, hours, clock } = runways(names);
  read.mockRejectedValueOnce(new Error('canceling statement due to statement timeout'));
  await refresh();
  expect(read).toHaveBeenCalledTimes(1);
  clock.advance(MINUTE);
  await refresh();
  expect([hours('acme-0'), hours('acme-14')]).toEqual([undefined, 24]);
  clock.advance(15 * MINUTE);
  await refresh();
  expect(hours('acme-0')).toBe(24);
});

test('many accounts are read some at a time, one refresh at once, and what is configured away is forgotten', async () => {
  const names = Array.from({ length: 25 }, (_, i) => `acme-${i}`);
  const { refresh, read, hours, days } = runways(names);
  const both = [refresh(), refresh()];
  expect(both[0]).toBe(both[1]);
  await both[0];
  expect(read.mock.calls.map(([of]) => of.length)).toEqual([...Array.from({ length: 12 }, () => 2), 1]);
  expect(hours('acme-24')).toBe(24);
  days.delete('acme-24');
  await refresh();
  expect(hours('acme-24')).toBeUndefined();
  expect(hours('acme-23')).toBe(24);
});

test('of a past that has not been read yet the plan does not say that it is too short', async () => {
  const { days, read, refresh, forecastOf, clock } = runways(['acme-ug', 'young']);
  days.set('young', 2);
  const zone = { timezone: 'UTC', leadMs: 48 * HOUR, confidence: 0.95, window: null, source: null };
  const sums = { roundTo: amountOf('1'), minimum: amountOf('0'), target: { coverMs: 72 * HOUR } };
  const settings = (account: string) => ({ account, isClosed: () => false, ...zone, ...sums });
  const plannedOf = (account: string) => {
    const wallets = [{ ...PAYOUT, account, available: HELD }];
    const of = new Map([[account, settings(account)]]);
    const [row] = planWallets(wallets, of, { runways: { forecastOf }, now: clock.now() });
    return 'unplanned' in row!.topUp ? row!.topUp.unplanned : 'planned';
  };
  expect(plannedOf('acme-ug')).toBe('history_unread');
  read.mockRejectedValueOnce(new Error('away'));
  await refresh();
  expect([plannedOf('acme-ug'), plannedOf('young')]).toEqual(['history_unread', 'no_history']);
  clock.advance(6 * MINUTE);
  await refresh();
  expect(plannedOf('acme-ug')).toBe('planned');
});
