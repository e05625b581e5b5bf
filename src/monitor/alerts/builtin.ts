// The alerts that nobody needs to configure: what they are called, and what they say. docs/runbook.md has a paragraph each.
import type { AlertDefinition } from './alert-instance.ts';

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

/** What the monitor says of itself, beyond what observations tell. */
export interface SelfReport {
  readonly alert:
    | 'SpoolFilling'
    | 'ClockSkewed'
    | 'MaintenanceFailing'
    | 'NotificationFailing'
    | 'ReceiverCreditExhausted'
    | 'AlertmanagerClockSkewed';
  /** What it is about, as `{receiver: 'ops'}`; part of the alert's identity. */
  readonly labels: Readonly<Record<string, string>>;
  /** `null`: can't be told now. */
  readonly met: boolean | null;
  readonly value: string | null;
  readonly threshold: string | null;
}

const TEXTS: Readonly<Record<BuiltinAlert, { severity: string; summary: string; forMs?: number }>> = {
  BalanceUnknown: {
    severity: 'warning',
    summary: 'No fresh balance of {{wallet}} for {{age}}',
  },
  ExpectedWalletMissing: {
    severity: 'warning',
    summary: 'The service no longer names the wallet {{wallet}}',
  },
  CredentialsRefused: { severity: 'critical', summary: 'The service refuses the keys of {{account}}' },
  ScheduleStalled: { severity: 'critical', summary: 'Slots of {{account}} go by without a poll' },
  WalletUnreadable: {
    severity: 'warning',
    summary: 'What the service says of {{wallet}} cannot be believed',
  },
  SpoolFilling: {
    severity: 'warning',
    summary: 'The spool holds {{value}} of {{threshold}}: the database has been away too long',
  },
  ClockSkewed: {
    severity: 'warning',
    summary: 'Our clock and the database differ by {{value}}; more than {{threshold}} is too much',
    forMs: 60_000,
  },
  MaintenanceFailing: {
    severity: 'warning',
    summary: 'Maintenance of the database has been due for {{value}} and does not succeed',
    forMs: 120_000,
  },
  NotificationFailing: {
    severity: 'critical',
    summary: 'A receiver has accepted no notification lately: {{value}}',
    forMs: 120_000,
  },
  ReceiverCreditExhausted: {
    severity: 'critical',
    summary: 'A receiver can not pay for its messages: {{value}}',
  },
  AlertmanagerClockSkewed: {
    severity: 'warning',
    summary: 'Our clock and an Alertmanager differ by {{value}}; more than {{threshold}} is too much',
    forMs: 60_000,
  },
  Watchdog: {
    severity: 'none',
    summary: 'Always firing: if it is not there, the way from floatwatch to you is broken',
  },
};

const definitions = new Map<string, AlertDefinition>(); // one for all wallets: they are hundreds of thousands

/** The definition of a built-in alert; `runbookUrl` is the page whose anchors are the alerts' names in lower case. */
export function builtin(name: BuiltinAlert, runbookUrl: string): AlertDefinition {
  const runbook_url = `${runbookUrl}#${name.toLowerCase()}`;
  const known = definitions.get(runbook_url);
  if (known) return known;
  const { severity, summary, forMs = 0 } = TEXTS[name];
  const annotations = { summary, runbook_url };
  const definition = { name, severity, labels: {}, annotations, forMs, keepFiringForMs: 0 };
  definitions.set(runbook_url, definition);
  return definition;
}
