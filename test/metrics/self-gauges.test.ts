// The gauges about floatwatch itself, by what their sources say.
import { Registry } from 'prom-client';
import { describe, expect, test } from 'vitest';
import { createInstruments } from '../../src/metrics/instruments.ts';
import { createSelfMetrics } from '../../src/metrics/self.ts';
import type { SelfSources } from '../../src/metrics/self-gauges.ts';

const build = { version: '1.2.3', revision: 'abc', nodeVersion: 'v24' };

/** The registry's text, of which the measurements of the process are no part. */
async function told(sources: Partial<SelfSources>, format: 'text' | 'openmetrics' = 'text') {
  const failed: string[] = [];
  const registry = new Registry();
  const instruments = createInstruments({ registry, measureProcess: () => {} });
  const self = createSelfMetrics(instruments, { build, ...sources }, (family) => failed.push(family));
  const text = await self.render(format);
  const samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const own = samples.filter((line) => !/_(?:seconds_(?:bucket|sum|count)|stored_total)\b/.test(line));
  return { text, failed, own: own.filter((line) => !line.startsWith('floatwatch_build_info')) };
}

test('what is running is always told, and nothing without a source', async () => {
  const { text, own } = await told({});
  expect(text).toContain('floatwatch_build_info{version="1.2.3",revision="abc",node_version="v24"} 1\n');
  expect(own).toEqual([]);
});

describe('a source is told by its gauge', () => {
  test.each<[string, Partial<SelfSources>, readonly string[]]>([
    ['the pages', { externalUrl: 'https://x' }, ['floatwatch_external_url_info{url="https://x"} 1']],
    ['Postgres is there', { storeUp: () => true }, ['floatwatch_store_up 1']],
    ['Postgres is away', { storeUp: () => false }, ['floatwatch_store_up 0']],
    [
      'polls wait',
      { spool: () => ({ polls: 3, bytes: 1_024, oldest: 5_500 }) },
      [
        'floatwatch_spool_polls 3',
        'floatwatch_spool_bytes 1024',
        'floatwatch_spool_oldest_timestamp_seconds 5.5',
      ],
    ],
    [
      'none waits',
      { spool: () => ({ polls: 0, bytes: 0, oldest: null }) },
      ['floatwatch_spool_polls 0', 'floatwatch_spool_bytes 0', 'floatwatch_spool_oldest_timestamp_seconds 0'],
    ],
    [
      'our clock is ahead',
      { databaseClockSkew: () => 1_250 },
      ['floatwatch_database_clock_skew_seconds 1.25'],
    ],
    ['the clocks agree', { databaseClockSkew: () => 0 }, ['floatwatch_database_clock_skew_seconds 0']],
    ['it is not known', { databaseClockSkew: () => null }, []],
    [
      'a shard',
      { shards: { shard: 2, total: 5 } },
      ['floatwatch_shard_ordinal 2', 'floatwatch_total_shards 5'],
    ],
    [
      'a configuration that was accepted',
      { reload: () => ({ successful: true, succeededAt: 2_500 }) },
      [
        'floatwatch_config_last_reload_successful 1',
        'floatwatch_config_last_reload_success_timestamp_seconds 2.5',
      ],
    ],
    [
      'a configuration that was refused',
      { reload: () => ({ successful: false, succeededAt: 0 }) },
      [
        'floatwatch_config_last_reload_successful 0',
        'floatwatch_config_last_reload_success_timestamp_seconds 0',
      ],
    ],
    [
      'a push that was taken',
      { otlp: () => ({ successful: true, succeededAt: 7_500 }) },
      ['floatwatch_otlp_last_push_successful 1', 'floatwatch_otlp_last_push_success_timestamp_seconds 7.5'],
    ],
    [
      'a push that was never taken',
      { otlp: () => ({ successful: false, succeededAt: null }) },
      ['floatwatch_otlp_last_push_successful 0'],
    ],
    ['no push', { otlp: () => null }, []],
    [
      'clocks of Alertmanagers',
      {
        clockSkew: () => [
          ['one', 0.5],
          ['two', -3],
        ],
      },
      [
        'floatwatch_alertmanager_clock_skew_seconds{receiver="one"} 0.5',
        'floatwatch_alertmanager_clock_skew_seconds{receiver="two"} -3',
      ],
    ],
    [
      'maintenance',
      {
        maintenance: () => [
          { task: 'rollup', succeededAt: 1_500 },
          { task: 'expire', succeededAt: null },
        ],
      },
      [
        'floatwatch_maintenance_last_success_timestamp_seconds{task="rollup"} 1.5',
        'floatwatch_maintenance_last_success_timestamp_seconds{task="expire"} 0',
      ],
    ],
    [
      'wallets without series',
      { refused: () => ({ label: 2, total_limit: 0 }) },
      [
        'floatwatch_wallets_not_exposed{reason="label"} 2',
        'floatwatch_wallets_not_exposed{reason="total_limit"} 0',
      ],
    ],
    [
      'wallets that were given up',
      { droppedWallets: () => [{ account: 'a"b', reason: 'missing', count: 4 }] },
      ['floatwatch_wallets_dropped_total{account="a\\"b",reason="missing"} 4'],
    ],
    ['none was given up', { droppedWallets: () => [] }, []],
  ])('%s', async (_what, sources, lines) => {
    const { own, failed } = await told(sources);
    expect(own).toEqual(lines);
    expect(failed).toEqual([]);
  });
});

