// What polls of payment options and of wallets are evidence of, and what is remembered of them: by cases.
import { describe, expect, test } from 'vitest';
import { amountOf } from '../../src/domain/money.ts';
import type { SavedAlert } from '../../src/monitor/alerts/ports.ts';
import { NO_POLL } from '../../src/monitor/board/order.ts';
import { option } from '../support/options.ts';
import {
  alertsOf,
  GONE,
  HOUR,
  held,
  KIWI,
  LOW,
  MANGO,
  MINUTE,
  NOON,
  type options,
  PAYOUT,
  STALE,
} from './payment-option-by-hand.ts';

describe('a poll of options', () => {
  type Poll = Parameters<typeof options>;
  test.each<[string, Poll[], Poll, [string, string, number][]]>([
    [
      'that names one',
      [],
      [0, [MANGO]],
      [
        ['Gone MANGO_UG', 'clear', 0],
        ['Low UGX', 'unknown', 0],
      ],
    ],
    [
      'that names it no more',
      [[-1, [MANGO]]],
      [0, []],
      [
        ['Gone MANGO_UG', 'met', 0],
        ['Low UGX', 'unknown', 0],
      ],
    ],
    [
      'that failed',
      [[-1, [MANGO]]],
      [0, null],
      [
        ['Gone MANGO_UG', 'unknown', 0],
        ['Low UGX', 'unknown', 0],
      ],
    ],
    ['that is older', [[0, [MANGO]]], [-1, []], []],
    ['of the same slot, after a good one', [[0, [MANGO]]], [0, []], []],
    ['that failed, of the same slot', [[0, [MANGO]]], [0, null], []],
    [
      'that failed, after another that failed',
      [
        [-1, [MANGO]],
        [0, null],
      ],
      [0, null],
      [],
    ],
    [
      'that is good, after one of its slot that failed',
      [[0, null]],
      [0, [MANGO]],
      [
        ['Gone MANGO_UG', 'clear', 0],
        ['Low UGX', 'unknown', 0],
      ],
    ],
  ])('%s', (_, before, poll, expected) => {
    const { observe } = alertsOf();
    for (const each of before) observe(...each);
    expect(observe(...poll)).toEqual(expected);
  });

  test('that offers no payout is about no payout wallet', () => {
    const { observe } = alertsOf();
    expect(observe(0, [option({ transactionType: 'COLLECTION' })])).toEqual([['Gone MANGO_UG', 'clear', 0]]);
  });

  test('is the newest from then on', () => {
    const { it, observe } = alertsOf();
    observe(0, [MANGO]);
    const newest = { slot: NOON, observedAt: NOON + 350 };
    expect(it.known).toMatchObject({
      newest,
      lastSucceeded: true,
      seen: { slot: NOON },
      seenUntil: NOON + STALE,
    });
    observe(1, null);
    expect(it.known).toMatchObject({ lastSucceeded: false, seen: { slot: NOON }, seenUntil: NOON + STALE });
    expect(it.known.newest.slot).toBe(NOON + MINUTE);
  });
});

describe('a payout wallet is compared with its options', () => {
  test('upon polls of either, while both are fresh', () => {
    const { observe, wallets } = alertsOf({ rules: [LOW] });
    expect(wallets(0, '499')).toEqual([]);
    expect(observe(0, [MANGO])).toEqual([['Low UGX', 'met', 0]]);
    expect(wallets(1, '500')).toEqual([['Low UGX', 'clear', 1]]);
    expect(wallets(2, null)).toEqual([['Low UGX', 'unknown', 2]]);
    expect(observe(2, null)).toEqual([['Low UGX', 'unknown', 2]]);
    expect(observe(2, [MANGO])).toEqual([['Low UGX', 'clear', 2]]);
  });

  test('not by an older poll of wallets, nor by one that is lost to the same slot', () => {
    const { observe, wallets, it } = alertsOf({ rules: [LOW] });
    observe(0, [MANGO]);
    wallets(0, '1');
    expect(wallets(-1, '1000')).toEqual([]);
    expect([it.known.available.get('UGX'), it.known.wallets.slot]).toEqual(['1', NOON]);
    expect(wallets(0, '1000')).toEqual([['Low UGX', 'clear', 0]]);
    expect(it.known).toMatchObject({
      ...{ wallets: { slot: NOON, observedAt: NOON + 100 }, walletsSeen: NOON, walletsUntil: NOON + STALE },
    });
    expect([...it.known.available]).toEqual([['UGX', '1000']]);
  });

  // Slots each minute: at 12:03 what was seen at 12:00 is stale, and what was seen at 12:01 is not.
  test.each([
    ['wallets that are still fresh', 1, 3, 'met'],
    ['wallets that are just stale', 0, 2.5, 'unknown'],
    ['wallets that are stale', 0, 3, 'unknown'],
  ])('upon a poll of options, with %s', (_, walletsAt, optionsAt, expected) => {
    const { observe, wallets } = alertsOf({ rules: [LOW] });
    wallets(walletsAt, '1');
    expect(observe(optionsAt, [MANGO])).toEqual([['Low UGX', expected, optionsAt]]);
  });

  test.each([
    ['options that are still fresh', 1, 3, 'met'],
    ['options that are just stale', 0, 2.5, 'unknown'],
    ['options that are stale', 0, 3, 'unknown'],
  ])('upon a poll of wallets, with %s', (_, optionsAt, at, expected) => {
    const { observe, wallets } = alertsOf({ rules: [LOW] });
    observe(optionsAt, [MANGO]);
    expect(wallets(at, '1')).toEqual([['Low UGX', expected, at]]);
  });
});

