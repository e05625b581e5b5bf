// Promise 3 and 9 for the boards: over a changed schedule, for slots in the future, and under names without end.
import { describe, expect, test } from 'vitest';
import { createBoard } from '../../src/monitor/board/board.ts';
import type { BoardAccount } from '../../src/monitor/board/board-entry.ts';
import { createPaymentOptionBoard } from '../../src/monitor/board/payment-option-board.ts';
import { createSchedule } from '../../src/monitor/polling/schedule.ts';
import { handClock } from '../support/clock.ts';
import { observation, wallet } from '../support/fakes.ts';
import { option, optionPoll } from '../support/options.ts';

const NOON = Date.parse('2026-03-02T12:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

function account(expression: string, name = 'acme'): BoardAccount {
  return { name, schedule: createSchedule(expression, 'UTC'), staleAfter: 2, expect: [] };
}

function boardOf(expression: string) {
  const clock = handClock(NOON + 1_000);
  const board = createBoard([account(expression)], clock);
  const state = () => board.account('acme')!.wallets.map((each) => each.state);
  return { clock, board, state };
}

describe('a changed schedule', () => {
  test('D8 what was fresh by a slow schedule is stale by a quick one', () => {
    const { clock, board, state } = boardOf('0 */6 * * *');
    board.observe(observation({ slot: NOON }));
    clock.advance(HOUR);
    expect(state()).toEqual(['fresh']);
    board.reconfigure([account('* * * * *')]);
    expect(state()).toEqual(['stale']);
    expect(board.staleAt('acme')).toBeNull();
  });

  test('D8 a quick one turned slow: fresh by the slow one, and the poll of its current slot is the newer', () => {
    const { clock, board, state } = boardOf('* * * * *');
    board.observe(observation({ slot: NOON, wallets: [wallet('1')] }));
    clock.advance(10 * MINUTE);
    expect(state()).toEqual(['stale']);
    board.reconfigure([account('0 0 * * *')]);
    expect(state()).toEqual(['fresh']);
    const midnight = { slot: NOON - 12 * HOUR, observedAt: clock.now(), wallets: [wallet('2')] };
    expect(board.observe(observation(midnight))).toBe(true);
    expect(board.account('acme')?.wallets[0]?.balance?.available).toBe('2');
    const late = { slot: NOON - 1 * MINUTE, observedAt: NOON - MINUTE + 100, wallets: [wallet('0')] };
    expect(board.observe(observation(late))).toBe(true); // by slot again
  });

  test('D8 the same of payment options', () => {
    const clock = handClock(NOON + 1_000);
    const board = createPaymentOptionBoard([account('0 */6 * * *', 'acme-ug')], clock);
    board.observe(optionPoll(NOON, [option()]));
    clock.advance(HOUR);
    board.reconfigure([account('* * * * *', 'acme-ug')]);
    expect(board.account('acme-ug')?.options.map(({ state }) => state)).toEqual(['stale']);
    board.reconfigure([account('0 0 * * *', 'acme-ug')]);
    const midnight = { observedAt: clock.now() };
    expect(board.observe(optionPoll(NOON - 12 * HOUR, [option()], midnight))).toBe(true);
  });
});

describe('a slot in the future, stored while the clock was ahead', () => {
  test('D16 is not fresh, and does not become fresh when its time comes', () => {
    const { clock, board, state } = boardOf('* * * * *');
    board.observe(observation({ slot: NOON + 3 * HOUR, observedAt: NOON + 3 * HOUR }));
    expect(state()).toEqual(['stale']);
    expect(board.staleAt('acme')).toBeNull();
    clock.advance(3 * HOUR);
    expect(state()).toEqual(['stale']);
  });

  test('D16 the same of payment options', () => {
    const board = createPaymentOptionBoard([account('* * * * *', 'acme-ug')], handClock(NOON + 1_000));
    board.observe(optionPoll(NOON + 3 * HOUR, [option()], { observedAt: NOON + 3 * HOUR }));
    expect(board.account('acme-ug')?.options.map(({ state }) => state)).toEqual(['stale']);
  });
});

describe('what is stored, while our clock is behind', () => {
  const yesterday = { slot: NOON - 24 * HOUR, observedAt: NOON - 24 * HOUR + 300 };
  const old = observation({ ...yesterday, wallets: [wallet('7'), wallet('7', 'CLOSED')] });
  const ahead = observation({ slot: NOON, wallets: [wallet('9')] });
  const shown = ({ board }: ReturnType<typeof boardOf>) =>
    board.account('acme')!.wallets.map(({ state, balance }) => [state, balance?.available]);

  test('D16 takes the place of nothing that was polled since', () => {
    const it = boardOf('0 * * * *');
    it.clock.step(-HOUR);
    const slot = NOON - HOUR;
    it.board.observe(observation({ slot, observedAt: it.clock.now(), wallets: [wallet('8')] }));
    it.board.remember(['acme'], [ahead, old]);
    expect(shown(it)).toEqual([
      ['fresh', '8'],
      ['missing', '7'],
    ]);
    it.clock.advance(HOUR);
    expect(it.board.observe(observation({ slot: NOON, wallets: [wallet('6')] }))).toBe(true);
  });

  test('D16 is in the order of its slots, the newest of which is not fresh', () => {
    const it = boardOf('0 * * * *');
    it.clock.step(-HOUR);
    it.board.remember(['acme'], [ahead, old]);
    expect(shown(it)).toEqual([
      ['stale', '9'],
      ['missing', '7'],
    ]);
  });

  test('D16 the same of payment options', () => {
    const board = createPaymentOptionBoard([account('0 * * * *', 'acme-ug')], handClock(NOON - HOUR + 1_000));
    board.observe(optionPoll(NOON - HOUR, [option()]));
    board.remember(['acme-ug'], [{ seen: optionPoll(NOON, [option()]), lost: [] }]);
    expect(board.account('acme-ug')?.options.map(({ state }) => state)).toEqual(['fresh']);
  });
});

test('D6 a slot that fails twice counts once', () => {
  const { board } = boardOf('* * * * *');
  const failed = { slot: NOON, wallets: [] };
  board.observe(observation({ ...failed, outcome: 'aborted' }));
  board.observe(observation({ ...failed, outcome: 'deadline' }));
  expect(board.account('acme')).toMatchObject({ consecutiveFailures: 1, last: { outcome: 'deadline' } });
});

test('D13 of wallets that are missing the oldest are let go, and that is counted', () => {
  const { board, clock } = boardOf('* * * * *');
  for (let minute = 0; minute < 20; minute++) {
    const names = Array.from({ length: 500 }, (_, i) => wallet('1', `T${minute}_${i}`));
    board.observe(observation({ slot: NOON + minute * MINUTE, wallets: names }));
    clock.advance(MINUTE);
  }
  const view = board.account('acme')!;
  expect(view.wallets).toHaveLength(2_500);
  expect(view.wallets.filter(({ state }) => state === 'fresh')).toHaveLength(500);
  expect(board.droppedWallets('acme')).toBe(7_500);
});

test('M8 an account may have payment options until all that was known before is known here', () => {
  const board = createPaymentOptionBoard([account('0 * * * *', 'acme-ug')], handClock(NOON + 1_000));
  expect(board.mayHaveOptions('acme-ug')).toBe(true);
  board.remember(['acme-ug', 'unknown'], []);
  expect(board.mayHaveOptions('acme-ug')).toBe(false);
  expect(board.mayHaveOptions('unknown')).toBe(false);
  board.observe(optionPoll(NOON, [option()]));
  expect(board.mayHaveOptions('acme-ug')).toBe(true);
});

describe('payment options that were known before and come after the first poll', () => {
  const KIWI = option({ providerCode: 'KIWI_UG' });
  const earlier = { seen: optionPoll(NOON - HOUR, [option(), KIWI]), lost: [] };
  const setUp = () => {
    const clock = handClock(NOON + 1_000);
    const board = createPaymentOptionBoard([account('0 * * * *', 'acme-ug')], clock);
    const known = () =>
      board
        .account('acme-ug')
        ?.options.map(({ option, state, observedAt }) => [option.providerCode, state, observedAt]);
    return { board, known };
  };

  test('M7 are missing if a newer good response lacks them', () => {
    const { board, known } = setUp();
    board.observe(optionPoll(NOON, [KIWI]));
    board.remember(['acme-ug'], [earlier]);
    expect(known()).toEqual([
      ['KIWI_UG', 'fresh', NOON + 350],
      ['MANGO_UG', 'missing', NOON - HOUR + 350],
    ]);
    expect(board.account('acme-ug')?.last?.slot).toBe(NOON);
  });

  test('are stale, not missing, if that response may have named them', () => {
    const { board, known } = setUp();
    const record = { ...option(), reason: 'malformed' } as const;
    board.observe(optionPoll(NOON, [KIWI], { outcome: 'partial', unreadable: [record] }));
    board.remember(['acme-ug'], [earlier]);
    expect(known()?.[1]).toEqual(['MANGO_UG', 'stale', NOON - HOUR + 350]);
  });

  test('are as fresh as they are after a poll that failed', () => {
    const { board, known } = setUp();
    board.observe(optionPoll(NOON, [], { outcome: 'connect' }));
    board.remember(['acme-ug'], [earlier]);
    expect(known()?.map(([, state]) => state)).toEqual(['fresh', 'fresh']);
    expect(board.account('acme-ug')?.last?.outcome).toBe('connect');
  });
});
