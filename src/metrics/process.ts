// Registers the metrics of the process: the client library's where they are cheap to read, otherwise our own under the same
// names. Used by `instruments.ts`.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client';

// Expensive to read (the event loop's lag alone takes half a millisecond), or with a name that doesn't fit their type.
const UNWANTED =
  /^(?:nodejs_(?:active_\w+_total|active_requests|active_handles|eventloop_\w+|heap_\w+|external_memory_bytes)|process_heap_bytes)$/;
const NEVER_MS = 2 ** 31 - 1; // the library's timers can't be stopped, so they get the longest period there is

/** Registers the process's metrics, which are measured from now on, for as long as the process lives. */
export function registerProcessMetrics(registry: Registry): void {
  collectDefaultMetrics({
    register: registry,
    eventLoopUtilizationTimeout: NEVER_MS,
    eventLoopMonitoringPrecision: NEVER_MS,
  });
  for (const { name } of registry.getMetricsAsArray())
    if (UNWANTED.test(name)) registry.removeSingleMetric(name);

  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  gauge(
    'nodejs_eventloop_lag_p50_seconds',
    'Median delay of the event loop since the last scrape, in seconds.',
    () => seconds(delay.percentile(50)),
  );
  gauge('nodejs_eventloop_lag_p99_seconds', '99th percentile of the same, in seconds.', () =>
    seconds(delay.percentile(99)),
  );
  gauge('nodejs_eventloop_lag_max_seconds', 'The longest of the same, in seconds.', () => {
    const longest = seconds(delay.max);
    delay.reset();
    return longest;
  });
  gauge(
    'nodejs_heap_size_total_bytes',
    'Heap of the JavaScript engine, in bytes.',
    () => getHeapStatistics().total_heap_size,
  );
  gauge('nodejs_heap_size_used_bytes', 'Heap in use, in bytes.', () => getHeapStatistics().used_heap_size);
  gauge(
    'nodejs_external_memory_bytes',
    'Memory that the heap refers to outside of it, in bytes.',
    () => getHeapStatistics().external_memory,
  );
}

function seconds(nanoseconds: number): number {
  return nanoseconds / 1e9;
}
