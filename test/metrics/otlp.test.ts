// What is pushed by OTLP: the same as a scrape, in the terms of OpenTelemetry.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type DataPoint, DataPointType, type Histogram, type MetricData } from '@opentelemetry/sdk-metrics';
import { expect, test } from 'vitest';
import { createProducer } from '../../src/metrics/otlp/producer.ts';
import { MAX_POINTS } from '../../src/metrics/otlp/push.ts';
import { batches, requestBodies } from '../../src/metrics/otlp/requests.ts';
import { createHouse, MINUTE, NOON, wallet } from './house.ts';

const EXACT = '12345678901234567.89';

async function collected(house: ReturnType<typeof createHouse>) {
  const producer = createProducer({
    scrape: () => house.metrics.scrape(),
    now: house.clock.now,
    startedAt: NOON - MINUTE - 1,
    resource: { 'service.name': 'floatwatch' },
    version: '0.1.0',
  });
  const { resourceMetrics, errors } = await producer.collect();
  expect(errors).toEqual([]);
  return resourceMetrics;
}

function watched() {
  const house = createHouse(['acme-ug', 'odd'], {
    droppedWallets: () => [{ account: 'a "quoted" \\ name\n', reason: 'missing', count: 3 }],
  });
  house.observe('acme-ug', [wallet('UGX', 'MERCHANT_PAYOUT', EXACT), wallet('KES', 'MERCHANT_PAYOUT', '0')]);
  return house;
}

test('every series of a scrape is a point, under the same name and labels, and no other', async () => {
  const house = watched();
  const { scopeMetrics } = await collected(house);
  const { families } = await house.read();
  const scraped = [...families.values()].flatMap(({ name, type, samples }) =>
    samples
      .filter((sample) => type !== 'histogram' || sample.name === `${name}_count`)
      .map(({ labels }) => `${name} ${JSON.stringify(labels)}`),
  );
  const pushed = scopeMetrics[0]!.metrics.flatMap(({ descriptor, dataPoints }) =>
    dataPoints.map(({ attributes }) => `${descriptor.name} ${JSON.stringify(attributes)}`),
  );
  expect(pushed.length).toBeGreaterThan(80);
  // Which resources are open, and what was collected, is another thing from one moment to the next.
  const lasting = (series: readonly string[]) =>
    series.filter((each) => !/^nodejs_(?:active_resources|gc_)/.test(each)).sort();
  expect(lasting(pushed)).toEqual(lasting(scraped));
  expect(pushed.join('\n')).toContain(String.raw`{"account":"a \"quoted\" \\ name\n","reason":"missing"}`);
});

test('amounts are doubles, nothing has a unit, counters and histograms are cumulative since the start', async () => {
  const { scopeMetrics } = await collected(watched());
  const { metrics } = scopeMetrics[0]!;
  const of = (name: string): MetricData => metrics.find(({ descriptor }) => descriptor.name === name)!;
  expect(new Set(metrics.map(({ descriptor }) => descriptor.unit))).toEqual(new Set(['']));
  expect(new Set(metrics.map(({ aggregationTemporality }) => aggregationTemporality))).toEqual(new Set([1]));

  const balance = of('merchant_wallet_available_balance');
  expect(balance.dataPointType).toBe(DataPointType.GAUGE);
  expect(balance.descriptor.description).toMatch(/^Money that can be paid out/);
  expect(balance.dataPoints.map(({ value }) => value)).toEqual([12345678901234568, 0]);
  expect(balance.dataPoints[0]).toMatchObject({ endTime: [NOON / 1_000, 0] });

  const polls = of('floatwatch_polls_total');
  expect(polls).toMatchObject({ dataPointType: DataPointType.SUM, isMonotonic: true });
  expect(polls.dataPoints[0]!.startTime).toEqual([(NOON - MINUTE) / 1_000 - 1, 999_000_000]);

  const duration = of('floatwatch_poll_duration_seconds');
  expect(duration.dataPointType).toBe(DataPointType.HISTOGRAM);
  const [{ value }] = duration.dataPoints as [DataPoint<Histogram>];
  expect(value.buckets.boundaries).toEqual([0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30, 60]);
  expect(value.buckets.counts).toEqual([0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  expect([value.sum, value.count]).toEqual([0.25, 1]);
});

test('a balance that turns stale is no longer pushed', async () => {
  const house = watched();
  const names = async () =>
    (await collected(house)).scopeMetrics[0]!.metrics.map(({ descriptor }) => descriptor.name);
  expect(await names()).toContain('merchant_wallet_available_balance');
  house.clock.advance(10 * MINUTE);
  expect(await names()).not.toContain('merchant_wallet_available_balance');
  expect(await names()).toContain('merchant_wallet_state');
});

test.each([0, 1, MAX_POINTS - 1, MAX_POINTS, MAX_POINTS + 1, 3 * MAX_POINTS])(
  'no request has more than it may: %i wallets, each point once',
  async (count) => {
    const house = createHouse(['a'], { caps: { walletsPerAccount: 100_000, wallets: 100_000 } });
    house.observe(
      'a',
      Array.from({ length: count }, (_, i) => wallet('UGX', `W${i}`, String(i))),
    );
    const all = await collected(house);
    const expected = all.scopeMetrics[0]!.metrics.reduce((sum, { dataPoints }) => sum + dataPoints.length, 0);
    const sizes = batches(all.scopeMetrics[0]!.metrics).map((batch) =>
      batch.reduce((sum, { dataPoints }) => sum + dataPoints.length, 0),
    );
    expect(Math.max(...sizes)).toBeLessThanOrEqual(MAX_POINTS);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(expected);
    let written = 0;
    for await (const body of requestBodies(all)) {
      const { resourceMetrics } = JSON.parse(gunzipSync(body).toString());
      for (const { gauge, sum, histogram } of resourceMetrics[0].scopeMetrics[0].metrics) {
        written += (gauge ?? sum ?? histogram).dataPoints.length;
      }
    }
    expect(written).toBe(expected);
  },
);

test('who pushes nothing loads nothing of OpenTelemetry but what the client library asks for', () => {
  const loaded = execFileSync(
    process.execPath,
    [join(import.meta.dirname, 'loaded-child.ts'), join(import.meta.dirname, '../../src/app/app.ts')],
    { encoding: 'utf8' },
  );
  expect(loaded).toContain('prom-client');
  const packages = [...loaded.matchAll(/@opentelemetry\/[\w-]+/g)].map(([name]) => name);
  expect(new Set(packages)).toEqual(new Set(['@opentelemetry/api']));
  expect(/\/metrics\/otlp\/producer/.test(loaded)).toBe(false);
});
