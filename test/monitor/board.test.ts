import { describe, expect, test } from 'vitest';
import { createBoard } from '../../src/monitor/board/board.ts';
import { createSchedule } from '../../src/monitor/polling/schedule.ts';
import { handClock } from '../support/clock.ts';
import { observation, wallet } from '../support/fakes.ts';

const NOON = Date.parse('2026-03-02T12:00:00Z');
const MINUTE = 60_000;
const expectPayout = [{ currency: 'UGX', walletType: 'MERCHANT_PAYOUT' }];

function setUp({ expression = '* * * * *', expect: wanted = expectPayout } = {}) {
  const clock = handClock(NOON + 1_000);
  const schedule = createSchedule(expression, 'UTC');
  const board = createBoard([{ name: 'acme', schedule, staleAfter: 2, expect: wanted }], clock);
  const state = () => board.account('acme')!.wallets.map((each) => each.state);
  return { clock, board, state };
}

describe('what is known of a wallet', () => {
  test('never seen, then fresh, then stale thirty seconds after the second missed slot', () => {
    const { clock, board, state } = setUp();
    expect(state()).toEqual(['never_seen']);
    board.observe(observation({ slot: NOON }));
    expect(state()).toEqual(['fresh']);
    expect(board.staleAt('acme')).toBe(NOON + 2 * MINUTE + 30_000);
    clock.advance(2 * MINUTE + 28_999);
    expect(state()).toEqual(['fresh']);
    clock.advance(1);
    expect(state()).toEqual(['stale']);
    expect(board.staleAt('acme')).toBeNull();
  });

  test.each([
    ['one that is expected', 'acme', 'MERCHANT_PAYOUT', true],
    ['one that was seen', 'acme', 'SEEN', true],
    ['one that was neither', 'acme', 'OTHER', false],
    ['one of an account that is not configured', 'other', 'MERCHANT_PAYOUT', false],
  ])('whether the board has %s', (_what, account, walletType, has) => {
    const { board } = setUp();
    const seen = { currency: 'UGX', walletType: 'SEEN' };
    board.observe(observation({ slot: NOON, wallets: [wallet('1', 'SEEN')] }));
    expect(board.has(account, { currency: 'UGX', walletType })).toBe(has);
    board.forget('acme', seen);
    expect(board.has('acme', seen)).toBe(false);
  });

  test('accounts of one schedule turn stale each after as many missed slots as it says itself', () => {
    const clock = handClock(NOON + 1_000);
    const schedule = createSchedule('* * * * *', 'UTC');
    const missed = new Map([2, 5, 2, 3].map((staleAfter, i) => [`a${i}`, staleAfter]));
    const accounts = [...missed].map(([name, staleAfter]) => ({ name, schedule, staleAfter, expect: [] }));
    const board = createBoard(accounts, clock);
    for (const account of missed.keys()) board.observe(observation({ account, slot: NOON }));
    for (const [account, staleAfter] of missed)
      expect(board.staleAt(account)).toBe(NOON + staleAfter * MINUTE + 30_000);
  });

  test('C5 turns stale by the monotonic clock though the wall clock was set back', () => {
    const { clock, board, state } = setUp();
    board.observe(observation({ slot: NOON }));
    clock.step(-60 * MINUTE);
    clock.advance(3 * MINUTE);
    expect(state()).toEqual(['stale']);
  });

  test('C5 turns stale in time though our clock is behind that of the replica that saw it', () => {
    const { clock, board, state } = setUp();
    clock.step(-55_000);
    board.observe(observation({ slot: NOON, observedAt: NOON + 1_000 })); // a moment ago by their clock
    const left = 2 * MINUTE + 29_000;
    clock.advance(left - 1);
    expect(state()).toEqual(['fresh']);
    expect(board.staleAt('acme')).toBe(clock.now() + 1);
    clock.advance(1);
    expect(state()).toEqual(['stale']);
  });

  test('C14 turns stale by the wall clock though the monotonic one stood still in sleep', () => {
    const { clock, board, state } = setUp();
    board.observe(observation({ slot: NOON }));
    clock.step(3 * MINUTE);
    expect(state()).toEqual(['stale']);
  });

  test('slots are counted by the schedule, not by an interval', () => {
    const { clock, board, state } = setUp({ expression: '0 12 * * 1-5' });
    board.observe(observation({ slot: NOON })); // a Monday
    clock.advance(48 * 60 * MINUTE);
    expect(state()).toEqual(['fresh']);
    clock.advance(30_000);
    expect(state()).toEqual(['stale']);
  });

  test('M7 missing at once when a good response leaves it out, and back when it returns', () => {
    const { board, clock, state } = setUp();
    board.observe(observation({ slot: NOON }));
    board.observe(observation({ slot: NOON + MINUTE, wallets: [wallet('5', 'SERVICE_PAYMENTS')] }));
    expect(state()).toEqual(['missing', 'fresh']);
    clock.advance(MINUTE);
    board.observe(observation({ slot: NOON + 2 * MINUTE }));
    expect(state()).toEqual(['fresh', 'missing']);
  });

  test('an unreadable wallet is not missing: what was known of it goes on to age', () => {
    const { board, state } = setUp();
    board.observe(observation({ slot: NOON }));
    const unreadable = [{ currency: 'UGX', walletType: 'MERCHANT_PAYOUT', reason: 'duplicate' }] as const;
    board.observe(observation({ slot: NOON + MINUTE, outcome: 'partial', wallets: [], unreadable }));
    expect(state()).toEqual(['fresh']);
  });

  test('a response in which no balance can be read is none in which wallets were read', () => {
    const { board } = setUp();
    board.observe(observation({ slot: NOON }));
    const unreadable = [{ currency: 'UGX', walletType: 'MERCHANT_PAYOUT', reason: 'malformed' }] as const;
    board.observe(observation({ slot: NOON + MINUTE, outcome: 'partial', wallets: [], unreadable }));
    expect(board.account('acme')?.lastSuccessAt).toBe(NOON + 100);
    board.observe(observation({ slot: NOON + 2 * MINUTE, outcome: 'partial', unreadable }));
    expect(board.account('acme')?.lastSuccessAt).toBe(NOON + 2 * MINUTE + 100);
  });

  test.each([
    ['UGX', 'fresh'],
    ['KES', 'missing'],
  ])('a poll that got no answer about %s: a wallet in UGX is %s', (currency, expected) => {
    const { clock, board, state } = setUp();
    board.observe(observation({ slot: NOON }));
    const unreadable = [{ currency, walletType: '', reason: 'unanswered' as const }];
    board.observe(observation({ slot: NOON + MINUTE, outcome: 'partial', wallets: [], unreadable }));
    expect(state()).toEqual([expected]);
    clock.advance(3 * MINUTE);
    expect(state()).not.toEqual(['fresh']);
  });

  test('a failed poll changes no balance, and counts', () => {
    const { board, state } = setUp();
    board.observe(observation({ slot: NOON }));
    board.observe(observation({ slot: NOON + MINUTE, outcome: 'connect', wallets: [] }));
    expect(state()).toEqual(['fresh']);
    expect(board.account('acme')).toMatchObject({
      consecutiveFailures: 1,
      lastSuccessAt: NOON + 100,
      last: { outcome: 'connect' },
    });
  });

  test('an older slot that comes late changes nothing', () => {
    const { board } = setUp();
    board.observe(observation({ slot: NOON, wallets: [wallet('2')] }));
    const version = board.version('acme');
    expect(board.observe(observation({ slot: NOON - MINUTE, wallets: [wallet('1')] }))).toBe(false);
    expect(board.version('acme')).toBe(version);
    expect(board.account('acme')?.wallets[0]?.balance?.available).toBe('2');
  });
});

