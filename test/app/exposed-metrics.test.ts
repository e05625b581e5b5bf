// What the program's parts tell of themselves in /metrics.
import { expect, test } from 'vitest';
import { exposeMetrics } from '../../src/app/metrics.ts';
import { createInstruments } from '../../src/metrics/instruments.ts';
import { createBoard } from '../../src/monitor/board/board.ts';
import { createPaymentOptionBoard } from '../../src/monitor/board/payment-option-board.ts';
import { createSchedule } from '../../src/monitor/polling/schedule.ts';
import { handClock } from '../support/clock.ts';
import { observation, wallet } from '../support/fakes.ts';

/** The lines of one account with a wallet; `logged` is what was logged, `planned` how often a plan was asked for. */
async function exposing(parts: object = {}, storage: object = {}, plan: unknown = undefined) {
  const clock = handClock('2026-03-02T12:00:00Z');
  const schedule = createSchedule('* * * * *', 'UTC');
  const board = createBoard([{ name: 'acme', schedule, staleAfter: 2, expect: [] }], clock);
  board.observe(observation({ slot: clock.now(), wallets: [wallet('1')] }));
  const logged: unknown[] = [];
  let planned = 0;
  const metrics = exposeMetrics({
    ...{ clock, board, optionBoard: createPaymentOptionBoard([], clock) },
    configured: () => ({ config: { metrics: { derived: false }, alerts: { rules: [] } } }),
    log: { error: (...of: unknown[]) => void logged.push(of) },
    instruments: createInstruments({ measureProcess() {} }),
    storage: {
      ...{ runways: { exposed: () => [], revision: () => 1 }, requests: { revision: 0 }, up: () => true },
      spoolStats: () => ({ polls: 0, bytes: 0, oldest: null }),
      ...{ databaseClockSkewMs: () => null, maintenanceStatus: () => null },
      ...{ postgres: { leftOutWallets: () => 0 }, ...storage },
    },
    planner: {
      of() {
        planned++;
        return plan;
      },
    },
    evaluator: { alerts: () => [], told: () => [] },
    ...{ receivers: () => ({ clockSkew: () => [] }), ignoredWallets: () => 0, pushes: () => null },
    ...{ externalUrl: 'https://float.example.com', shards: { shard: 0, total: 1 } },
    ...{ reloads: () => ({ successful: true, succeededAt: 0 }), ...parts },
  } as unknown as Parameters<typeof exposeMetrics>[0]);
  const { pieces, release } = await metrics.scrape();
  const text = Buffer.concat(pieces).toString();
  release();
  const of = (name: RegExp) => text.split('\n').filter((line) => !line.startsWith('#') && name.test(line));
  return { of, logged, planned: () => planned };
}

test('shards are told where there are more than one', async () => {
  expect((await exposing()).of(/shard/)).toEqual([]);
  const { of } = await exposing({ shards: { shard: 1, total: 2 } });
  expect(of(/shard/)).toEqual(['floatwatch_shard_ordinal 1', 'floatwatch_total_shards 2']);
});

test('so are where people open the pages, and when tasks of maintenance succeeded, once that is known', async () => {
  const it = await exposing();
  expect(it.of(/external_url/)).toEqual(['floatwatch_external_url_info{url="https://float.example.com"} 1']);
  expect(it.of(/maintenance/)).toEqual([]);
  const maintenanceStatus = () => [{ task: 'rollups', succeededAt: 1_500, overdueMs: 0 }];
  expect((await exposing({}, { maintenanceStatus })).of(/maintenance/)).toEqual([
    'floatwatch_maintenance_last_success_timestamp_seconds{task="rollups"} 1.5',
  ]);
});

test('one wallet that was given up is told, of each reason', async () => {
  const { of } = await exposing({ ignoredWallets: () => 1 }, { postgres: { leftOutWallets: () => 1 } });
  expect(of(/dropped/)).toEqual([
    'floatwatch_wallets_dropped_total{account="acme",reason="no_alerts"} 1',
    'floatwatch_wallets_dropped_total{account="acme",reason="not_stored"} 1',
  ]);
});

test('what can’t be told is left out, and logged', async () => {
  const spoolStats = () => {
    throw new Error('no disk');
  };
  const { of, logged } = await exposing({}, { spoolStats });
  expect(of(/spool_bytes/)).toEqual([]);
  expect(logged).toContainEqual([
    { family: 'floatwatch_spool_bytes', reason: 'no disk' },
    'a metric could not be rendered',
  ]);
});

test.each([
  ['what is to be sent', { needed: '500', by: undefined }, ['500']],
  ['nothing without a plan of the wallet', undefined, []],
  ['nothing where there can be none', { unplanned: 'source' }, []],
])('of top-ups is told %s', async (_what, topUp, needed) => {
  const it = await exposing({}, {}, topUp && { topUp });
  expect(it.of(/top_up_needed/).map((line) => line.split(' ')[1])).toEqual(needed);
  expect(it.planned()).toBe(1);
});

test('no plan is made while nothing was foretold of the account', async () => {
  const runways = { exposed: () => [], revision: () => 0 };
  const it = await exposing({}, { runways }, { topUp: { needed: '500', by: undefined } });
  expect([it.of(/top_up_needed/), it.planned()]).toEqual([[], 0]);
});