test('what a source named before and no longer names has no series', async () => {
  const registry = new Registry();
  const instruments = createInstruments({ registry, measureProcess: () => {} });
  let names = ['one', 'two'];
  const self = createSelfMetrics(instruments, {
    build,
    clockSkew: () => names.map((name) => [name, 1] as const),
    droppedWallets: () => names.map((account) => ({ account, reason: 'missing', count: 1 })),
  });
  expect(await self.render('text')).toContain('receiver="two"');
  names = ['one'];
  const text = await self.render('text');
  expect(text).not.toMatch(/"two"/);
  expect(text).toContain('floatwatch_wallets_dropped_total{account="one",reason="missing"} 1\n'); // not added up
});

test('OpenMetrics has counters under their names without _total, in headers alone', async () => {
  const { text } = await told(
    { droppedWallets: () => [{ account: 'a', reason: 'no_alerts', count: 1 }] },
    'openmetrics',
  );
  expect(text).toContain('# TYPE floatwatch_wallets_dropped counter\n');
  expect(text).toMatch(/# HELP floatwatch_wallets_dropped Wallets given up/);
  expect(text).toContain('floatwatch_wallets_dropped_total{account="a",reason="no_alerts"} 1\n');
  expect(text).toContain('# TYPE floatwatch_slot_lag_seconds histogram\n');
});

test('a source that fails costs its own families alone', async () => {
  const sources: Partial<SelfSources> = {
    externalUrl: 'x',
    storeUp() {
      throw new Error('no');
    },
  };
  const { own, failed } = await told(sources);
  expect(own).toEqual(['floatwatch_external_url_info{url="x"} 1']);
  expect(failed).toEqual(['floatwatch_store_up']);
});

describe('the instruments', () => {
  const read = async (registry: Registry, name: string) =>
    (await registry.getSingleMetricAsString(name))
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#') && !line.includes('_bucket'));

  test('count polls, snapshots, deviations and notifications', async () => {
    const registry = new Registry();
    const instruments = createInstruments({ registry, measureProcess: () => {}, receivers: ['ops'] });
    instruments.polled(250, 100);
    instruments.polled(750, -5); // a clock was set back
    instruments.stored(3, 20);
    instruments.drained(4);
    instruments.deviated('acme', 'unknown_field');
    instruments.notified('ops', 'delivered');
    instruments.expectReceivers(['sms']);
    expect(await read(registry, 'floatwatch_poll_duration_seconds')).toEqual([
      'floatwatch_poll_duration_seconds_sum 1',
      'floatwatch_poll_duration_seconds_count 2',
    ]);
    expect(await read(registry, 'floatwatch_slot_lag_seconds')).toEqual([
      'floatwatch_slot_lag_seconds_sum 0.1',
      'floatwatch_slot_lag_seconds_count 2',
    ]);
    expect(await read(registry, 'floatwatch_store_write_duration_seconds')).toEqual([
      'floatwatch_store_write_duration_seconds_sum 0.02',
      'floatwatch_store_write_duration_seconds_count 1',
    ]);
    expect(await read(registry, 'floatwatch_snapshots_stored_total')).toEqual([
      'floatwatch_snapshots_stored_total 7',
    ]);
    expect(await read(registry, 'floatwatch_contract_deviations_total')).toEqual([
      'floatwatch_contract_deviations_total{account="acme",kind="unknown_field"} 1',
    ]);
    expect(await read(registry, 'floatwatch_notifications_total')).toEqual(
      ['ops', 'sms'].flatMap((receiver) =>
        ['delivered', 'failed', 'dropped'].map(
          (outcome) =>
            `floatwatch_notifications_total{receiver="${receiver}",outcome="${outcome}"} ${receiver === 'ops' && outcome === 'delivered' ? 1 : 0}`,
        ),
      ),
    );
  });
});

test('of the process only what is cheap to read, under the names of the client library', async () => {
  const { registry } = createInstruments();
  const names = registry.getMetricsAsArray().map(({ name }) => name);
  const own = names.filter((name) => /^nodejs_(?:active|eventloop|heap|external)/.test(name));
  expect(own.sort()).toEqual([
    'nodejs_active_resources',
    'nodejs_eventloop_lag_max_seconds',
    'nodejs_eventloop_lag_p50_seconds',
    'nodejs_eventloop_lag_p99_seconds',
    'nodejs_external_memory_bytes',
    'nodejs_heap_size_total_bytes',
    'nodejs_heap_size_used_bytes',
  ]);
  expect(names).not.toContain('process_heap_bytes');
  const value = async (name: string) =>
    Number((await registry.getSingleMetricAsString(name)).trim().split(' ').at(-1));
  const [total, used] = [
    await value('nodejs_heap_size_total_bytes'),
    await value('nodejs_heap_size_used_bytes'),
  ];
  expect(used).toBeGreaterThan(1_000_000);
  expect(total).toBeGreaterThan(used / 2);
  expect(await value('nodejs_external_memory_bytes')).toBeGreaterThan(1_000);
  expect(await value('nodejs_eventloop_lag_p99_seconds')).toBeLessThan(1_000); // seconds, not nanoseconds
});
