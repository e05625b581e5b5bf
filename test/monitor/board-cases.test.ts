// What the board of balances must say in each case: of whom it knows nothing, when it counts as changed, what it lets go.
import { describe, expect, test } from 'vitest';
import { MAX_WALLETS } from '../../src/domain/wallet.ts';
import { type Board, createBoard } from '../../src/monitor/board/board.ts';
import { type BoardAccount, isExpected } from '../../src/monitor/board/board-entry.ts';
import { createSchedule } from '../../src/monitor/polling/schedule.ts';
import { type HandClock, handClock } from '../support/clock.ts';
import { observation, wallet } from '../support/fakes.ts';

const NOON = Date.parse('2026-03-02T12:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const PAYOUT = { currency: 'UGX', walletType: 'MERCHANT_PAYOUT' };

function account(
  change: Partial<Omit<BoardAccount, 'schedule'>> & { expression?: string } = {},
): BoardAccount {
  const { expression = '* * * * *', ...more } = change;
  return { name: 'acme', schedule: createSchedule(expression, 'UTC'), staleAfter: 2, expect: [], ...more };
}

function setUp(...accounts: BoardAccount[]): {
  board: Board;
  clock: HandClock;
  states: () => Record<string, string>;
} {
  const clock = handClock(NOON + 1_000);
  const board = createBoard(accounts.length === 0 ? [account()] : accounts, clock);
  const states = () =>
    Object.fromEntries(board.account('acme')!.wallets.map(({ walletType, state }) => [walletType, state]));
  return { board, clock, states };
}

const names = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => wallet('1', `T${from + i}`));

test('of an account that was never polled it says when the next poll is, and which wallets are expected', () => {
  const { board } = setUp(account({ expect: [PAYOUT] }));
  const unseen = { state: 'never_seen', balance: null, observedAt: null, slot: null, exposable: true };
  expect(board.account('acme')).toEqual({
    ...{ account: 'acme', last: null, lastSuccessAt: null, consecutiveFailures: 0, version: 0 },
    nextSlot: NOON + MINUTE,
    wallets: [{ account: 'acme', ...PAYOUT, ...unseen }],
  });
});

test('an account whose schedule names no day of the next four years has no next poll', () => {
  const { board } = setUp(account({ expression: '0 0 29 2 1' }));
  expect(board.account('acme')?.nextSlot).toBeNull();
});

test.each([
  ['rests after refused keys', 'auth', NOON + 5 * MINUTE, NOON + 5 * MINUTE],
  ['rests until between two slots', 'auth', NOON + 5 * MINUTE + 1, NOON + 6 * MINUTE],
  ['has rested', 'auth', NOON, NOON + MINUTE],
  ['was seen by another replica meanwhile', 'ok', NOON + 5 * MINUTE, NOON + MINUTE],
] as const)(
  'an account that %s is polled next at the slot at which it is asked',
  (_, outcome, until, next) => {
    const clock = handClock(NOON + 1_000);
    const board = createBoard([account()], clock, () => until);
    board.observe(observation({ slot: NOON, outcome }));
    expect(board.account('acme')?.nextSlot).toBe(next);
  },
);

test('of an account that is not configured it knows nothing, and takes nothing in', () => {
  const { board } = setUp();
  expect(board.observe(observation({ account: 'other', slot: NOON }))).toBe(false);
  board.remember(['other'], [observation({ account: 'other', slot: NOON })]);
  board.forget('other', PAYOUT);
  expect(board.account('other')).toBeUndefined();
  expect([board.version('other'), board.droppedWallets('other'), board.staleAt('other')]).toEqual([
    0,
    0,
    null,
  ]);
  expect([board.revision, board.accounts]).toEqual([0, ['acme']]);
});

test.each([
  [PAYOUT, true],
  [{ ...PAYOUT, currency: 'KES' }, false],
  [{ ...PAYOUT, walletType: 'SERVICE_PAYMENTS' }, false],
])('of an account that expects the payout wallet in UGX, %o is expected: %s', (id, expected) => {
  expect(isExpected(account({ expect: [{ ...PAYOUT, currency: 'USD' }, PAYOUT] }), id)).toBe(expected);
});