test('M8 an account may have wallets until all that was known before is known here', () => {
  const { board } = setUp();
  expect(board.mayHaveWallets('acme')).toBe(true);
  board.observe(observation({ slot: NOON - MINUTE, wallets: [] }));
  expect(board.mayHaveWallets('acme')).toBe(true);
  board.remember(['acme', 'unknown'], []);
  expect(board.mayHaveWallets('acme')).toBe(false);
  expect(board.mayHaveWallets('unknown')).toBe(false);
  board.observe(observation({ slot: NOON }));
  expect(board.mayHaveWallets('acme')).toBe(true);
});

describe('what was known before and comes after the first poll', () => {
  const before = { slot: NOON - MINUTE, wallets: [wallet('7'), wallet('5', 'SERVICE_PAYMENTS')] };
  const states = (board: ReturnType<typeof setUp>['board']) =>
    board.account('acme')!.wallets.map(({ walletType, state, slot, observedAt }) => ({
      ...{ walletType, state, slot, observedAt },
    }));
  const seenBefore = { slot: NOON - MINUTE, observedAt: NOON - MINUTE + 100 };

  test('M7 adds the wallets that a newer good response lacks, as missing', () => {
    const { board } = setUp();
    board.observe(observation({ slot: NOON, wallets: [wallet('1')] }));
    const { version } = board.account('acme')!;
    board.remember(['acme'], [observation(before)]);
    expect(states(board)).toEqual([
      { walletType: 'MERCHANT_PAYOUT', state: 'fresh', slot: NOON, observedAt: NOON + 100 },
      { walletType: 'SERVICE_PAYMENTS', state: 'missing', ...seenBefore },
    ]);
    expect(board.account('acme')).toMatchObject({ last: { slot: NOON }, lastSuccessAt: NOON + 100 });
    expect(board.account('acme')!.version).toBeGreaterThan(version);
    expect(board.mayHaveWallets('acme')).toBe(true);
  });

  test('adds all of them after an answer without wallets', () => {
    const { board, state } = setUp();
    board.observe(observation({ slot: NOON, wallets: [] }));
    board.remember(['acme'], [observation(before)]);
    expect(board.mayHaveWallets('acme')).toBe(true);
    expect(state()).toEqual(['missing', 'missing']);
  });

  test('is fresh for as long as it is after a poll that failed, which stays the last', () => {
    const { board, clock, state } = setUp();
    board.observe(observation({ slot: NOON, outcome: 'connect', wallets: [] }));
    board.remember(['acme'], [observation(before)]);
    expect(state()).toEqual(['fresh', 'fresh']);
    expect(board.account('acme')).toMatchObject({
      ...{ last: { slot: NOON }, lastSuccessAt: seenBefore.observedAt, consecutiveFailures: 1 },
    });
    expect(board.staleAt('acme')).toBe(NOON + MINUTE + 30_000);
    clock.advance(90_000);
    expect(state()).toEqual(['stale', 'stale']);
  });

  test('is not missing where a newer response may have named it', () => {
    const { board, state } = setUp();
    const record = { currency: 'UGX', walletType: '', reason: 'malformed' } as const;
    board.observe(observation({ slot: NOON, outcome: 'partial', wallets: [], unreadable: [record] }));
    board.remember(['acme'], [observation(before)]);
    expect(state()).toEqual(['fresh', 'fresh']);
  });

  test('adds nothing of a poll that failed; one that is news is taken in as any other', () => {
    const { board, state } = setUp();
    board.remember(['acme'], [observation(before)]);
    board.observe(observation({ slot: NOON }));
    expect(state()).toEqual(['fresh', 'missing']);
    board.remember(['acme'], [observation({ slot: NOON - 2 * MINUTE, outcome: 'connect', wallets: [] })]);
    expect(board.account('acme')?.last?.slot).toBe(NOON);
  });
});
