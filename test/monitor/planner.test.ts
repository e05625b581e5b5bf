// The plan of the running monitor: made when asked for, kept while what it rests on stands.
import { expect, test } from 'vitest';
import { dayOf } from '../../src/domain/forecast/day.ts';
import { forecast } from '../../src/domain/forecast/forecaster.ts';
import type { Outlook } from '../../src/domain/forecast/outlook.ts';
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
  ...{
    account: 'acme-ug',
    timezone: 'UTC',
    leadMs: 2 * DAY,
    confidence: 0.95,
    window: null,
    isClosed: () => false,
  },
  ...{ source: null, roundTo: amountOf('1'), minimum: amountOf('0'), target: { coverMs: 7 * DAY } },
};

function planning() {
  const clock = handClock(START);
  const board = createBoard([account()], clock);
  const alerts = [{ lead: 2, look: 0.001, confidence: 0.95 }];
  const known = {
    outlook: forecast(new Array(100).fill(1_000), TODAY - 100, { alerts }) as Outlook | undefined,
    revision: 1,
    settings: SETTINGS as TopUpSettings | undefined,
    asked: 0,
    seenAt: undefined as number | undefined,
  };
  const planner = createPlanner({
    board,
    clock,
    runways: {
      forecastOf({ walletType }) {
        if (walletType === PAYOUT.walletType) known.asked++; // its source is asked for too
        return { outlook: known.outlook, lookMs: MINUTE };
      },
      revision: () => known.revision,
    },
    requests: {
      comingTo(_wallet, { at }) {
        known.seenAt = at;
        return { coming: amountOf('0'), expired: [] };
      },
      revision: 0,
    },
    settingsOf: () => known.settings,
  });
  const see = (minute: number, available: string) => {
    clock.advance(START + minute * MINUTE - clock.now());
    board.observe(polled(minute, [payout(available), payout('50000', 'MERCHANT_COLLECTION')]));
  };
  const needed = () => {
    const topUp = planner.of(PAYOUT)?.topUp;
    return topUp && ('needed' in topUp ? topUp.needed : topUp.unplanned);
  };
  return { clock, board, known, planner, see, needed };
}

test('the plan follows the balance, the outlook and the settings, and is otherwise kept', () => {
  const { known, planner, see, needed } = planning();
  see(0, '1000');
  const first = planner.of(PAYOUT);
  expect(Number(needed())).toBeGreaterThan(8_000);
  expect(planner.of(PAYOUT)).toBe(first);
  expect(planner.ofAccount('acme-ug')).toEqual([first]);
  expect(known.asked).toBe(1);

  see(1, '2000');
  expect(planner.of(PAYOUT)).not.toBe(first);
  const second = planner.of(PAYOUT);
  known.revision++;
  expect(planner.of(PAYOUT)).not.toBe(second);
  known.settings = { ...SETTINGS, roundTo: amountOf('5000') };
  expect(needed()).toMatch(/[05]000$/);
});

test('what is on its way is what had not come when the balance was seen last', () => {
  const { clock, known, see, needed } = planning();
  see(0, '1000');
  clock.advance(MINUTE / 2);
  needed();
  expect(known.seenAt).toBe(START + 300);
});

test('it is made anew after a minute, and when the clock is set back', () => {
  const { clock, known, see, needed } = planning();
  see(0, '1000');
  needed();
  clock.advance(MINUTE - 1);
  needed();
  expect(known.asked).toBe(1);
  clock.advance(1);
  needed();
  expect(known.asked).toBe(2);
  clock.step(-5 * MINUTE);
  needed();
  expect(known.asked).toBe(3);
});

test('what was asked last is kept likewise', async () => {
  const { known, planner, see, needed } = planning();
  const asked = async (days: number) => (await planner.all({ coverMs: days * DAY }))[0]!;
  see(0, '1000');
  needed();
  const first = await asked(14);
  expect(await asked(14)).toBe(first);
  expect(first).not.toEqual(planner.of(PAYOUT));
  expect(known.asked).toBe(2);
  see(1, '2000');
  expect(await asked(14)).not.toBe(first);
  expect(known.asked).toBe(3);
  const other = await asked(30);
  expect(other).not.toEqual(await asked(14));
  expect(known.asked).toBe(5); // one question is kept, not all that anybody ever asked
});

test('where there is nothing to plan with it is kept for as long as the balance is fresh', () => {
  const { board, clock, known, see, needed } = planning();
  known.outlook = undefined;
  see(0, '1000');
  expect(needed()).toBe('no_history');
  clock.advance(board.staleAt('acme-ug')! - clock.now() - 1);
  expect(clock.now()).toBeGreaterThan(START + MINUTE);
  needed();
  expect(known.asked).toBe(1);
  known.revision++;
  needed();
  expect(known.asked).toBe(2);
  clock.advance(1);
  expect(needed()).toBe('balance_unknown');
});

test('a balance that has turned stale has no plan from that instant on', () => {
  const { board, clock, see, needed } = planning();
  see(0, '1000');
  expect(Number(needed())).toBeGreaterThan(0);
  clock.advance(board.staleAt('acme-ug')! - clock.now() - 1);
  expect(Number(needed())).toBeGreaterThan(0);
  clock.advance(1);
  expect(needed()).toBe('balance_unknown');
});

test('sources, wallets that nobody knows and accounts without settings have no plan', async () => {
  const { known, planner, see } = planning();
  expect(planner.of(PAYOUT)).toBeUndefined();
  see(0, '1000');
  expect(planner.of({ ...PAYOUT, walletType: 'MERCHANT_COLLECTION' })).toBeUndefined();
  expect(planner.of({ ...PAYOUT, account: 'other' })).toBeUndefined();
  expect(await planner.all()).toEqual([planner.of(PAYOUT)]);
  known.settings = undefined;
  expect(planner.ofAccount('acme-ug')).toEqual([]);
});

test('a forgotten account is planned no more', async () => {
  const { board, planner, see } = planning();
  see(0, '1000');
  expect(await planner.all()).toHaveLength(1);
  board.reconfigure([]);
  expect(await planner.all()).toEqual([]);
  expect(planner.of(PAYOUT)).toBeUndefined();
});