describe('the version of an account, and the revision of the board,', () => {
  const earlier = observation({ slot: NOON - MINUTE, wallets: [wallet('1', 'CLOSED')] });
  const failed = observation({ slot: NOON - MINUTE, outcome: 'connect', wallets: [] });
  test.each<[string, (board: Board) => unknown, 'grow' | 'stay']>([
    ['a newer poll', (board) => board.observe(observation({ slot: NOON + MINUTE })), 'grow'],
    ['a poll of the same slot', (board) => board.observe(observation({ slot: NOON })), 'grow'],
    ['an older poll', (board) => board.observe(earlier), 'stay'],
    ['an older poll that is remembered', (board) => board.remember(['acme'], [earlier]), 'grow'],
    ['an older failed poll that is remembered', (board) => board.remember(['acme'], [failed]), 'stay'],
    ['a wallet that is forgotten', (board) => board.forget('acme', PAYOUT), 'grow'],
    [
      'one to forget that is not known',
      (board) => board.forget('acme', { ...PAYOUT, currency: 'KES' }),
      'stay',
    ],
    ['another configuration', (board) => board.reconfigure([account()]), 'grow'],
  ])('after %s: %#', (_, change, expected) => {
    const { board } = setUp();
    board.observe(observation({ slot: NOON }));
    const before = { version: board.version('acme'), revision: board.revision };
    change(board);
    expect(board.version('acme') > before.version ? 'grow' : 'stay').toBe(expected);
    expect(board.revision > before.revision ? 'grow' : 'stay').toBe(expected);
    expect(board.version('acme')).toBeGreaterThanOrEqual(before.version);
    expect(board.revision).toBeGreaterThanOrEqual(before.revision);
  });
});

test('a wallet that is forgotten is gone until a poll names it again', () => {
  const { board, states } = setUp();
  board.observe(observation({ slot: NOON, wallets: [wallet('1'), wallet('1', 'CLOSED')] }));
  board.forget('acme', PAYOUT);
  expect(states()).toEqual({ CLOSED: 'fresh' });
  board.observe(observation({ slot: NOON + MINUTE }));
  expect(states()).toEqual({ CLOSED: 'missing', MERCHANT_PAYOUT: 'fresh' });
});

test('failures in a row are counted, and a good poll ends the row', () => {
  const { board } = setUp();
  const counts = ['connect', 'deadline', 'ok', 'connect'].map((outcome, i) => {
    board.observe(observation({ slot: NOON + i * MINUTE, outcome: outcome as 'ok' }));
    return board.account('acme')?.consecutiveFailures;
  });
  expect(counts).toEqual([1, 2, 0, 1]);
});

test('another configuration names the accounts in its order, and keeps what is known of those that stay', () => {
  const { board, states } = setUp(account({ name: 'gone' }), account());
  board.observe(observation({ slot: NOON }));
  expect(board.accounts).toEqual(['gone', 'acme']);
  board.reconfigure([account(), account({ name: 'new' })]);
  expect(board.accounts).toEqual(['acme', 'new']);
  expect(board.accounts).toBe(board.accounts);
  expect(states()).toEqual({ MERCHANT_PAYOUT: 'fresh' });
  expect(board.account('gone')).toBeUndefined();
});

describe('by the monotonic clock alone, because the wall clock was set back, a wallet turns stale', () => {
  test.each([
    ['as configured at first', [], 2 * MINUTE + 29_000],
    ['by a slower schedule since', [account({ expression: '*/10 * * * *' })], 20 * MINUTE + 29_000],
    ['after more missed slots since', [account({ staleAfter: 3 })], 3 * MINUTE + 29_000],
    ['after as many missed slots', [account(), account()], 2 * MINUTE + 29_000],
  ])('%s: at that millisecond', (_, configurations, left) => {
    const { board, clock, states } = setUp();
    board.observe(observation({ slot: NOON }));
    for (const each of configurations) board.reconfigure([each]);
    clock.step(-HOUR);
    clock.advance(left - 1);
    expect([states(), board.staleAt('acme')]).toEqual([{ MERCHANT_PAYOUT: 'fresh' }, clock.now() + 1]);
    clock.advance(1);
    expect([states(), board.staleAt('acme')]).toEqual([{ MERCHANT_PAYOUT: 'stale' }, null]);
  });
});

