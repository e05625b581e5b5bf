// What floatwatch tells about itself: counters and histograms of its work, and the gauges of self-gauges.ts. Made by the
// client library, in a registry that is handed in.
import { Counter, Histogram, type Registry } from 'prom-client';
import type { Format } from './family.ts';
import { registerProcessMetrics } from './process.ts';
import { registerGauges, type SelfSources } from './self-gauges.ts';

/** How a notification ended, for `floatwatch_notifications_total`. */
const NOTIFICATION_OUTCOMES = ['delivered', 'failed', 'dropped'] as const;
export type NotificationOutcome = (typeof NOTIFICATION_OUTCOMES)[number];

export interface SelfMetrics {
  polled(durationMs: number, lagMs: number): void;
  stored(snapshots: number, tookMs: number): void;
  /** Snapshots that were committed after they had waited in the spool. */
  drained(snapshots: number): void;
  notified(receiver: string, outcome: NotificationOutcome): void;
  /** The registry in a format, without an end mark. Never rejects: `onError` hears of a family that failed. */
  render(format: Format): Promise<string>;
}

/** Registers the families and returns what feeds them. */
export function createSelfMetrics(
  registry: Registry,
  sources: SelfSources,
  onError: (family: string, error: unknown) => void = () => {},
): SelfMetrics {
  const registers = [registry];
  registerProcessMetrics(registry);

  const duration = new Histogram({
    name: 'floatwatch_poll_duration_seconds',
    help: 'Polls from start to end, retries included, in seconds.',
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30, 60],
    registers,
  });
  const lag = new Histogram({
    name: 'floatwatch_slot_lag_seconds',
    help: 'From the instant at which a slot was due to the start of its poll, in seconds; the deterministic spread is part of it.',
    buckets: [0.1, 0.5, 1, 2, 5, 10, 30, 60, 300],
    registers,
  });
  const notifications = new Counter({
    name: 'floatwatch_notifications_total',
    help: 'Requests to receivers by how they ended, since this process started.',
    labelNames: ['receiver', 'outcome'] as const,
    registers,
  });
  for (const receiver of sources.receivers ?? []) {
    for (const outcome of NOTIFICATION_OUTCOMES) notifications.inc({ receiver, outcome }, 0);
  }
  const writes = new Histogram({
    name: 'floatwatch_store_write_duration_seconds',
    help: 'From a finished poll to its commit in Postgres, waiting for the batch included, in seconds.',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const snapshots = new Counter({
    name: 'floatwatch_snapshots_stored_total',
    help: 'Snapshots committed in Postgres by this process.',
    registers,
  });
  registerGauges(registry, sources);

  return {
    polled(durationMs, lagMs) {
      duration.observe(durationMs / 1000);
      lag.observe(Math.max(0, lagMs) / 1000);
    },
    stored(count, tookMs) {
      writes.observe(tookMs / 1000);
      snapshots.inc(count);
    },
    drained: (count) => snapshots.inc(count),
    notified: (receiver, outcome) => notifications.inc({ receiver, outcome }),
    async render(format) {
      // Not registry.metrics(): there one collector that throws costs all the others, and OpenMetrics renames counters.
      const families = await Promise.all(
        registry.getMetricsAsArray().map(async ({ name }) => {
          try {
            return translate(await registry.getSingleMetricAsString(name), format);
          } catch (error) {
            onError(name, error);
            return '';
          }
        }),
      );
      return families.join('');
    },
  };
}

/** The library's 0.0.4 text of one family in our format, without samples that aren't numbers. */
function translate(text: string, format: Format): string {
  let result = '';
  for (const line of text.split('\n')) {
    if (line === '' || / nan$/i.test(line)) continue;
    result += `${format === 'openmetrics' ? forOpenMetrics(line, text) : line}\n`;
  }
  return result;
}

function forOpenMetrics(line: string, family: string): string {
  const header = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line);
  if (!header) return line;
  const [, kind, name = '', rest = ''] = header;
  const isCounter = /^# TYPE \S+ counter$/m.test(family);
  const told = kind === 'HELP' ? rest.replace(/"/g, '\\"') : rest; // the rest is escaped already
  return `# ${kind} ${isCounter ? name.replace(/_total$/, '') : name} ${told}`;
}
