// When outlooks are made anew, and what is told of a wallet before, between and after.
import { expect, test } from 'vitest';
import { createCalendar } from '../../src/domain/forecast/calendar.ts';
import { expectedBetween } from '../../src/domain/forecast/outlook.ts';
import { amountOf } from '../../src/domain/money.ts';
import type { WalletView } from '../../src/monitor/board/board.ts';
import type { ForecastAccount } from '../../src/monitor/forecast/aims.ts';
import { createRunways } from '../../src/monitor/forecast/runways.ts';
import { createSchedule } from '../../src/monitor/polling/schedule.ts';
import type { WalletOutflow, ZonedAccount } from '../../src/monitor/storage/ports.ts';
import { handClock } from '../support/clock.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const PAYOUT = { account: 'a', currency: 'UGX', walletType: 'MERCHANT_PAYOUT' };
const AIM = { leadMs: 2 * DAY, confidence: 0.95 };
const SCHEDULE = createSchedule('*/30 * * * *', 'UTC');
const account = (name: string, own: Partial<ForecastAccount> = {}): ForecastAccount => ({
  ...{ name, schedule: SCHEDULE, aims: [AIM] },
  ...own,
});

function runways({ days = 14, start = '2026-05-04T10:20:00Z' } = {}) {
  const clock = handClock(start);
  const reads: { names: string[]; zones: string[]; before: number }[] = [];
  const asked: { names: readonly string[]; before: number }[] = [];
  const failures: unknown[] = [];
  const stop = new AbortController();
  const state = { old: true, isAway: false, stopsAfter: Number.POSITIVE_INFINITY };
  const made = createRunways({
    history: {
      async withPast(names, before) {
        asked.push({ names, before });
        return state.old ? names : [];
      },
      async read(accounts: readonly ZonedAccount[], before) {
        reads.push({
          names: accounts.map(({ name }) => name),
          zones: accounts.map(({ timezone }) => timezone),
          before,
        });
        if (state.isAway) throw new Error('away');
        if (reads.length >= state.stopsAfter) stop.abort();
        return accounts.map(({ name }): WalletOutflow => {
          return { ...PAYOUT, account: name, hours: new Float64Array(24 * days + 10).fill(10) };
        });
      },
    },
    ...{ clock, onFailure: (error) => void failures.push(error), signal: stop.signal },
  });
  const view = (own: Partial<WalletView> = {}) =>
    ({ ...PAYOUT, state: 'fresh', balance: { available: amountOf('480') }, ...own }) as unknown as WalletView;
  return { ...made, clock, reads, asked, failures, state, view };
}

test('before anything was read nothing is known, and a look is a day', () => {
  const { forecastOf, confidences, exposed, fan, revision, of, clock, view } = runways();
  expect(forecastOf(PAYOUT)).toEqual({ outlook: undefined, isRead: false, clearing: undefined, lookMs: DAY });
  expect([confidences(view()), exposed(view()), fan(view(), DAY)]).toEqual([[], [], undefined]);
  expect([revision(), revision('a'), of(PAYOUT, amountOf('5'), clock.now())]).toEqual([0, 0, undefined]);
});

test('after it was read the forecast, its look and its revision are known', async () => {
  const { forecastOf, revision, refresh, reads, asked, clock } = runways();
  await refresh([account('a'), account('b', { schedule: createSchedule('0 * * * *', 'Africa/Kampala') })]);
  expect(forecastOf(PAYOUT)).toMatchObject({ isRead: true, clearing: undefined, lookMs: 30 * MINUTE });
  expect(forecastOf({ ...PAYOUT, account: 'b' }).lookMs).toBe(HOUR);
  expect(forecastOf({ ...PAYOUT, currency: 'KES' })).toMatchObject({ outlook: undefined, isRead: true });
  expect([revision('a'), revision('b'), revision()]).toEqual([1, 2, 2]);
  expect(asked).toEqual([{ names: ['a', 'b'], before: clock.now() - 6 * DAY }]);
  const before = Date.parse('2026-05-04T10:00:00Z');
  expect(reads).toEqual([{ names: ['a', 'b'], zones: ['UTC', 'Africa/Kampala'], before }]);
});

test.each<[string, Partial<WalletView>, boolean]>([
  ['fresh', {}, true],
  ['stale', { state: 'stale' } as Partial<WalletView>, false],
  ['fresh, of which the balance is not known', { balance: null }, false],
  ['of another account', { account: 'other' }, false],
  ['of which there is no outlook', { currency: 'KES' }, false],
])('a fan is shown of a wallet that is %s: %s', async (_, own, is) => {
  const { refresh, fan, view } = runways();
  await refresh([account('a')]);
  const shown = fan(view(own), 2 * DAY);
  expect(shown !== undefined).toBe(is);
  if (shown)
    expect([shown.confidence, shown.points.at(-1)!.at - shown.points[0]!.at]).toEqual([0.95, 2 * DAY]);
});

test.each<[string, string, string, number]>([
  ['in the morning it is due after the next midnight', '2026-05-04T10:20:00Z', '2026-05-05T02:00:00Z', 1],
  [
    'soon after midnight it is due again two hours after it',
    '2026-05-04T00:30:00Z',
    '2026-05-04T02:00:00Z',
    1,
  ],
  ['at that time it has the whole day before', '2026-05-04T02:00:00Z', '2026-05-05T02:00:00Z', 1],
])('%s', async (_, start, due, again) => {
  const { refresh, reads, clock } = runways({ start });
  await refresh([account('a')]);
  clock.advance(Date.parse(due) - clock.now() - 1);
  await refresh([account('a')]);
  expect(reads).toHaveLength(1);
  clock.advance(1);
  await refresh([account('a')]);
  expect(reads).toHaveLength(1 + again);
});

