// `top_up.assume_requested`: an alert on a runway that fires stands for a request of what its plan asks for.
import { expect, test, vi } from 'vitest';
import { createAssumedRequests } from '../../src/app/alerts/assumed-requests.ts';
import type { Configured } from '../../src/app/configured.ts';
import type { Logger } from '../../src/app/log/logger.ts';
import { amountOf } from '../../src/domain/money.ts';
import type { AlertChange } from '../../src/monitor/alerts/alert-instance.ts';
import type { PlanRow } from '../../src/monitor/forecast/plans.ts';
import type { NewTopUpRequest } from '../../src/monitor/storage/ports.ts';
import { handClock } from '../support/clock.ts';
import { eventually } from '../support/eventually.ts';

const FIRED_AT = Date.parse('2026-05-08T16:40:00Z');
const WALLET = { account: 'acme', currency: 'UGX', walletType: 'MERCHANT_PAYOUT' };

const LEAD_MS = 4 * 3_600_000;
const ALWAYS = { timezone: 'UTC', window: null, isClosed: () => false };

function assumed({ assume = true, needed = '1200000', unplanned = false } = {}) {
  const clock = handClock(FIRED_AT);
  let isAway = false;
  let slow: Promise<void> | undefined;
  const tried: NewTopUpRequest[] = [];
  const kept: NewTopUpRequest[] = [];
  const [info, warn] = [vi.fn(), vi.fn()];
  const rule = (name: string, kind: string) => ({ name, wallets: {}, condition: { kind } });
  const configured = {
    config: { alerts: { rules: [rule('RunwayShort', 'runway_below'), rule('FloatLow', 'below')] } },
    accounts: new Map([
      ['acme', { topUpLeadMs: LEAD_MS, topUp: ALWAYS, config: { top_up: { assume_requested: assume } } }],
    ]),
  } as unknown as Configured;
  const topUp = unplanned ? { unplanned: 'no_history' } : { needed: amountOf(needed) };
  const show = createAssumedRequests({
    clock,
    configured: () => configured,
    planner: { of: () => ({ ...WALLET, topUp }) as unknown as PlanRow },
    storage: {
      async addRequest(request) {
        tried.push(request);
        await slow;
        if (isAway) throw new Error('Postgres does not answer');
        kept.push(request);
      },
    },
    log: { info, warn } as unknown as Logger,
  });
  const change = (transition: string, own: object = {}) =>
    show.changed({
      transition,
      alert: { ...WALLET, rule: 'RunwayShort', firingAt: FIRED_AT, ...own },
    } as unknown as AlertChange);
  const goAway = (away: boolean) => {
    isAway = away;
  };
  /** So many seconds go by, with a tick in each. */
  const pass = async (seconds: number) => {
    for (let i = 0; i < seconds; i++) {
      clock.advance(1_000);
      show.tryAgain();
      await new Promise(setImmediate);
    }
  };
  const slowDown = (until: Promise<void>) => {
    slow = until;
  };
  return { change, tried, kept, info, warn, goAway, pass, clock, slowDown };
}

test('an alert on a runway that fires writes down what its plan asks for, at the instant of the alert', async () => {
  const { change, kept } = assumed();
  change('fired');
  await eventually(() =>
    expect(kept).toEqual([{ ...WALLET, amount: '1200000', by: 'alert RunwayShort', at: FIRED_AT }]),
  );
});

test.each([
  ['unless it is asked for', { assume: false }, 'fired', {}],
  ['unless the plan asks for money', { needed: '0' }, 'fired', {}],
  ['unless there is a plan', { unplanned: true }, 'fired', {}],
  ['for an alert about something else', {}, 'fired', { rule: 'FloatLow' }],
  ['for an alert that ends', {}, 'resolved', {}],
  ['for an alert of a whole account', {}, 'fired', { walletType: '' }],
  ['for an account that is gone', {}, 'fired', { account: 'gone' }],
] as const)('nothing is written down %s', async (_, own, transition, alert) => {
  const { change, kept } = assumed(own);
  change(transition, alert);
  await new Promise(setImmediate);
  expect(kept).toEqual([]);
});

