// Lists every kind of receiver. A new kind is a folder and a line here; `docs/configuration.md` and the JSON Schema follow.
import { africasTalking } from './africas-talking/africas-talking.ts';
import { alertmanager } from './alertmanager/alertmanager.ts';
import type { QuietHoursSettings, Receiver, ReceiverContext, ReceiverKind } from './delivery/receiver.ts';
import { email } from './email/email.ts';
import { http } from './http/http.ts';
import { jiraServiceManagement } from './jira-service-management/jira-service-management.ts';
import { pagerduty } from './pagerduty/pagerduty.ts';
import { slackBot } from './slack-bot/slack-bot.ts';
import { slackWebhook } from './slack-webhook/slack-webhook.ts';
import { teams } from './teams/teams.ts';
import { telegram } from './telegram/telegram.ts';
import { webhook } from './webhook/webhook.ts';

export const RECEIVER_KINDS = {
  alertmanager,
  webhook,
  slack: slackBot,
  slack_webhook: slackWebhook,
  pagerduty,
  jira_service_management: jiraServiceManagement,
  telegram,
  teams,
  email,
  africas_talking: africasTalking,
  http,
} satisfies Readonly<Record<string, ReceiverKind<never>>>;

export type ReceiverKindName = keyof typeof RECEIVER_KINDS;

/** A receiver as the configuration names it, with the settings of its kind. */
export interface ConfiguredReceiver {
  readonly kind: ReceiverKindName;
  /** Unique among the receivers of all kinds. */
  readonly name: string;
  /** Severities that it is told of. An empty list means all. */
  readonly only: readonly string[];
  /** When it is told of critical alerts only; `null`: never. */
  readonly quietHours: QuietHoursSettings | null;
  readonly settings: object;
}

/** Starts a receiver. Throws when it can't work as configured. */
export function createReceiver(
  { kind, name, only, quietHours, settings }: ConfiguredReceiver,
  context: Omit<ReceiverContext, 'name' | 'only' | 'quietHours'>,
): Receiver {
  const { create } = RECEIVER_KINDS[kind] as ReceiverKind<object>;
  return create(settings, { ...context, name, only, quietHours });
}