describe('a stored poll of options', () => {
  const limited = (max: string) => option({ max: amountOf(max) });
  const limitOf = ({ it }: ReturnType<typeof alertsOf>) =>
    [...it.known.options.values()].map(({ limits }) => limits.known.max);

  test('is evidence while it is fresh, unless later evidence has moved the alert', () => {
    const { observe, resume, known } = alertsOf({ rules: [GONE] });
    observe(-2, [MANGO]);
    expect(resume(-1, [])).toEqual([['Gone MANGO_UG', 'met', -1]]);
    const alert = known.get('Gone MANGO_UG')!;
    alert.state = { ...alert.state, at: NOON + 1 };
    expect(resume(0, [MANGO])).toEqual([]);
  });

  test.each([
    ['in its last fresh millisecond is evidence', STALE - 1, 1],
    ['that is stale is none', STALE, 0],
  ])('%s', (_, ms, moves) => {
    const { resume, clock, it } = alertsOf({ rules: [GONE] });
    clock.advance(ms - 1_000);
    expect(resume(0, [MANGO])).toHaveLength(moves);
    expect(it.known.options.size).toBe(1); // in any case it is known
    expect(it.known.newest.slot).toBe(NOON);
  });

  test.each<[string, Parameters<typeof options>[], Parameters<typeof options>]>([
    ['from the future', [], [60, [MANGO]]],
    ['that is stale and failed', [], [-60, null]],
    ['that is stale and not newer', [[-60, []]], [-60, [MANGO]]],
  ])('%s tells nothing', (_, before, poll) => {
    const { observe, resume, it } = alertsOf();
    for (const each of before) observe(...each);
    const { newest } = it.known;
    expect([resume(...poll), it.known.options.size, it.known.newest]).toEqual([[], 0, newest]);
  });

  test('that is older lends what it knows of options of which nothing is known', () => {
    const its = alertsOf({ rules: [GONE] });
    its.observe(0, [limited('7')]);
    expect(
      its.resume(-1, [
        limited('8'),
        { ...KIWI, max: amountOf('9') },
        option({ providerCode: 'X', exposable: false }),
      ]),
    ).toEqual([]);
    expect([limitOf(its), its.it.known.newest.slot]).toEqual([['7', '9'], NOON]);
  });

  test('that is stale, but the newest, lends what it knows of all', () => {
    const its = alertsOf({ rules: [GONE] });
    its.observe(-120, [limited('7')]);
    expect(its.resume(-60, [limited('8'), KIWI])).toEqual([]);
    expect([limitOf(its), its.it.known.newest.slot]).toEqual([['8', '5000000'], NOON - HOUR]);
  });
});

test('a stored poll of wallets moves no alert that later evidence has moved; one that has just ended does', () => {
  const { observe, judged, wallets, known, it } = alertsOf({ rules: [LOW] });
  observe(0, [MANGO]);
  const alert = known.get('Low UGX')!;
  alert.state = { ...alert.state, at: NOON + 1 };
  expect(judged(() => it.resumeWallets(held(0, '1')))).toEqual([]);
  expect(wallets(0, '1')).toEqual([['Low UGX', 'met', 0]]);
});

