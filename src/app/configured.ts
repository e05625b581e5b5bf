// A configuration in the terms of the monitor: its accounts by name, with their schedules read.
import type { Config } from '../config/resolve.ts';
import type { BoardAccount } from '../monitor/board/board-entry.ts';
import type { OptionAccount } from '../monitor/board/payment-option-board.ts';
import { type ForecastAccount, forecastAccount } from '../monitor/forecast/aims.ts';
import { createSchedule, type Schedule } from '../monitor/polling/schedule.ts';

/** An account with its schedule read; accounts that are due together share one `Schedule`. */
export interface ScheduledAccount extends BoardAccount {
  readonly config: Config['accounts'][number];
  readonly topUpLeadMs: number;
  /** Bounds a poll of balances, in milliseconds. */
  readonly deadlineMs: number;
  readonly confidence: number;
  /** When its payment options are due; `null` when they aren't polled. */
  readonly options: OptionAccount | null;
}

export interface Configured {
  readonly config: Config;
  /** In the order of the configuration. */
  readonly accounts: ReadonlyMap<string, ScheduledAccount>;
}

export function readConfigured(config: Config): Configured {
  return { config, accounts: new Map(scheduledAccounts(config).map((account) => [account.name, account])) };
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
      deadlineMs: account.deadline,
      confidence: account.confidence,
      options: options && { name, schedule: scheduleOf(options.schedule, timezone), staleAfter },
    };
  });
}

/** What is asked of the forecasts of each. */
export function forecastAccounts({ config, accounts }: Configured): readonly ForecastAccount[] {
  return [...accounts.values()].map((account) => forecastAccount(account, config.alerts.rules));
}

/** Those whose payment options are polled. */
export function optionAccounts({ accounts }: Configured): readonly OptionAccount[] {
  return [...accounts.values()].flatMap((account) => account.options ?? []);
}
