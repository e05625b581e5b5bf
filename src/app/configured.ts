// Reads a configuration into the terms of the monitor: its accounts by name, with parsed schedules.
import { rulesByAccount } from '../conditions/rules-by-account.ts';
import type { Config } from '../config/resolve/resolve.ts';
import { holidaysOf } from '../config/schema/holidays.ts';
import { type Calendar, createCalendar } from '../domain/forecast/calendar.ts';
import type { Day } from '../domain/forecast/day.ts';
import type { BoardAccount } from '../monitor/board/board-entry.ts';
import type { OptionAccount } from '../monitor/board/payment-option-entry.ts';
import { type ForecastAccount, forecastAccount } from '../monitor/forecast/aims.ts';
import type { TopUpSettings } from '../monitor/forecast/plans.ts';
import { createSchedule, type Schedule } from '../monitor/polling/schedule.ts';

/** An account with its parsed schedule; accounts that are due together share one `Schedule`. */
export interface ScheduledAccount extends BoardAccount {
  readonly config: Config['accounts'][number];
  readonly topUpLeadMs: number;
  /** The deadline of a poll of balances, in milliseconds. */
  readonly deadlineMs: number;
  readonly confidence: number;
  /** How its wallets are topped up. */
  readonly topUp: TopUpSettings;
  /** Its days that are known to be unusual, such as holidays. */
  readonly calendar: Calendar | undefined;
  /** When its payment options are due; `null` when they aren't polled. */
  readonly options: OptionAccount | null;
}

export interface Configured {
  readonly config: Config;
  /** In the order of the configuration. */
  readonly accounts: ReadonlyMap<string, ScheduledAccount>;
  /** The names of accounts that are in the file too, and belong to other shards. */
  readonly elsewhere: ReadonlySet<string>;
}

export function readConfigured(config: Config, elsewhere: ReadonlySet<string> = new Set()): Configured {
  const accounts = new Map(scheduledAccounts(config).map((account) => [account.name, account]));
  return { config, accounts, elsewhere };
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
      topUp: topUpSettings(account),
      calendar: calendarOf(account),
      options: options && { name, schedule: scheduleOf(options.schedule, timezone), staleAfter },
    };
  });
}

/** How the wallets of an account are topped up. */
export function topUpSettings(account: Config['accounts'][number]): TopUpSettings {
  const { name, top_up_lead_time: leadMs, confidence, timezone } = account;
  const { window, closed, source, round_to: roundTo, minimum, cover: coverMs } = account.top_up;
  const { assume_requested: assumesRequests } = account.top_up;
  const target = { coverMs };
  const holidays = window && account.public_holidays ? holidaysOf(account.public_holidays) : undefined;
  const isClosed = (day: Day) => closed.includes(day) || holidays?.has(day) === true;
  return {
    ...{ account: name, timezone, leadMs, confidence, window, isClosed, source, roundTo, minimum, target },
    ...(assumesRequests && { assumesRequests }),
  };
}

/** Returns a function that tells how the wallets of an account are topped up, by the configuration in force. */
export function topUpsOf(configured: () => Configured): (account: string) => TopUpSettings | undefined {
  return (account) => configured().accounts.get(account)?.topUp;
}

/** The days of an account that are known to be unusual, such as holidays; `undefined` for none. */
export function calendarOf({
  calendar,
  public_holidays: country,
}: Pick<Config['accounts'][number], 'calendar' | 'public_holidays'>): Calendar | undefined {
  const entries = calendar.map(({ name, dates, factor }) => ({ name, dates, factor: factor ?? undefined }));
  return createCalendar(entries, country === null ? undefined : holidaysOf(country));
}

/** The forecasts that each account needs. */
export function forecastAccounts({ config, accounts }: Configured): readonly ForecastAccount[] {
  const rulesOf = rulesByAccount(config.alerts.rules);
  return [...accounts.values()].map((account) => forecastAccount(account, rulesOf(account.name)));
}

/** The accounts whose payment options are polled. */
export function optionAccounts({ accounts }: Configured): readonly OptionAccount[] {
  return [...accounts.values()].flatMap((account) => account.options ?? []);
}
