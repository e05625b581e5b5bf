// Turns a scrape into OpenTelemetry metrics, as a MetricProducer. Used by `app/otlp.ts`.
import { type Attributes, type HrTime, ValueType } from '@opentelemetry/api';
import { type Resource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  type CollectionResult,
  type DataPoint,
  DataPointType,
  type Histogram,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics';
import type { Instant } from '../../domain/observation.ts';
import { createTurns, eachInTurns } from '../../monitor/turns.ts';
import type { Scrape } from '../metrics.ts';
import { type ExposedFamily, type ExposedSample, readFamilies } from './exposition.ts';

export interface ProducerOptions {
  /** Scrapes in the text format 0.0.4. */
  readonly scrape: () => Promise<Scrape>;
  readonly now: () => Instant;
  /** The instant from which counters count. */
  readonly startedAt: Instant;
  /** The attributes of this process: `service.name` and the like. */
  readonly resource: Readonly<Record<string, string>>;
  readonly version: string;
}

/**
 * Makes a producer of every family with samples. Metrics are cumulative and have the names of a scrape. They have no units,
 * which Prometheus would add to the names. Amounts become doubles here, because the protocol has nothing else.
 */
export function createProducer(options: ProducerOptions): MetricProducer {
  const resource: Resource = resourceFromAttributes({ ...options.resource });
  const scope = { name: 'floatwatch', version: options.version };
  return {
    async collect(): Promise<CollectionResult> {
      const [startTime, endTime] = [hrTime(options.startedAt), hrTime(options.now())];
      const turns = createTurns();
      const { pieces, release } = await options.scrape();
      let families: readonly ExposedFamily[];
      try {
        families = await readFamilies(pieces, turns);
      } finally {
        release();
      }
      const metrics: MetricData[] = [];
      await eachInTurns(families, turns, (family) => {
        metrics.push(metricOf(family, { startTime, endTime }));
      });
      return { resourceMetrics: { resource, scopeMetrics: [{ scope, metrics }] }, errors: [] };
    },
  };
}

interface Times {
  readonly startTime: HrTime;
  readonly endTime: HrTime;
}

function metricOf(family: ExposedFamily, times: Times): MetricData {
  const { name, help: description, type, samples } = family;
  const common = {
    descriptor: { name, description, unit: '', valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  if (type === 'histogram') {
    return { ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints: histograms(family, times) };
  }
  const dataPoints = samples.map(({ labels, value }) => point(labels, Number(value), times));
  return type === 'counter'
    ? { ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
    : { ...common, dataPointType: DataPointType.GAUGE, dataPoints };
}

/** One point for each set of labels, apart from the bound of the bucket. */
function histograms({ name, samples }: ExposedFamily, times: Times): DataPoint<Histogram>[] {
  const byLabels = Map.groupBy(samples, ({ labels: { le, ...labels } }) => JSON.stringify(labels));
  return [...byLabels].map(([key, own]) => {
    const buckets = own
      .filter((sample) => sample.name === `${name}_bucket`)
      .map(({ labels, value }) => ({ bound: Number(labels['le']?.replace('+Inf', 'Infinity')), value }))
      .sort((a, b) => a.bound - b.bound);
    const below = buckets.map(({ value }) => Number(value));
    return point(
      JSON.parse(key) as Attributes,
      {
        buckets: {
          boundaries: buckets.map(({ bound }) => bound).filter(Number.isFinite),
          counts: below.map((count, i) => count - (below[i - 1] ?? 0)),
        },
        sum: valueAt(own, `${name}_sum`),
        count: valueAt(own, `${name}_count`),
      },
      times,
    );
  });
}

function valueAt(samples: readonly ExposedSample[], name: string): number {
  return Number(samples.find((sample) => sample.name === name)?.value ?? 0);
}

function point<T>(attributes: Attributes, value: T, times: Times): DataPoint<T> {
  return { ...times, attributes, value };
}

function hrTime(instant: Instant): HrTime {
  return [Math.floor(instant / 1_000), Math.round((instant % 1_000) * 1_000_000)];
}
