// What is left out of what is read after a wallet was forgotten, so that nothing old brings it back.
import { expect, test } from 'vitest';
import { createForgotten } from '../../src/app/forgotten.ts';
import { INACTIVE } from '../../src/domain/alert.ts';
import { amountOf } from '../../src/domain/money.ts';
import type { SavedAlert } from '../../src/monitor/alerts/ports.ts';
import { observation } from '../support/fakes.ts';

const FORGOTTEN = Date.parse('2026-03-02T12:00:00Z');
const SECOND = 1_000;
const CLOSED = { currency: 'UGX', walletType: 'CLOSED' };
const OPEN = { currency: 'UGX', walletType: 'OPEN' };

/** A minute after it was forgotten. `expect` are the wallets that the configuration expects. */
function forgetting({ expect = [] as object[], add = true, at = FORGOTTEN } = {}) {
  const accounts = new Map([['acme', { expect }]]);
  const clock = { now: () => FORGOTTEN + 60 * SECOND };
  const forgotten = createForgotten(() => ({ accounts }) as never, clock);
  if (add) forgotten.add({ account: 'acme', ...CLOSED, forgottenAt: at });
  return forgotten;
}

const saved = (secondsLater: number, change: object = {}): SavedAlert =>
  ({
    ...{
      account: 'acme',
      ...CLOSED,
      state: { ...INACTIVE, phase: 'firing', at: FORGOTTEN + secondsLater * SECOND },
    },
    ...change,
  }) as SavedAlert;
const seen = (secondsLater: number, change: object = {}) => ({
  ...observation({ slot: FORGOTTEN, observedAt: FORGOTTEN + secondsLater * SECOND, ...change }),
  ...{ wallets: [CLOSED, OPEN] as never[], unreadable: [OPEN, CLOSED] as never[] },
});

test.each(
  (
    [
      ['what fired before', saved(-60), false],
      ['what fired until others had forgotten it, too', saved(10), false],
      ['what fires since', saved(10.001), true],
      ['an end', saved(-60, { state: { ...INACTIVE, at: FORGOTTEN - 60 * SECOND } }), true],
      ['what fires of another wallet', saved(-60, OPEN), true],
      ['what fires of another account', saved(-60, { account: 'other' }), true],
      ['what fires of its account', saved(-60, { walletType: '' }), true],
    ] as const
  ).map(([what, state, kept]) => [what, kept ? 'is kept' : 'is left out', state, kept] as const),
)('of states, %s: it %s', (_what, _is, state, kept) => {
  expect(forgetting().without([state])).toEqual(kept ? [state] : []);
});

test.each(
  (
    [
      ['a poll of before', seen(-1), false],
      ['one of the same instant', seen(0), false],
      ['one since', seen(0.001), true],
      ['one of a clock that is a little ahead', seen(120), true],
      ['one of a clock that was ahead', seen(120.001), false],
    ] as const
  ).map(
    ([what, poll, names]) => [what, names ? 'names it' : 'does not name it any more', poll, names] as const,
  ),
)('%s: it %s', (_what, _is, poll, names) => {
  const [left] = forgetting().unseen([poll]);
  expect(left).toEqual({ ...poll, ...(names ? {} : { wallets: [OPEN], unreadable: [OPEN] }) });
});

test.each(
  (
    [
      ['of before', -1, {}, false],
      ['of that instant', 0, {}, false],
      ['since', 1, {}, true],
      ['of another wallet', -1, OPEN, true],
      ['of another account', -1, { account: 'other' }, true],
    ] as const
  ).map(([what, ms, of, kept]) => [what, kept ? 'is kept' : 'is left out', ms, of, kept] as const),
)('of what rules look back on, a value %s: it %s', (_what, _is, ms, of, kept) => {
  const value = { account: 'acme', ...CLOSED, slot: FORGOTTEN + ms, amount: amountOf('9'), ...of };
  expect(forgetting().seenSince([value])).toEqual(kept ? [value] : []);
  expect(forgetting({ add: false }).seenSince([value])).toEqual([value]);
});

test('polls of another account are left as they are', () => {
  const poll = seen(-60, { account: 'other' });
  expect(forgetting().unseen([poll])).toEqual([poll]);
});

test('what is expected is never left out, nor anything where nothing was forgotten', () => {
  for (const { without, unseen } of [forgetting({ expect: [CLOSED] }), forgetting({ add: false })]) {
    expect(without([saved(-60)])).toEqual([saved(-60)]);
    expect(unseen([seen(-60)])).toEqual([seen(-60)]);
  }
});

test('what another wallet is expected to be does not keep it', () => {
  expect(forgetting({ expect: [OPEN] }).without([saved(-60)])).toEqual([]);
});

test('of one that was forgotten twice the last time counts', () => {
  const { add, without } = forgetting({ at: FORGOTTEN - 3_600 * SECOND });
  expect(without([saved(0)])).toEqual([saved(0)]);
  add({ account: 'acme', ...CLOSED, forgottenAt: FORGOTTEN });
  expect(without([saved(0)])).toEqual([]);
});

test('ten thousand are remembered; the one that was forgotten longest ago goes', () => {
  const { add, without } = forgetting();
  const of = (i: number) => ({ currency: 'UGX', walletType: `T${i}` });
  add({ account: 'acme', ...of(0), forgottenAt: FORGOTTEN });
  add({ account: 'acme', ...CLOSED, forgottenAt: FORGOTTEN }); // once more: it is the newest now
  for (let i = 1; i < 9_999; i++) add({ account: 'acme', ...of(i), forgottenAt: FORGOTTEN });
  const states = [saved(-60, of(0)), saved(-60)];
  expect(without(states)).toEqual([]);
  add({ account: 'acme', ...of(10_000), forgottenAt: FORGOTTEN });
  expect(without(states)).toEqual([states[0]]);
});