const calendar = (factor: number) =>
  createCalendar([{ name: 'sale', dates: [Date.parse('2026-05-05') / DAY], factor }], undefined);

test.each<[string, Partial<ForecastAccount>, Partial<ForecastAccount>, boolean]>([
  ['nothing', {}, {}, false],
  ['the object of a schedule', {}, { schedule: createSchedule('*/30 * * * *', 'UTC') }, false],
  ['a schedule', {}, { schedule: createSchedule('*/20 * * * *', 'UTC') }, true],
  ['a zone', {}, { schedule: createSchedule('*/30 * * * *', 'Africa/Kampala') }, true],
  ['a lead time', {}, { aims: [{ ...AIM, leadMs: DAY }] }, true],
  ['a confidence', {}, { aims: [{ ...AIM, confidence: 0.9 }] }, true],
  ['a further aim', {}, { aims: [AIM, { ...AIM, leadMs: DAY }] }, true],
  ['an aim that nobody asks for any more', { aims: [AIM, { ...AIM, leadMs: DAY }] }, {}, false],
  ['a calendar', {}, { calendar: calendar(2) }, true],
  ['the contents of a calendar', { calendar: calendar(2) }, { calendar: calendar(3) }, true],
  ['the object of a calendar', { calendar: calendar(2) }, { calendar: calendar(2) }, false],
])('whether another is made at once for %s', async (_, before, after, is) => {
  const { refresh, reads, clock, revision } = runways();
  await refresh([account('a', before)]);
  clock.advance(MINUTE);
  await refresh([account('a', after)]);
  expect(reads).toHaveLength(is ? 2 : 1);
  expect(revision('a')).toBe(is ? 2 : 1);
});

test('what is known of a day in advance is in the forecast', async () => {
  const { refresh, forecastOf } = runways();
  await refresh([account('a', { calendar: calendar(3) })]);
  const { outlook } = forecastOf(PAYOUT);
  expect(expectedBetween(outlook!, 1, 2) / expectedBetween(outlook!, 0, 1)).toBeCloseTo(3, 3);
});

test('at the same instant it is made once', async () => {
  const { refresh, reads } = runways();
  await refresh([account('a')]);
  await refresh([account('a')]);
  expect(reads).toHaveLength(1);
});

test('after the clock was set back it is made anew', async () => {
  const { refresh, reads, clock } = runways();
  await refresh([account('a')]);
  clock.step(-1);
  await refresh([account('a')]);
  expect(reads).toHaveLength(2);
});

test('while its past can not be read, what is known stays, unless it is asked for by other aims', async () => {
  const { refresh, forecastOf, failures, state, clock, reads, revision } = runways();
  await refresh([account('a')]);
  const { outlook } = forecastOf(PAYOUT);
  state.isAway = true;
  clock.advance(DAY);
  await refresh([account('a')]);
  expect(failures).toHaveLength(1);
  expect(forecastOf(PAYOUT)).toMatchObject({ outlook, isRead: true, lookMs: 30 * MINUTE });
  expect(revision('a')).toBe(1);
  clock.advance(5 * MINUTE - 1);
  await refresh([account('a')]);
  expect(reads).toHaveLength(2);
  clock.advance(1);
  await refresh([account('a')]);
  expect(reads).toHaveLength(3);
  clock.advance(5 * MINUTE);
  await refresh([account('a', { aims: [{ ...AIM, confidence: 0.9 }] })]);
  expect(forecastOf(PAYOUT)).toEqual({ outlook: undefined, isRead: false, clearing: undefined, lookMs: DAY });
});

test('a past that is too short has been read, and makes no revision', async () => {
  const { refresh, forecastOf, state, reads, revision } = runways();
  state.old = false;
  await refresh([account('a')]);
  expect(forecastOf(PAYOUT)).toMatchObject({ outlook: undefined, isRead: true, lookMs: 30 * MINUTE });
  expect([reads.length, revision('a'), revision()]).toEqual([0, 0, 0]);
});

test('who has no history is looked at again after a second, then after twice as long each time, an hour at the most', async () => {
  const { refresh, state, asked, clock } = runways();
  state.old = false;
  await refresh([account('a')]);
  const waits = Array.from({ length: 14 }, (_, i) => Math.min(HOUR, 1_000 * 2 ** i));
  for (const [i, wait] of waits.entries()) {
    clock.advance(wait - 1);
    await refresh([account('a')]);
    expect(asked, `a moment before the wait of ${wait}`).toHaveLength(i + 1);
    clock.advance(1);
    await refresh([account('a')]);
    expect(asked, `after the wait of ${wait}`).toHaveLength(i + 2);
  }
});

test('a refresh ends early when it is told to, and the rest stays due', async () => {
  const { refresh, reads, state, forecastOf } = runways();
  state.stopsAfter = 2;
  await refresh(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => account(name)));
  expect(reads.map(({ names }) => names)).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
  expect(forecastOf({ ...PAYOUT, account: 'd' }).isRead).toBe(true);
  expect(forecastOf({ ...PAYOUT, account: 'e' }).isRead).toBe(false);
});