test('what Postgres is away for is written down when it is back, at the instant of the alert, and said once', async () => {
  const { change, tried, kept, warn, goAway, pass } = assumed();
  goAway(true);
  change('fired');
  await pass(120);
  expect(warn.mock.calls).toEqual([
    [
      { wallet: 'acme/UGX/MERCHANT_PAYOUT', amount: '1200000', reason: 'Postgres does not answer' },
      'an assumed request could not be kept: it is tried again',
    ],
  ]);
  expect(tried.length).toBeGreaterThan(2);
  expect(tried.length).toBeLessThan(10);
  expect(kept).toEqual([]);
  goAway(false);
  await pass(120);
  expect(kept).toEqual([{ ...WALLET, amount: '1200000', by: 'alert RunwayShort', at: FIRED_AT }]);
});

test('while Postgres is away it is asked about one of many, and once it is back all are written down', async () => {
  const { change, tried, kept, goAway, pass } = assumed();
  goAway(true);
  const types = ['A', 'B', 'C'];
  for (const walletType of types) change('fired', { walletType });
  await pass(29);
  expect(tried.slice(3)).toHaveLength(1);
  goAway(false);
  await pass(60);
  expect(kept.map(({ walletType }) => walletType).sort()).toEqual(types);
});

test('it is tried no longer than it would count', async () => {
  const { change, tried, goAway, pass } = assumed();
  goAway(true);
  change('fired');
  await pass((2 * LEAD_MS) / 1_000);
  const { length } = tried;
  await pass(600);
  expect(tried).toHaveLength(length);
});

test('what is written down is said once it is', async () => {
  const { change, info, goAway, pass } = assumed();
  goAway(true);
  change('fired');
  await pass(1);
  expect(info.mock.calls).toEqual([]);
  goAway(false);
  await pass(60);
  expect(info.mock.calls).toEqual([
    [
      { wallet: 'acme/UGX/MERCHANT_PAYOUT', amount: '1200000' },
      'the plan is taken to be followed: its sum counts as requested',
    ],
  ]);
});

test.each([
  [-1_001, 1],
  [-1_000, 0],
])('at %i ms from when it counts no more, and a tick, it is tried %i times more', async (ms, times) => {
  const { change, tried, goAway, pass, clock } = assumed();
  goAway(true);
  change('fired');
  await new Promise(setImmediate);
  clock.advance(2 * LEAD_MS + ms);
  await pass(1);
  expect(tried.slice(1)).toHaveLength(times);
  clock.step(-LEAD_MS); // what counts no more is not even kept until it would again
  goAway(false);
  await pass(60);
  expect(tried.slice(1)).toHaveLength(times * 2);
});

test('it is tried again half a minute after the last attempt has ended, and by one attempt at a time', async () => {
  const { change, tried, goAway, pass, slowDown } = assumed();
  goAway(true);
  for (const walletType of ['A', 'B']) change('fired', { walletType });
  await new Promise(setImmediate);
  const { promise, resolve } = Promise.withResolvers<void>();
  slowDown(promise);
  await pass(40);
  expect(tried.slice(2)).toHaveLength(1);
  resolve();
  await new Promise(setImmediate);
  await pass(29);
  expect(tried.slice(2)).toHaveLength(1);
  await pass(1);
  expect(tried.slice(2)).toHaveLength(2);
});

test('a thousand wait at the most', async () => {
  const { change, kept, goAway, pass } = assumed();
  goAway(true);
  for (let i = 0; i < 1_002; i++) change('fired', { walletType: `TYPE_${i}` });
  await new Promise(setImmediate);
  goAway(false);
  await pass(1);
  expect(kept).toHaveLength(1_000);
});
