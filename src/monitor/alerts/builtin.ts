// Defines the built-in alerts, which need no configuration: their names and texts. docs/runbook.md has a paragraph on each.
import {
  type AlertDefinition,
  type AlertInstance,
  type AlertSubject,
  createAlertInstance,
  type Register,
} from './alert-instance.ts';

export const BUILTIN_ALERTS = [
  'BalanceUnknown',
  'ExpectedWalletMissing',
  'CredentialsRefused',
  'ScheduleStalled',
  'WalletUnreadable',
  'SpoolFilling',
  'ClockSkewed',
  'MaintenanceFailing',
  'NotificationFailing',
  'ReceiverCreditExhausted',
  'AlertmanagerClockSkewed',
  'Watchdog',
] as const;
export type BuiltinAlert = (typeof BUILTIN_ALERTS)[number];

/** The built-in alerts that every wallet has. */
export const EVERY_WALLETS_ALERTS: ReadonlySet<string> = new Set<BuiltinAlert>([
  'BalanceUnknown',
  'WalletUnreadable',
]);

/** A report of the monitor about itself, which doesn't follow from observations. */
export interface SelfReport {
  readonly alert:
    | 'SpoolFilling'
    | 'ClockSkewed'
    | 'MaintenanceFailing'
    | 'NotificationFailing'
    | 'ReceiverCreditExhausted'
    | 'AlertmanagerClockSkewed';
  /** The subject of the report, such as `{receiver: 'ops'}`; part of the alert's identity. */
  readonly labels: Readonly<Record<string, string>>;
  /** `null`: unknown now. */
  readonly met: boolean | null;
  readonly value: string | null;
  readonly threshold: string | null;
}

interface Texts {
  readonly severity: string;
  readonly summary: string;
  /** The summary at the end. */
  readonly over: string;
  readonly forMs?: number;
  readonly keepFiringForMs?: number;
}

/** A clock difference that moves around its limit makes one alert, not many. */
const HOVERING = { forMs: 60_000, keepFiringForMs: 600_000 };

const TEXTS: Readonly<Record<BuiltinAlert, Texts>> = {
  BalanceUnknown: {
    severity: 'warning',
    summary:
      'No fresh balance of {{wallet}} for {{age}}. Read it at the service itself; floatwatch probe {{account}} says what is wrong',
    over: 'A fresh balance of {{wallet}} is known again',
  },
  ExpectedWalletMissing: {
    severity: 'warning',
    summary:
      'The service no longer names the wallet {{wallet}}. Ask it whether the wallet was closed or renamed',
    over: 'The service names the wallet {{wallet}} again',
  },
  CredentialsRefused: {
    severity: 'critical',
    summary:
      'The service refuses the keys of {{account}}: nothing is known of its wallets. Get valid keys and put them into its configuration',
    over: 'The service accepts the keys of {{account}} again',
  },
  ScheduleStalled: {
    severity: 'critical',
    summary:
      'Slots of {{account}} go by without a poll. Look at the log of floatwatch, and restart it if it hangs',
    over: 'The slots of {{account}} are polled again',
  },
  WalletUnreadable: {
    severity: 'warning',
    summary:
      'What the service says of {{wallet}} cannot be believed. floatwatch probe {{account}} shows it: tell the service',
    over: 'What the service says of {{wallet}} can be believed again',
  },
  SpoolFilling: {
    severity: 'warning',
    summary:
      'The spool holds {{value}} of {{threshold}}: the database has been away too long. Bring it back before the spool is full',
    over: 'The spool is no longer filling up',
  },
  ClockSkewed: {
    severity: 'warning',
    summary:
      'Our clock and the database differ by {{value}}; more than {{threshold}} is too much. Look at the time service of both machines',
    over: 'Our clock and the database agree again',
    ...HOVERING,
  },
  MaintenanceFailing: {
    severity: 'warning',
    summary:
      'Maintenance of the database has been due for {{value}} and does not succeed. Look at the log; floatwatch doctor checks rights and room',
    over: 'Maintenance of the database succeeds again',
    forMs: 120_000,
  },
  NotificationFailing: {
    severity: 'critical',
    summary:
      'A receiver has accepted no notification lately: {{value}}. Look at /alerts yourself, and try it by floatwatch alerts test',
    over: 'The receiver accepts notifications, and none was given up lately',
    forMs: 120_000,
  },
  ReceiverCreditExhausted: {
    severity: 'critical',
    summary:
      'A receiver can not pay for its messages: {{value}}. Pay in at the provider, or raise max_cost_per_day',
    over: 'The receiver can pay for its messages again',
  },
  AlertmanagerClockSkewed: {
    severity: 'warning',
    summary:
      'Our clock and an Alertmanager differ by {{value}}; more than {{threshold}} is too much. Look at the time service of both machines',
    over: 'Our clock and the Alertmanager agree again',
    ...HOVERING,
  },
  Watchdog: {
    severity: 'none',
    summary: 'Always firing: if it is not there, the way from floatwatch to you is broken',
    over: 'No longer asked for',
  },
};

/** The severities that built-in alerts have. */
export const BUILTIN_SEVERITIES: Iterable<string> = Object.values(TEXTS).map(({ severity }) => severity);

/** Whether built-in alerts are turned on, and how they are entered. */
export interface BuiltinOptions {
  readonly builtin: boolean;
  readonly runbookUrl: string;
  readonly register: Register;
}

/** Makes built-in alerts about a subject, and enters them; `undefined` where they are turned off. */
export function builtinAlerts(
  { builtin: on, runbookUrl, register }: BuiltinOptions,
  subject: AlertSubject,
): (name: BuiltinAlert) => AlertInstance | undefined {
  return (name) =>
    on ? register(createAlertInstance(builtin(name, runbookUrl), subject, { threshold: null })) : undefined;
}

const ITSELF: AlertSubject = { account: '', currency: '', walletType: '' };

/** The alert that always fires. */
export function watchdogAlert(runbookUrl: string): AlertInstance {
  return createAlertInstance(builtin('Watchdog', runbookUrl), ITSELF, { threshold: null });
}

/** The alert for a report of the monitor about itself; `replica` is its name. */
export function alertOfReport(
  { alert, labels, threshold }: SelfReport,
  { replica = '', runbookUrl = '' }: { readonly replica?: string; readonly runbookUrl?: string },
): AlertInstance {
  const subject = { ...ITSELF, labels: { ...labels, replica } };
  return createAlertInstance(builtin(alert, runbookUrl), subject, { threshold });
}

const definitions = new Map<string, AlertDefinition>(); // one for all wallets: they are hundreds of thousands

/** The definition of a built-in alert; `runbookUrl` is the page whose anchors are the alerts' names in lower case. */
export function builtin(name: BuiltinAlert, runbookUrl: string): AlertDefinition {
  const runbook_url = `${runbookUrl}#${name.toLowerCase()}`;
  const known = definitions.get(runbook_url);
  if (known) return known;
  const { severity, summary, over, forMs = 0, keepFiringForMs = 0 } = TEXTS[name];
  const annotations = { summary, runbook_url };
  const definition = { name, severity, labels: {}, annotations, over, forMs, keepFiringForMs };
  definitions.set(runbook_url, definition);
  return definition;
}
