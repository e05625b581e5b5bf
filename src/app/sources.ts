// What a configuration says of its accounts, in the terms of the monitor.
import type { Config } from '../config/resolve.ts';
import type { BoardAccount } from '../monitor/board/board.ts';
import type { OptionAccount } from '../monitor/board/payment-option-board.ts';
import type { Clock } from '../monitor/clock.ts';
import type { MonitoredAccount } from '../monitor/polling/monitor.ts';
import type { OptionSource } from '../monitor/polling/ports.ts';
import { createSchedule, type Schedule } from '../monitor/polling/schedule.ts';
import type { ScheduledPolls } from '../monitor/polling/scheduler.ts';
import { createOrigins, type Origins } from '../upstream/http/origins.ts';
import type { ContractDeviation } from '../upstream/records/contract-deviation.ts';
import type { BalanceClient } from '../upstream/service.ts';
import { serviceNamed } from '../upstream/services.ts';
import { userAgent } from './version.ts';

/** An account with its schedule read; accounts that are due together share one `Schedule`. */
export interface ScheduledAccount extends BoardAccount {
  readonly config: Config['accounts'][number];
  readonly topUpLeadMs: number;
  /** When its payment options are due; `null` when they aren't polled. */
  readonly options: OptionAccount | null;
}

export interface MonitoredOptions extends ScheduledPolls {
  readonly source: OptionSource;
}

export function scheduledAccounts(config: Config): readonly ScheduledAccount[] {
  const schedules = new Map<string, Schedule>();
  const scheduleOf = (expression: string, timezone: string): Schedule => {
    const key = `${expression} ${timezone}`;
    const schedule = schedules.get(key) ?? createSchedule(expression, timezone);
    schedules.set(key, schedule);
    return schedule;
  };
  return config.accounts.map((account) => {
    const { name, schedule, timezone, stale_after: staleAfter, expect, payment_options: options } = account;
    return {
      config: account,
      name,
      schedule: scheduleOf(schedule, timezone),
      staleAfter,
      expect,
      topUpLeadMs: account.top_up_lead_time,
      options: options && { name, schedule: scheduleOf(options.schedule, timezone), staleAfter },
    };
  });
}

export function byName(config: Config): ReadonlyMap<string, ScheduledAccount> {
  return new Map(scheduledAccounts(config).map((account) => [account.name, account]));
}

export function polledOptions(accounts: ReadonlyMap<string, ScheduledAccount>): readonly OptionAccount[] {
  return [...accounts.values()].flatMap((account) => account.options ?? []);
}

export interface SourceOptions {
  readonly clock: Clock;
  readonly random: () => number;
  readonly scrub: (text: string) => string;
  readonly onDeviation: (account: string, deviation: ContractDeviation) => void;
}

export interface Sources {
  readonly accounts: readonly (MonitoredAccount & { readonly source: BalanceClient })[];
  readonly options: readonly MonitoredOptions[];
  /** Cuts every connection. */
  close(): void;
}

/** A source for each account. Throws for an address that could never be asked. */
export function createSources(accounts: readonly ScheduledAccount[], options: SourceOptions): Sources {
  const { onDeviation, ...shared } = options;
  const byConcurrency = new Map<number, Origins>();
  const originsFor = (concurrency: number): Origins => {
    const origins = byConcurrency.get(concurrency) ?? createOrigins({ concurrency });
    byConcurrency.set(concurrency, origins);
    return origins;
  };
  const askerOptions = ({ name, config }: ScheduledAccount) => ({
    ...shared,
    baseUrl: config.base_url,
    allowInsecureHttp: config.allow_insecure_http,
    publicKey: () => config.public_key.reveal(),
    secretKey: () => config.secret_key.reveal(),
    deadlineMs: config.deadline,
    retries: config.retries,
    userAgent,
    onDeviation: (deviation: ContractDeviation) => onDeviation(name, deviation),
    origins: originsFor(config.concurrency),
  });
  return {
    accounts: accounts.map((account) => ({
      name: account.name,
      schedule: account.schedule,
      deadlineMs: account.config.deadline,
      source: serviceNamed(account.config.service).balances({
        ...askerOptions(account),
        currencies: account.config.currencies,
      }),
    })),
    options: accounts.flatMap((account) => {
      const { options, config } = account;
      if (!options || !config.payment_options) return [];
      const { currencies, transaction_types: transactionTypes, send_secret_key } = config.payment_options;
      const asker = askerOptions(account);
      const secretKey = send_secret_key ? asker.secretKey : null;
      const { paymentOptions } = serviceNamed(config.service);
      if (!paymentOptions) {
        throw new RangeError(`account ${account.name}: the service ${config.service} has no payment options`);
      }
      const source = paymentOptions({
        ...asker,
        secretKey,
        currencies,
        transactionTypes,
      });
      return [{ name: options.name, schedule: options.schedule, deadlineMs: config.deadline, source }];
    }),
    close() {
      for (const origins of byConcurrency.values()) origins.close();
    },
  };
}
