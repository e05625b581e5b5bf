// Makes the requests of a push: compressed OTLP in JSON, which every server must take, with a limited number of points.
// Used by `app/otlp.ts`.
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { JsonMetricsSerializer } from '@opentelemetry/otlp-transformer';
import type { MetricData, ResourceMetrics } from '@opentelemetry/sdk-metrics';
import { createTurns } from '../../monitor/turns.ts';
import { MAX_POINTS } from './push.ts';

const compress = promisify(gzip);

/** Makes the gzipped bodies of the requests that together tell everything, each when it is needed. */
export async function* requestBodies(all: ResourceMetrics): AsyncGenerator<Uint8Array> {
  const turns = createTurns();
  for (const [scope, metrics] of all.scopeMetrics.flatMap((one) =>
    batches(one.metrics).map((batch) => [one.scope, batch] as const),
  )) {
    const text = JsonMetricsSerializer.serializeRequest({
      resource: all.resource,
      scopeMetrics: [{ scope, metrics: [...metrics] }],
    });
    if (text) yield await compress(text, { level: 1 });
    if (turns.isOver()) await turns.next();
  }
}

/** Divides metrics into batches of at most {@link MAX_POINTS} points; the points of one metric may be in several batches. */
export function batches(metrics: readonly MetricData[]): readonly (readonly MetricData[])[] {
  const found: MetricData[][] = [[]];
  let room = MAX_POINTS;
  for (const metric of metrics) {
    for (let from = 0; from < metric.dataPoints.length; ) {
      if (room === 0) {
        found.push([]);
        room = MAX_POINTS;
      }
      const dataPoints = metric.dataPoints.slice(from, from + room);
      found.at(-1)!.push({ ...metric, dataPoints } as MetricData);
      from += dataPoints.length;
      room -= dataPoints.length;
    }
  }
  return found.filter((batch) => batch.length > 0);
}