test('what is known is dated back with the clock', () => {
  const { it, observe, wallets } = alertsOf();
  observe(-1, [MANGO]);
  observe(0, [option({ min: amountOf('600') })]);
  wallets(0, '1');
  it.dateBack(HOUR);
  const back = { slot: NOON - HOUR - 1 };
  expect(it.known).toMatchObject({ newest: back, wallets: back, walletsSeen: NOON - HOUR });
  expect([it.known.seenUntil, it.known.walletsUntil]).toEqual([NOON - HOUR + STALE, NOON - HOUR + STALE]);
  expect([...it.known.options.values()][0]?.limits.before.min?.changedAt).toBe(NOON - HOUR);
});

describe('of a remembered alert', () => {
  const labels = { transaction_type: 'PAYOUT', transaction_method: 'CASH', provider_code: 'PLUM' };
  const saved = (change: object) =>
    ({
      rule: 'Low',
      labels: {},
      currency: 'UGX',
      walletType: '',
      state: { phase: 'firing' },
      ...change,
    }) as SavedAlert;
  const payout = { walletType: PAYOUT.walletType };
  test.each([
    ['the option is known', { labels }, ['UGX/PAYOUT/CASH/PLUM'], []],
    ['an option that lacks a part of its name is not', { labels: { ...labels, provider_code: '' } }, [], []],
    ['nor one that lacks its type', { labels: { ...labels, transaction_type: '' } }, [], []],
    ['nor one that lacks its method', { labels: { ...labels, transaction_method: '' } }, [], []],
    ['the payout wallet is known', payout, [], ['UGX']],
    ['it is not, where the alert is over', { ...payout, state: { phase: 'inactive' } }, [], []],
    ['it is not, where no rule has the name', { ...payout, rule: 'Other' }, [], []],
    ['another wallet is not', { walletType: 'SERVICE_PAYMENTS' }, [], []],
  ])('%s', (_, change, expected, currencies) => {
    const { it } = alertsOf();
    it.track(saved(change));
    expect([[...it.known.options.keys()], [...it.known.minima.keys()]]).toEqual([expected, currencies]);
  });
});

test('an alert that was recalled since the newest poll is judged by it once more, when it is resumed', () => {
  const { it, known, observe, resume, wallets } = alertsOf();
  observe(0, [MANGO]);
  wallets(0, '1');
  expect(resume(0, [MANGO])).toEqual([]); // it was judged
  const labels = { transaction_type: 'PAYOUT', transaction_method: 'MOBILE_MONEY' };
  for (const [name, change] of [
    ['Gone MANGO_UG', { rule: 'Gone', labels: { ...labels, provider_code: 'MANGO_UG' }, walletType: '' }],
    ['Low UGX', { rule: 'Low', labels: {}, walletType: PAYOUT.walletType }],
  ] as const) {
    const { fingerprint, state } = known.get(name)!;
    const before = { ...state, at: state.at - 1 };
    it.track({ currency: 'UGX', fingerprint, state: before, ...change } as unknown as SavedAlert);
  }
  expect(resume(0, [MANGO])).toEqual([
    ['Gone MANGO_UG', 'clear', 0],
    ['Low UGX', 'met', 0],
  ]);
  expect(resume(0, [MANGO])).toEqual([]);
});

test.each([
  ['the payout wallet', PAYOUT, [], ['Low']],
  ['the payout wallet that is expected', PAYOUT, [PAYOUT], []],
  ['another wallet', { ...PAYOUT, walletType: 'SERVICE_PAYMENTS' }, [], []],
])('%s is forgotten with the alerts that compare it, unless it is expected', (_, id, expected, names) => {
  const { it, observe, wallets } = alertsOf({ expect: expected });
  observe(0, [MANGO]);
  wallets(0, '1');
  expect(it.forget(id).map(({ definition }) => definition.name)).toEqual(names);
  expect([it.known.available.size, it.known.minima.size]).toEqual(names.length > 0 ? [0, 0] : [1, 1]);
});

test('before the first poll nothing is known', () => {
  expect(alertsOf().it.known).toMatchObject({
    ...{ newest: NO_POLL, wallets: NO_POLL, seen: null, lastSucceeded: false },
    ...{ rescheduled: false, walletsRescheduled: false },
  });
});
