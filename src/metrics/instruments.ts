// Counts and measures the work of the program. `app/` makes it before everything else, because everything counts.
import { Counter, Histogram, Registry } from 'prom-client';
import { registerProcessMetrics } from './process.ts';

/** How a notification ended, for `floatwatch_notifications_total`. */
const NOTIFICATION_OUTCOMES = ['delivered', 'failed', 'dropped'] as const;
export type NotificationOutcome = (typeof NOTIFICATION_OUTCOMES)[number];

export interface InstrumentOptions {
  /** @default a new one; never the library's global one */
  readonly registry?: Registry;
  /** Registers the metrics of the process. @default those of this process */
  readonly measureProcess?: (registry: Registry) => void;
  /** See {@link Instruments.expectReceivers}. @default none */
  readonly receivers?: readonly string[];
}

/** The counters and histograms of the program. No method throws or waits. */
export interface Instruments {
  readonly registry: Registry;
  polled(durationMs: number, lagMs: number): void;
  /** An answer of an account's service differed from its document in this way, and could be read. */
  deviated(account: string, kind: string): void;
  /** Snapshots that Postgres took straight from their poll. */
  stored(snapshots: number, tookMs: number): void;
  /** Snapshots that were stored after they had waited on the disk. */
  drained(snapshots: number): void;
  /** A request to a receiver ended. */
  notified(receiver: string, outcome: NotificationOutcome): void;
  /** Starts the counters of these receivers at zero, before their first notification. */
  expectReceivers(names: readonly string[]): void;
}

export function createInstruments(options: InstrumentOptions = {}): Instruments {
  const { registry = new Registry(), measureProcess = registerProcessMetrics, receivers = [] } = options;
  const registers = [registry];
  measureProcess(registry);

  const histogram = (name: string, help: string, buckets: number[]) =>
    new Histogram({ name, help, buckets, registers });
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Counter({ name, help, labelNames, registers });
  const duration = histogram(
    'floatwatch_poll_duration_seconds',
    'Polls from start to end, retries included, in seconds.',
    [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30, 60],
  );
  const lag = histogram(
    'floatwatch_slot_lag_seconds',
    'From the instant at which a slot was due to the start of its poll, in seconds; the deterministic spread is part of it.',
    [0.1, 0.5, 1, 2, 5, 10, 30, 60, 300],
  );
  const notifications = counter(
    'floatwatch_notifications_total',
    'Requests to receivers by how they ended, since this process started.',
    ['receiver', 'outcome'],
  );
  const deviations = counter(
    'floatwatch_contract_deviations_total',
    "Ways in which answers left the service's document though they could be read, once per answer (and unknown name).",
    ['account', 'kind'],
  );
  const writes = histogram(
    'floatwatch_store_write_duration_seconds',
    'From a finished poll to its commit in Postgres, waiting for the batch included, in seconds.',
    [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  );
  const snapshots = counter(
    'floatwatch_snapshots_stored_total',
    'Snapshots committed in Postgres by this process.',
  );
  const expectReceivers = (names: readonly string[]) => {
    for (const receiver of names) {
      for (const outcome of NOTIFICATION_OUTCOMES) notifications.inc({ receiver, outcome }, 0);
    }
  };
  expectReceivers(receivers);

  return {
    registry,
    polled(durationMs, lagMs) {
      duration.observe(durationMs / 1000);
      lag.observe(Math.max(0, lagMs) / 1000);
    },
    deviated: (account, kind) => deviations.inc({ account, kind }),
    stored(count, tookMs) {
      writes.observe(tookMs / 1000);
      snapshots.inc(count);
    },
    drained: (count) => snapshots.inc(count),
    notified: (receiver, outcome) => notifications.inc({ receiver, outcome }),
    expectReceivers,
  };
}
