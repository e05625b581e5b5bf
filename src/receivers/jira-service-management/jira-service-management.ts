// Alerts of Jira Service Management, or of Opsgenie until that ends: one there for each time that an alert fires.
import type { Notification } from '../delivery/notification.ts';
import { createOutboxReceiver } from '../delivery/outbox-receiver.ts';
import type { Receiver, ReceiverContext, ReceiverKind } from '../delivery/receiver.ts';
import type { SettingsOf, SettingsShape } from '../delivery/settings.ts';
import { type Verdict, verdictOf } from '../delivery/verdict.ts';
import { closeAlert, openAlert } from './alert.ts';

const settings = {
  api_key: { takes: 'secret', required: true, about: 'Key of an API integration.' },
  url: {
    takes: 'url',
    default: 'https://api.atlassian.com/jsm/ops/integration/v2/alerts',
    about: 'Address of the API; Opsgenie, until April 2027: https://api.opsgenie.com/v2/alerts (or api.eu.).',
  },
} as const satisfies SettingsShape;

type JiraServiceManagementSettings = SettingsOf<typeof settings>;

export const jiraServiceManagement: ReceiverKind<JiraServiceManagementSettings> = {
  about: 'Alerts of Jira Service Management, and of Opsgenie.',
  settings,
  create: createJiraServiceManagement,
};

function createJiraServiceManagement(
  { api_key, url }: JiraServiceManagementSettings,
  context: ReceiverContext,
): Receiver {
  const poster = context.poster({ guarded: true });
  return createOutboxReceiver({ send, close: () => poster.close() }, context);

  async function send(notification: Notification): Promise<Verdict> {
    const closing = notification.kind === 'resolve';
    const alias = encodeURIComponent(notification.episode);
    const endpoint = new URL(closing ? `${url}/${alias}/close?identifierType=alias` : url);
    const body = (closing ? closeAlert : openAlert)(notification, context.externalUrl);
    const headers = { authorization: `GenieKey ${api_key.reveal()}` };
    return verdictOf(await poster.post(endpoint, JSON.stringify(body), headers), context.clock.now());
  }
}
