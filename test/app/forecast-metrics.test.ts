// How long money lasts, and what must be sent, as metrics tell it of an account that is polled seldom.
import { expect, test } from 'vitest';
import { exposeMetrics } from '../../src/app/metrics.ts';
import { PAST_HOURS } from '../../src/domain/forecast/history.ts';
import { amountOf } from '../../src/domain/money.ts';
import { createInstruments } from '../../src/metrics/instruments.ts';
import { createBoard } from '../../src/monitor/board/board.ts';
import { createPlanner } from '../../src/monitor/forecast/planner.ts';
import { createRequests } from '../../src/monitor/forecast/requests.ts';
import { createRunways } from '../../src/monitor/forecast/runways.ts';
import { createSchedule } from '../../src/monitor/polling/schedule.ts';
import type { RequestedWallet } from '../../src/monitor/storage/ports.ts';
import { handClock } from '../support/clock.ts';
import { account, payout, polled } from '../support/watching.ts';

const DAY_MS = 86_400_000;
const PAYOUT = { account: 'acme-ug', currency: 'UGX', walletType: 'MERCHANT_PAYOUT' };

/** A monitor that has just been started: it has seen the account, and not yet read the past. */
function started() {
  const clock = handClock('2026-03-02T12:00:30Z');
  const schedule = createSchedule('0 6,12 * * *', 'UTC');
  const board = createBoard([{ ...account(), schedule }], clock);
  const young = { ...payout('1000'), currency: 'KES' };
  board.observe(polled(0, [payout('1000'), young, { ...payout('9'), walletType: 'MERCHANT_COLLECTION' }]));
  const runways = createRunways({
    history: {
      withPast: async (names) => names,
      read: async () => [{ ...PAYOUT, hours: new Float64Array(PAST_HOURS).fill(10) }],
    },
    clock,
    onFailure(error) {
      throw error;
    },
  });
  const requested: RequestedWallet[] = [];
  const requests = createRequests({
    log: { read: async () => requested },
    clock,
    since: async () => new Map(),
    onFailure(error) {
      throw error;
    },
  });
  const topUp = {
    ...{ account: 'acme-ug', timezone: 'UTC', leadMs: 2 * DAY_MS, confidence: 0.95, window: null },
    ...{ source: null, roundTo: amountOf('1'), minimum: amountOf('0'), target: { coverMs: 7 * DAY_MS } },
    isClosed: () => false,
  };
  const planner = createPlanner({ board, clock, runways, requests, settingsOf: () => topUp });
  const metrics = exposeMetrics({
    ...{ clock, board, planner, externalUrl: '', shards: { shard: 0, total: 1 } },
    configured: () => ({ config: { metrics: { derived: false }, alerts: { rules: [] } } }),
    instruments: createInstruments({ measureProcess() {} }),
    storage: { runways, requests, up: () => true, spoolStats: () => ({ polls: 0, bytes: 0, oldest: null }) },
    optionBoard: { accounts: [], version: () => 0, staleAt: () => null },
    ...{ alerts: () => [], ignoredWallets: () => 0, pushes: () => null },
    reloads: () => ({ successful: true, succeededAt: 0 }),
    log: { error() {} },
  } as unknown as Parameters<typeof exposeMetrics>[0]);
  const refresh = () =>
    runways.refresh([{ name: 'acme-ug', schedule, aims: [{ leadMs: 2 * DAY_MS, confidence: 0.95 }] }]);
  const scraped = async () => {
    const { pieces, release } = await metrics.scrape();
    const text = Buffer.concat(pieces).toString();
    release();
    return text;
  };
  const walletsWithSum = async () => {
    const lines = (await scraped()).matchAll(
      /^merchant_wallet_top_up_needed\{.*currency="(.*)",wallet_type="(.*)"\}/gm,
    );
    return [...lines].map(([, currency, type]) => `${currency} ${type}`);
  };
  const told = async () => {
    const text = await scraped();
    return [
      /^merchant_wallet_runway_seconds\{.*confidence="0.5"\} (\d+)$/m.exec(text)?.[1],
      /^merchant_wallet_top_up_needed\{.*\} (\d+)$/m.exec(text)?.[1],
    ];
  };
  const request = async (amount: string) => {
    const one = { at: clock.now(), amount: amountOf(amount) };
    requested.push({ ...PAYOUT, requests: [one], rises: [], available: amountOf('1000') });
    await requests.refresh();
  };
  return { refresh, request, told, walletsWithSum };
}

test('what is forecast after a start is told by the next scrape, and not hours later by the next poll', async () => {
  const { refresh, told } = started();
  expect(await told()).toEqual([undefined, undefined]);
  await refresh();
  const [runway, needed] = await told();
  expect(Number(runway)).toBeGreaterThan(3 * 86_400);
  expect(Number(needed)).toBeGreaterThan(1_000);
});

test('a wallet without a plan has no sum to be sent: without enough history, or because others are topped up from it', async () => {
  const { refresh, walletsWithSum } = started();
  await refresh();
  expect(await walletsWithSum()).toEqual(['UGX MERCHANT_PAYOUT']);
});

test('what is on its way is told as needed no more by the next scrape, as the page tells it', async () => {
  const { refresh, request, told } = started();
  await refresh();
  const [, needed] = await told();
  expect(Number(needed)).toBeGreaterThan(1_000);
  await request(needed!);
  const [, stillNeeded] = await told();
  expect(stillNeeded).toBe('0');
});
