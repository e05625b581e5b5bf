// How long a plan is kept, and what it is made of.
import { expect, test } from 'vitest';
import { dayOf } from '../../src/domain/forecast/day.ts';
import { forecast } from '../../src/domain/forecast/forecaster.ts';
import type { TopUpOutcome } from '../../src/domain/forecast/top-up-outcome.ts';
import { amountOf } from '../../src/domain/money.ts';
import { createBoard } from '../../src/monitor/board/board.ts';
import { createPlanner } from '../../src/monitor/forecast/planner.ts';
import type { TopUpSettings } from '../../src/monitor/forecast/plans.ts';
import { handClock } from '../support/clock.ts';
import { account, MINUTE, payout, polled, START } from '../support/watching.ts';

const DAY = 86_400_000;
const TODAY = dayOf('2026-03-02')!;
const PAYOUT = { account: 'acme-ug', currency: 'UGX', walletType: 'MERCHANT_PAYOUT' };
const SETTINGS: TopUpSettings = {
  ...{ account: 'acme-ug', timezone: 'UTC', leadMs: 2 * DAY, confidence: 0.95, window: null },
  ...{ isClosed: () => false, source: null, roundTo: amountOf('1'), minimum: amountOf('0') },
  target: { coverMs: 7 * DAY },
};
const OUTLOOK = forecast(new Array(100).fill(1_000), TODAY - 100, {
  alerts: [{ lead: 2, look: 0.001, confidence: 0.95 }],
});
const OUTCOME: TopUpOutcome = {
  ...{ at: START - DAY, amount: amountOf('900'), leftBefore: amountOf('20'), emptySince: null },
  verdict: 'in_time',
};

function planning({ staleAfter = 2, hasHistory = true } = {}) {
  const clock = handClock(START);
  const board = createBoard([{ ...account(), staleAfter }], clock);
  const known = { revision: 1, requested: 1, settings: SETTINGS, made: 0 };
  const planner = createPlanner({
    ...{ board, clock },
    runways: {
      forecastOf() {
        known.made++;
        return { outlook: hasHistory ? OUTLOOK : undefined, clearing: OUTLOOK, lookMs: MINUTE };
      },
      revision: () => known.revision,
    },
    requests: {
      comingTo: () => ({ coming: amountOf('0'), expired: [] }),
      get revision() {
        return known.requested;
      },
    },
    lastTopUp: ({ walletType }) => (walletType === PAYOUT.walletType ? OUTCOME : undefined),
    settingsOf: () => known.settings,
  });
  const see = (minute: number, wallets = [payout('1000')]) => {
    clock.advance(START + minute * MINUTE - clock.now());
    board.observe(polled(minute, wallets));
  };
  /** How often it was made for the one wallet, since the last time. */
  const made = async (look: () => unknown = () => planner.of(PAYOUT)) => {
    known.made = 0;
    await look();
    return known.made;
  };
  return { clock, board, known, planner, see, made };
}

test.each<[string, (of: ReturnType<typeof planning>) => void, number]>([
  ['nothing', () => {}, 0],
  ['a moment less than a minute', ({ clock }) => clock.advance(MINUTE - 1), 0],
  ['a minute', ({ clock }) => clock.advance(MINUTE), 1],
  ['a poll', ({ see }) => see(0.5), 1],
  ['other outlooks', ({ known }) => known.revision++, 1],
  ['a request', ({ known }) => known.requested++, 1],
  ['other settings', ({ known }) => void Object.assign(known, { settings: { ...SETTINGS } }), 1],
  ['a clock that was set back', ({ clock }) => clock.step(-1), 1],
])('after %s a plan is made anew so often: %i', async (_, change, times) => {
  const all = planning({ staleAfter: 9 });
  all.see(0);
  expect(await all.made()).toBe(1);
  change(all);
  expect(await all.made()).toBe(times);
  expect(await all.made()).toBe(0);
});

test('a plan ends when its balance turns stale, though the minute is not over', async () => {
  const { board, clock, see, made } = planning({ staleAfter: 1 });
  see(0);
  clock.advance(board.staleAt('acme-ug')! - clock.now() - MINUTE / 2);
  expect(await made()).toBe(1);
  clock.advance(MINUTE / 2 - 1);
  expect(await made()).toBe(0);
  clock.advance(1);
  expect(await made()).toBe(1);
});

test('where there is no history it is made anew after ten minutes', async () => {
  const { clock, see, made } = planning({ staleAfter: 60, hasHistory: false });
  see(0);
  await made();
  clock.advance(10 * MINUTE - 1);
  expect(await made()).toBe(0);
  clock.advance(1);
  expect(await made()).toBe(1);
});

