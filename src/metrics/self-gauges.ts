// Registers gauges, and a counter, about floatwatch itself: each reads its source when it is scraped. Used by `self.ts`.
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Instant } from '../domain/observation.ts';

/**
 * The sources of the gauges, read on every scrape. Each must answer at once, from memory. One that throws costs only its
 * own families.
 */
export interface SelfSources {
  readonly build: { readonly version: string; readonly revision: string; readonly nodeVersion: string };
  /** Where people open the pages. */
  readonly externalUrl?: string;
  /** The seconds by which an Alertmanager's clock is ahead of ours, for those that have answered. */
  readonly clockSkew?: () => Iterable<readonly [receiver: string, seconds: number]>;
  readonly storeUp?: () => boolean;
  readonly spool?: () => { readonly polls: number; readonly bytes: number; readonly oldest: Instant | null };
  /** Milliseconds by which our clock is ahead of the database's; `null`: not known now. */
  readonly databaseClockSkew?: () => number | null;
  /** The tasks of maintenance; `succeededAt` is `null` before the first success. */
  readonly maintenance?: () => Iterable<{ readonly task: string; readonly succeededAt: Instant | null }>;
  /** The shard that this process works for; absent where there is only one. */
  readonly shards?: { readonly shard: number; readonly total: number };
  readonly reload?: () => { readonly successful: boolean; readonly succeededAt: Instant };
  /** The state of the OTLP push; `null`: nothing has been pushed. */
  readonly otlp?: () => { readonly successful: boolean; readonly succeededAt: Instant | null } | null;
  /** Wallets that were dropped because a service names new ones without end; without entries of zero. */
  readonly droppedWallets?: () => Iterable<DroppedWallets>;
  /** Wallets that are known but not exposed, by reason. */
  readonly refused?: () => Readonly<Record<string, number>>;
}

export interface DroppedWallets {
  readonly account: string;
  /**
   * `missing`: no longer known. `no_alerts` and `not_stored`: named in an answer, but without alerts or history; counted at
   * each answer.
   */
  readonly reason: 'missing' | 'no_alerts' | 'not_stored';
  /** The count since the start, and for `no_alerts` since the last reload. */
  readonly count: number;
}

/** Registers a gauge for each source that is given. */
export function registerGauges(registry: Registry, sources: SelfSources): void {
  const registers = [registry];
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
  if (sources.externalUrl !== undefined) {
    new Gauge({
      name: 'floatwatch_external_url_info',
      help: '1; its label is where people open the pages (web.external_url), for links from dashboards.',
      labelNames: ['url'] as const,
      registers,
    }).set({ url: sources.externalUrl }, 1);
  }
  registerPlainGauges(registers, sources);
  registerLabelledGauges(registers, sources);
  if (sources.droppedWallets) registerDropped(registers, sources.droppedWallets);
}

function registerDropped(registers: Registry[], read: NonNullable<SelfSources['droppedWallets']>): void {
  new Counter({
    name: 'floatwatch_wallets_dropped_total',
    help: 'Wallets given up because the service names new ones without end, since the start or the last reload. missing: of 2,000 missing ones of the account the oldest are known no more; no_alerts: new names that have no alerts, counted at each poll; not_stored: new names that have no history, since 2,000 wallets of the account are stored, counted at each poll that this process stored. No series while there are none.',
    labelNames: ['account', 'reason'] as const,
    registers,
    collect() {
      this.reset();
      for (const { account, reason, count } of read()) this.inc({ account, reason }, count);
    },
  });
}

/** Registers the gauges without labels. */
function registerPlainGauges(
  registers: Registry[],
  { storeUp, spool, databaseClockSkew, shards, reload, otlp }: SelfSources,
): void {
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
  if (databaseClockSkew) {
    gauge(
      'floatwatch_database_clock_skew_seconds',
      "How far our clock is ahead of the database's, in seconds; measured every minute, no sample while it can't be.",
      () => (databaseClockSkew() ?? Number.NaN) / 1000,
    );
  }
  if (shards) {
    gauge(
      'floatwatch_shard_ordinal',
      'Which shard of the accounts this process works for, from 0; without shards there is no series.',
      () => shards.shard,
    );
    gauge(
      'floatwatch_total_shards',
      'How many shards there are, as this process was told; without shards there is no series.',
      () => shards.total,
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
  if (otlp) {
    gauge(
      'floatwatch_otlp_last_push_successful',
      '1 if all of the last push by OTLP was taken, else 0; no sample where nothing is pushed.',
      () => Number(otlp()?.successful ?? Number.NaN),
    );
    gauge(
      'floatwatch_otlp_last_push_success_timestamp_seconds',
      'When all of a push by OTLP was last taken, in seconds since 1970; no sample before the first.',
      () => (otlp()?.succeededAt ?? Number.NaN) / 1000,
    );
  }
}

/** Registers the gauges with one series for each receiver, task or reason. */
function registerLabelledGauges(
  registers: Registry[],
  { clockSkew, maintenance, refused }: SelfSources,
): void {
  const gauge = (
    name: string,
    { help, label, read }: { help: string; label: string; read: () => Iterable<readonly [string, number]> },
  ) =>
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers,
      collect() {
        this.reset();
        for (const [value, number] of read()) this.set({ [label]: value }, number);
      },
    });
  if (clockSkew) {
    gauge('floatwatch_alertmanager_clock_skew_seconds', {
      help: "How far the receiver's clock is ahead of ours by its last answer, in seconds.",
      label: 'receiver',
      read: clockSkew,
    });
  }
  if (maintenance) {
    gauge('floatwatch_maintenance_last_success_timestamp_seconds', {
      help: 'When a task of maintenance last succeeded, by whichever replica, in seconds since 1970; 0 when never.',
      label: 'task',
      read: () =>
        Array.from(maintenance(), ({ task, succeededAt }) => [task, (succeededAt ?? 0) / 1000] as const),
    });
  }
  if (refused) {
    gauge('floatwatch_wallets_not_exposed', {
      help: 'Wallets that are known and stored but have no series: label (their name fails the check), account_limit, total_limit.',
      label: 'reason',
      read: () => Object.entries(refused()),
    });
  }
}
