// When payment options turn stale, and which of two polls of them is the newer one.
import { describe, expect, test } from 'vitest';
import type { OptionObservation } from '../../src/domain/payment-option.ts';
import { optionPoll } from '../support/options.ts';
import { account, HOUR, KIWI, MANGO, MINUTE, NOON, setUp } from './option-board.ts';

describe('options turn stale', () => {
  const left = 2 * MINUTE + 29_000; // from a second after noon, with two slots missed and half a minute

  test.each([
    ['by both clocks', 0, left],
    ['by the wall clock, which was set ahead', MINUTE, left - MINUTE],
    ['by the monotonic clock, as the wall clock was set back', -HOUR, left],
  ])('%s, at that millisecond', (_, step, ms) => {
    const { board, clock, states } = setUp();
    board.observe(optionPoll(NOON, [MANGO]));
    clock.step(step);
    clock.advance(ms - 1);
    expect([states(), board.staleAt()]).toEqual([{ MANGO_UG: 'fresh' }, clock.now() + 1]);
    clock.advance(1);
    expect([states(), board.staleAt()]).toEqual([{ MANGO_UG: 'stale' }, null]);
  });

  test.each([
    ['the same', {}, left],
    ['more missed slots', { staleAfter: 3 }, left + MINUTE],
    ['a slower schedule', { expression: '*/10 * * * *' }, 20 * MINUTE + 29_000],
  ])('by the configuration as it is now, by the monotonic clock, too: %s', (_, change, ms) => {
    const { board, clock, states } = setUp();
    board.observe(optionPoll(NOON, [MANGO]));
    board.reconfigure([account(change)]);
    clock.step(-HOUR);
    clock.advance(ms - 1);
    expect(states()).toEqual({ MANGO_UG: 'fresh' });
    clock.advance(1);
    expect(states()).toEqual({ MANGO_UG: 'stale' });
  });

  test('at the time of the account whose are the first', () => {
    const { board } = setUp(account(), account({ name: 'slow', staleAfter: 9 }), account({ name: 'never' }));
    board.observe(optionPoll(NOON, [MANGO], { account: 'slow' }));
    expect(board.staleAt()).toBe(NOON + 9 * MINUTE + 30_000);
    board.observe(optionPoll(NOON, [MANGO]));
    expect(board.staleAt()).toBe(NOON + 2 * MINUTE + 30_000);
  });

  test('never to be fresh again, where their slot lies in the future, also by another schedule', () => {
    const { board, clock, states } = setUp();
    board.observe(optionPoll(NOON + HOUR, [MANGO]));
    board.reconfigure([account({ expression: '*/10 * * * *' })]);
    clock.advance(HOUR);
    expect(states()).toEqual({ MANGO_UG: 'stale' });
  });
});

describe('which of two polls is the newer', () => {
  const at = (slot: number, observedAt: number): OptionObservation =>
    optionPoll(slot, [KIWI], { observedAt });
  test('is told by their times for the first poll after another schedule, and by their slots for the next', () => {
    const { board } = setUp();
    board.observe(optionPoll(NOON, [MANGO]));
    expect(board.observe(at(NOON - MINUTE, NOON + 400))).toBe(false);
    board.reconfigure([account({ expression: '*/10 * * * *' })]);
    board.reconfigure([account({ expression: '*/10 * * * *', staleAfter: 3 })]);
    expect(board.observe(at(NOON - 10 * MINUTE, NOON + 400))).toBe(true);
    expect(board.observe(at(NOON - 20 * MINUTE, NOON + 500))).toBe(false);
    expect(board.observe(at(NOON, NOON + 399))).toBe(true);
  });

  test('is told by their slots as long as the schedule is the same', () => {
    const { board } = setUp();
    board.reconfigure([account({ staleAfter: 3 })]);
    board.observe(optionPoll(NOON, [MANGO]));
    board.reconfigure([account()]);
    expect(board.observe(at(NOON - MINUTE, NOON + 400))).toBe(false);
    expect(board.observe(at(NOON, NOON + 300))).toBe(true);
  });
});
