// What floatwatch tells about itself, by the client library, in a registry that is handed in.
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Instant } from '../domain/observation.ts';
import type { Format } from './family.ts';
import { registerProcessMetrics } from './process.ts';

/** How a notification ended, for `floatwatch_notifications_total`. */
const NOTIFICATION_OUTCOMES = ['delivered', 'failed', 'dropped'] as const;
export type NotificationOutcome = (typeof NOTIFICATION_OUTCOMES)[number];

/** Looked at on every scrape; each must answer at once, from memory. One that throws costs its own families only. */
export interface SelfSources {
  readonly build: { readonly version: string; readonly revision: string; readonly nodeVersion: string };
  /** Alertmanagers and webhooks, as they are named; every pair with an outcome is there from the start. */
  readonly receivers?: readonly string[];
  /** Seconds by which an Alertmanager's clock is ahead of ours, for those that have answered. */
  readonly clockSkew?: () => Iterable<readonly [receiver: string, seconds: number]>;
  readonly storeUp?: () => boolean;
  readonly spool?: () => { readonly polls: number; readonly bytes: number; readonly oldest: Instant | null };
  readonly reload?: () => { readonly successful: boolean; readonly succeededAt: Instant };
  /** Wallets that are known but not exposed, by reason. */
  readonly refused?: () => Readonly<Record<string, number>>;
}

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
  new Gauge({
    name: 'floatwatch_build_info',
    help: '1; its labels tell what is running.',
    labelNames: ['version', 'revision', 'node_version'] as const,
    registers,
  }).set(
    {
      version: sources.build.version,
      revision: sources.build.revision,
      node_version: sources.build.nodeVersion,
    },
    1,
  );

  const { storeUp, spool, reload, clockSkew, refused } = sources;
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  if (storeUp)
    gauge('floatwatch_store_up', '1 if Postgres answered last time, else 0.', () => (storeUp() ? 1 : 0));
  if (spool) {
    gauge('floatwatch_spool_polls', 'Polls that wait on this disk for Postgres.', () => spool().polls);
    gauge('floatwatch_spool_bytes', 'Bytes that the waiting polls take on this disk.', () => spool().bytes);
    gauge(
      'floatwatch_spool_oldest_timestamp_seconds',
      'Slot of the oldest poll that waits, in seconds since 1970; 0 when none does.',
      () => (spool().oldest ?? 0) / 1000,
    );
  }
  if (reload) {
    gauge(
      'floatwatch_config_last_reload_successful',
      '1 if the configuration was accepted when it was last read, else 0 and the old one is in force.',
      () => (reload().successful ? 1 : 0),
    );
    gauge(
      'floatwatch_config_last_reload_success_timestamp_seconds',
      'When a configuration was last accepted, in seconds since 1970.',
      () => reload().succeededAt / 1000,
    );
  }
  if (clockSkew) {
    new Gauge({
      name: 'floatwatch_alertmanager_clock_skew_seconds',
      help: "How far the receiver's clock is ahead of ours by its last answer, in seconds.",
      labelNames: ['receiver'] as const,
      registers,
      collect() {
        this.reset();
        for (const [receiver, seconds] of clockSkew()) this.set({ receiver }, seconds);
      },
    });
  }
  if (refused) {
    new Gauge({
      name: 'floatwatch_wallets_not_exposed',
      help: 'Wallets that are known and stored but have no series: label (their name fails the check), account_limit, total_limit.',
      labelNames: ['reason'] as const,
      registers,
      collect() {
        for (const [reason, wallets] of Object.entries(refused())) this.set({ reason }, wallets);
      },
    });
  }

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