test('where one of the wallets has a plan, that of all is made anew after a minute', async () => {
  const { clock, see, made } = planning({ staleAfter: 60 });
  see(0, [payout('1000'), { ...payout('5', 'SERVICE'), available: null }]);
  expect(await made()).toBe(2);
  clock.advance(MINUTE);
  expect(await made()).toBe(2);
});

test('what a question was answered with is kept for ten minutes after it was last asked', async () => {
  const { clock, planner, see, made } = planning({ staleAfter: 60, hasHistory: false });
  see(0);
  const ask = () => planner.all({ coverMs: DAY });
  expect(await made(ask)).toBe(1);
  clock.advance(9 * MINUTE);
  expect(await made(ask)).toBe(0);
  clock.advance(MINUTE - 1);
  expect(await made(ask)).toBe(0);
  await made(); // others are asked for
  clock.advance(10 * MINUTE + 1);
  await made();
  expect(await made(ask)).toBe(1);
});

test.each([
  ['the same', { coverMs: DAY, date: TODAY + 9, confidence: 0.9 }, 0],
  ['another cover', { coverMs: 2 * DAY, date: TODAY + 9, confidence: 0.9 }, 1],
  ['another date', { coverMs: DAY, date: TODAY + 8, confidence: 0.9 }, 1],
  ['another confidence', { coverMs: DAY, date: TODAY + 9, confidence: 0.8 }, 1],
  ['a part of it', { coverMs: DAY, date: TODAY + 9 }, 1],
])('of %s question the answer is made so often: %i', async (_, question, times) => {
  const { planner, see, made } = planning({ staleAfter: 9 });
  see(0);
  await planner.all({ coverMs: DAY, date: TODAY + 9, confidence: 0.9 });
  expect(await made(() => planner.all(question))).toBe(times);
});

test('a question is answered by its own settings, and leaves those of the account alone', async () => {
  const { planner, see } = planning();
  see(0);
  const needed = (rows: readonly { topUp: object }[]) =>
    Number((rows[0]!.topUp as { needed: string }).needed);
  const usual = needed(await planner.all());
  expect(needed(await planner.all({ coverMs: 14 * DAY })) - usual).toBeCloseTo(7_000, -1);
  expect(needed(await planner.all())).toBe(usual);
});

test('a question about another confidence is answered by that one, not by what was learnt for the account’s own', async () => {
  const { planner, see } = planning();
  see(0);
  const needed = async (confidence: number) =>
    Number(((await planner.all({ confidence }))[0]!.topUp as { needed: string }).needed);
  const [low, own, high] = [await needed(0.6), await needed(0.95), await needed(0.99)];
  expect(low).toBeLessThan(own);
  expect(high).toBeGreaterThan(own);
});

test('the outcome of the last top-up stands with the plan of its wallet', () => {
  const { planner, see } = planning();
  see(0, [payout('1000'), payout('5', 'SERVICE')]);
  expect(planner.ofAccount('acme-ug').map(({ walletType, lastTopUp }) => [walletType, lastTopUp])).toEqual([
    ['MERCHANT_PAYOUT', OUTCOME],
    ['SERVICE', undefined],
  ]);
});

test('a stale balance, and uncleared money that is stale, are not known', async () => {
  const { board, clock, planner, see } = planning({ staleAfter: 1 });
  see(0);
  expect(planner.of(PAYOUT)).toMatchObject({ available: '1000' });
  clock.advance(board.staleAt('acme-ug')! - clock.now());
  expect(planner.of(PAYOUT)).toMatchObject({ available: null, topUp: { unplanned: 'balance_unknown' } });
});

test('a wallet whose balance is not known gets no other plan for ten minutes', async () => {
  const { clock, planner, see, made } = planning({ staleAfter: 60 });
  see(0, [{ ...payout('1000'), available: null }]);
  await made();
  expect(planner.of(PAYOUT)!.topUp).toEqual({ unplanned: 'balance_unknown' });
  clock.advance(10 * MINUTE - 1);
  expect(await made()).toBe(0);
  clock.advance(1);
  expect(await made()).toBe(1);
});

test('of the source counts what is there, and what clears of it by then, while that is fresh', () => {
  const { planner, see } = planning({ staleAfter: 60 });
  const till = payout('50', 'MERCHANT_COLLECTION');
  const given = () => Number((planner.of(PAYOUT)!.topUp as { given: string }).given);
  see(0, [payout('4000'), till]);
  expect(given()).toBe(50);
  see(1, [payout('4000'), { ...till, uncleared: amountOf('9000') }]);
  expect(given()).toBeGreaterThan(500);
  see(2, [payout('4000'), { ...till, uncleared: amountOf('7') }]);
  expect(given()).toBe(57);
});
