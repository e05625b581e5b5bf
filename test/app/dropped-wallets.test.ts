// Wallets that are given up because a service names new ones without end are counted in /metrics.
import { expect, test } from 'vitest';
import { exposeMetrics } from '../../src/app/metrics.ts';
import { createInstruments } from '../../src/metrics/instruments.ts';
import { createBoard } from '../../src/monitor/board/board.ts';
import { createPaymentOptionBoard } from '../../src/monitor/board/payment-option-board.ts';
import { createSchedule } from '../../src/monitor/polling/schedule.ts';
import { handClock } from '../support/clock.ts';
import { observation, wallet } from '../support/fakes.ts';

test('D13 wallets that are dropped are counted by account and reason, and absent while there are none', async () => {
  const clock = handClock('2026-03-02T12:00:00Z');
  const schedule = createSchedule('* * * * *', 'UTC');
  const accounts = ['acme', 'calm'].map((name) => ({ name, schedule, staleAfter: 2, expect: [] }));
  const board = createBoard(accounts, clock);
  const nothing = () => null;
  const storage = {
    ...{ runways: { exposed: () => [], revision: () => 0 }, requests: { revision: 0 } },
    up: () => true,
    spoolStats: () => ({ polls: 0, bytes: 0, oldest: null }),
    databaseClockSkewMs: nothing,
    maintenanceStatus: nothing,
    postgres: { leftOutWallets: (account: string) => (account === 'acme' ? 23 : 0) },
  };
  const metrics = exposeMetrics({
    clock,
    configured: () => ({ config: { metrics: { derived: false }, alerts: { rules: [] } } }),
    log: { error() {} },
    instruments: createInstruments(),
    storage,
    board,
    optionBoard: createPaymentOptionBoard([], clock),
    evaluator: { alerts: () => [], told: () => [] },
    receivers: () => ({ clockSkew: () => [] }),
    ignoredWallets: (account: string) => (account === 'acme' ? 17 : 0),
    externalUrl: 'http://localhost:14217',
    reloads: () => ({ successful: true, succeededAt: 0 }),
    shards: { shard: 0, total: 1 },
  } as unknown as Parameters<typeof exposeMetrics>[0]);
  for (let minute = 0; minute < 6; minute++) {
    const names = Array.from({ length: 500 }, (_, i) => wallet('1', `T${minute}_${i}`));
    board.observe(observation({ slot: clock.now(), wallets: names }));
    clock.advance(60_000);
  }
  const { pieces, release } = await metrics.scrape();
  const text = Buffer.concat([...pieces]).toString();
  release();
  const samples = text.split('\n').filter((line) => line.startsWith('floatwatch_wallets_dropped_total{'));
  expect(samples).toEqual([
    'floatwatch_wallets_dropped_total{account="acme",reason="missing"} 500',
    'floatwatch_wallets_dropped_total{account="acme",reason="no_alerts"} 17',
    'floatwatch_wallets_dropped_total{account="acme",reason="not_stored"} 23',
  ]);
});