test('by the wall clock, which was set ahead, a wallet turns stale at that millisecond', () => {
  const { board, clock, states } = setUp();
  board.observe(observation({ slot: NOON }));
  clock.step(2 * MINUTE + 28_999);
  expect(states()).toEqual({ MERCHANT_PAYOUT: 'fresh' });
  clock.step(1);
  expect(states()).toEqual({ MERCHANT_PAYOUT: 'stale' });
});

test('what was seen at an unknown time, in the future, does not become fresh by another schedule', () => {
  const { board, clock, states } = setUp();
  board.observe(observation({ slot: NOON + HOUR, observedAt: NOON + HOUR }));
  board.reconfigure([account({ expression: '*/10 * * * *' })]);
  expect(states()).toEqual({ MERCHANT_PAYOUT: 'stale' });
  clock.advance(HOUR);
  expect(states()).toEqual({ MERCHANT_PAYOUT: 'stale' });
});

describe('of what was known before, and comes late,', () => {
  const payment = [wallet('1', 'SERVICE_PAYMENTS')];

  test('the newest good poll says which wallets of older ones are missing, also after a failed poll', () => {
    const { board, states } = setUp();
    board.observe(observation({ slot: NOON, outcome: 'connect', wallets: [] }));
    board.remember(
      ['acme'],
      [observation({ slot: NOON - MINUTE }), observation({ slot: NOON - 2 * MINUTE, wallets: payment })],
    );
    expect(states()).toEqual({ MERCHANT_PAYOUT: 'fresh', SERVICE_PAYMENTS: 'missing' });
  });

  test('two polls of one slot, by different schedules, say nothing about each other', () => {
    const { board, states } = setUp();
    board.observe(observation({ slot: NOON }));
    board.reconfigure([account({ expression: '*/2 * * * *' })]);
    board.remember(['acme'], [observation({ slot: NOON, observedAt: NOON + 99, wallets: payment })]);
    expect(states()).toEqual({ MERCHANT_PAYOUT: 'fresh', SERVICE_PAYMENTS: 'fresh' });
  });

  test('no more missing wallets are kept than of what comes in time', () => {
    const { board } = setUp();
    board.observe(observation({ slot: NOON }));
    board.remember(['acme'], [observation({ slot: NOON - MINUTE, wallets: names(0, MAX_WALLETS + 1) })]);
    expect([board.account('acme')?.wallets.length, board.droppedWallets('acme')]).toEqual([
      MAX_WALLETS + 1,
      1,
    ]);
  });
});

describe('of wallets that are missing', () => {
  test.each([
    [MAX_WALLETS, 0],
    [MAX_WALLETS + 1, 1],
    [MAX_WALLETS - 500, 0],
  ])('%i beside five hundred that are not: %i are let go', (missing, dropped) => {
    const { board } = setUp();
    board.observe(observation({ slot: NOON, wallets: names(0, missing) }));
    board.observe(observation({ slot: NOON + MINUTE, wallets: names(missing, missing + 500) }));
    expect(board.droppedWallets('acme')).toBe(dropped);
    expect(board.account('acme')?.wallets.length).toBe(missing + 500 - dropped);
  });

  test('those are let go that were seen the longest ago, though they came last', () => {
    const { board, clock, states } = setUp();
    clock.advance(3 * MINUTE);
    const [old, again] = [wallet('1', 'OLD'), wallet('1', 'AGAIN')];
    board.observe(observation({ slot: NOON, wallets: [again, old] }));
    board.observe(observation({ slot: NOON + MINUTE, wallets: [again] }));
    board.observe(observation({ slot: NOON + 2 * MINUTE, wallets: names(0, MAX_WALLETS - 1) }));
    board.observe(observation({ slot: NOON + 3 * MINUTE, wallets: [wallet('1', 'NEW')] }));
    const { NEW, AGAIN, OLD, T0 } = states();
    expect({ NEW, AGAIN, OLD, T0 }).toEqual({
      NEW: 'fresh',
      AGAIN: 'missing',
      OLD: undefined,
      T0: 'missing',
    });
    expect(board.droppedWallets('acme')).toBe(1);
  });
});
