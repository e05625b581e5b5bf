// How a poll ends: with what its source answered, or without, and when; and where in its interval it begins.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { jitter } from '../../src/monitor/polling/jitter.ts';
import {
  balanceReadings,
  createPoll,
  optionReadings,
  pauseAfterRefusals,
} from '../../src/monitor/polling/poll.ts';
import type { Reading } from '../../src/monitor/polling/ports.ts';
import { createSchedule } from '../../src/monitor/polling/schedule.ts';
import { handClock } from '../support/clock.ts';
import { reading, wallet } from '../support/fakes.ts';
import { option } from '../support/options.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const NOON = Date.parse('2026-03-02T12:00:00Z');
const SLOT = NOON - 1_000;
const DEADLINE_MS = 15_000;
const LATEST_MS = 17_000;

/** Polls `acme`; `answer` is what its source does. */
function poll(answer: () => Promise<Reading>, mayHaveWallets = false) {
  const clock = handClock(NOON);
  const account = { name: 'acme', deadlineMs: DEADLINE_MS, source: { read: answer } };
  const { signal } = new AbortController();
  const polls = createPoll(balanceReadings, clock, () => mayHaveWallets);
  return { clock, ended: polls({ account, slot: SLOT, notAfter: NOON + 60_000, signal }) };
}

const times = { startedAt: NOON, observedAt: NOON, durationMs: 0 };
const fixed = { account: 'acme', slot: SLOT };
const none = { httpStatus: null, envelopeCode: null, wallets: [], unreadable: [] };
const late = { ...none, outcome: 'deadline', detail: 'The poll did not end in time.' };
const broken = { ...none, outcome: 'protocol', detail: 'The poll failed in an unforeseen way.' };

test('what a source answered is told with the account, the slot and the times', async () => {
  const answer = Promise.withResolvers<Reading>();
  const { ended, clock } = poll(() => answer.promise);
  clock.advance(1_234.6);
  answer.resolve(reading([wallet('7')]));
  const seen = { startedAt: NOON, observedAt: NOON + 1_234.6, durationMs: 1_235 };
  expect(await ended).toEqual({ ...reading([wallet('7')]), ...fixed, ...seen });
  expect(vi.getTimerCount()).toBe(0);
});

test.each<[string, () => Promise<Reading>]>([
  ['rejects', () => Promise.reject(new Error('oops'))],
  [
    'throws',
    () => {
      throw new Error('oops');
    },
  ],
])('a source that %s ends the poll as broken, without its words', async (_, answer) => {
  expect(await poll(answer).ended).toEqual({ ...broken, ...fixed, ...times });
  expect(vi.getTimerCount()).toBe(0);
});

test('a source that hangs is late two seconds after the deadline', async () => {
  let over = false;
  const { ended } = poll(() => new Promise(() => {}));
  void ended.then(() => {
    over = true;
  });
  await vi.advanceTimersByTimeAsync(LATEST_MS - 1);
  expect(over).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await ended).toEqual({ ...late, ...fixed, ...times });
});

describe('an answer that is read so long after the start, before any timer has run:', () => {
  test.each([
    ['both clocks', LATEST_MS, 0, 'ok'],
    ['both clocks', LATEST_MS + 1, 0, 'deadline'],
    ['the wall clock alone, over a sleep', 0, LATEST_MS, 'ok'],
    ['the wall clock alone, over a sleep', 0, LATEST_MS + 1, 'deadline'],
    ['the monotonic clock, as the wall clock was set back', LATEST_MS + 1, -60_000, 'deadline'],
  ])('by %s, %i ms and a step of %i ms: %s', async (_, passed, step, outcome) => {
    const answer = Promise.withResolvers<Reading>();
    const { ended, clock } = poll(() => answer.promise);
    clock.advance(passed);
    clock.step(step);
    answer.resolve(reading([wallet('7')]));
    expect(await ended).toMatchObject({ outcome, durationMs: passed, wallets: outcome === 'ok' ? [{}] : [] });
  });
});

describe('an answer', () => {
  const record = { currency: 'UGX', walletType: 'MERCHANT_PAYOUT', reason: 'malformed' } as const;
  test.each<[string, Reading, boolean, string]>([
    ['without wallets, where there may be some', reading([]), true, 'empty'],
    ['without wallets, where there are none', reading([]), false, 'ok'],
    ['with a wallet', reading([wallet('7')]), true, 'ok'],
    ['with a record that cannot be read', reading([], { unreadable: [record] }), true, 'ok'],
    ['with both', reading([wallet('7')], { unreadable: [record] }), true, 'ok'],
    ['that is a failure', reading([], { outcome: 'connect' }), true, 'connect'],
  ])('%s: %#', async (_, answer, mayHave, outcome) => {
    expect((await poll(async () => answer, mayHave).ended).outcome).toBe(outcome);
  });

  const unreadable = [{ ...option(), reason: 'malformed' as const }];
  test.each([
    ['no option', {}, 'empty'],
    ['an option', { options: [option()] }, 'ok'],
    ['a record that cannot be read', { unreadable }, 'ok'],
    ['both', { options: [option()], unreadable }, 'ok'],
  ])('about payment options with %s, where there may be some: %#', async (_, change, outcome) => {
    const { wallets, ...fine } = reading([]);
    const source = { read: async () => ({ ...fine, options: [], unreadable: [], ...change }) };
    const turn = { account: { name: 'acme', deadlineMs: DEADLINE_MS, source }, slot: SLOT, notAfter: NOON };
    const ended = createPoll(optionReadings, handClock(NOON), () => true);
    expect((await ended({ ...turn, signal: new AbortController().signal })).outcome).toBe(outcome);
  });
});

test('whether there may be wallets is asked before the poll: what comes meanwhile from others says nothing of it', async () => {
  let mayHave = false;
  const answer = Promise.withResolvers<Reading>();
  const source = { read: () => answer.promise };
  const account = { name: 'acme', deadlineMs: DEADLINE_MS, source };
  const asked: string[] = [];
  const polls = createPoll(balanceReadings, handClock(NOON), (name) => {
    asked.push(name);
    return mayHave;
  });
  const ended = polls({ account, slot: SLOT, notAfter: NOON, signal: new AbortController().signal });
  mayHave = true;
  answer.resolve(reading([]));
  expect([(await ended).outcome, asked]).toEqual(['ok', ['acme']]);
});

test.each([
  [0, 0],
  [4, 0],
  [5, 300_000],
  [6, 300_000],
])('after %i refusals in a row an account rests for %i ms', (refusals, ms) => {
  expect(pauseAfterRefusals(refusals)).toBe(ms);
});

// Replicas of any release must expect a poll at the same place.
test.each([
  ['* * * * * *', { 'acme-ug': 54, 'acme-ke': 58, kiosk: 24, stock: 21 }],
  ['* * * * *', { 'acme-ug': 1_354, 'acme-ke': 4_758, kiosk: 3_624, stock: 21 }],
  ['0 0 * * *', { 'acme-ug': 7_354, 'acme-ke': 8_758, kiosk: 5_624, stock: 21 }],
  ['0 0 29 2 1', { 'acme-ug': 0, 'acme-ke': 0, kiosk: 0, stock: 0 }], // no further slot is known
])('by %s each account begins at its own place in the interval: %o', (expression, places) => {
  const schedule = createSchedule(expression, 'UTC');
  const found = Object.keys(places).map((name) => [name, jitter(name, NOON, schedule)]);
  expect(Object.fromEntries(found)).toEqual(places);
});
