// What a configuration says of its accounts, in the terms of the monitor.
import type { Config } from './config/complete.ts';
import type { BoardAccount } from './monitor/board.ts';
import type { MonitoredAccount } from './monitor/monitor.ts';
import type { Clock } from './monitor/ports.ts';
import { createSchedule, type Schedule } from './monitor/schedule.ts';
import { type BalanceClient, createBalanceSource } from './upstream/client.ts';
import type { Drift } from './upstream/drift.ts';
import { createOrigins, type Origins } from './upstream/origins.ts';
import { userAgent } from './version.ts';

/** An account with its schedule read; accounts that are due together share one `Schedule`. */
export interface ScheduledAccount extends BoardAccount {
  readonly config: Config['accounts'][number];
}

export function scheduledAccounts(config: Config): readonly ScheduledAccount[] {
  const schedules = new Map<string, Schedule>();
  return config.accounts.map((account) => {
    const key = `${account.schedule} ${account.timezone}`;
    const schedule = schedules.get(key) ?? createSchedule(account.schedule, account.timezone);
    schedules.set(key, schedule);
    return {
      config: account,
      name: account.name,
      schedule,
      staleAfter: account.stale_after,
      expect: account.expect,
    };
  });
}

export interface SourceOptions {
  readonly clock: Clock;
  readonly random: () => number;
  readonly scrub: (text: string) => string;
  readonly onDrift: (account: string, drift: Drift) => void;
}

export interface Sources {
  readonly accounts: readonly (MonitoredAccount & { readonly source: BalanceClient })[];
  /** Cuts every connection. */
  close(): void;
}

/** A source for each account. Throws for an address that could never be asked. */
export function createSources(accounts: readonly ScheduledAccount[], options: SourceOptions): Sources {
  const { onDrift, ...shared } = options;
  const byConcurrency = new Map<number, Origins>();
  const originsFor = (concurrency: number): Origins => {
    const origins = byConcurrency.get(concurrency) ?? createOrigins({ concurrency });
    byConcurrency.set(concurrency, origins);
    return origins;
  };
  return {
    accounts: accounts.map(({ name, schedule, config }) => ({
      name,
      schedule,
      deadlineMs: config.deadline,
      source: createBalanceSource({
        ...shared,
        baseUrl: config.base_url,
        allowInsecureHttp: config.allow_insecure_http,
        publicKey: () => config.public_key.reveal(),
        secretKey: () => config.secret_key.reveal(),
        currencies: config.currencies,
        deadlineMs: config.deadline,
        retries: config.retries,
        userAgent,
        onDrift: (drift) => onDrift(name, drift),
        origins: originsFor(config.concurrency),
      }),
    })),
    close() {
      for (const origins of byConcurrency.values()) origins.close();
    },
  };
}
