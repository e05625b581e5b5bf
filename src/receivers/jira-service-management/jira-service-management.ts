// Alerts in Jira Service Management, or in Opsgenie until it is shut down: one there for each time that an alert fires.
import type { Poster } from '../delivery/post.ts';
import { receiverKind } from '../delivery/receiver.ts';
import { apiUrl, secret } from '../delivery/settings.ts';
import { type DeliveryVerdict, verdictOf } from '../delivery/verdict.ts';
import type { Notification } from '../notification/notification.ts';
import { createPostingReceiver } from '../outbox/posting-receiver.ts';
import { closeAlert, openAlert } from './alert.ts';

const NO_GROWTH = { everyMs: 0, shrinks: false, most: 0 }; // an alert there can't be changed

export const jiraServiceManagement = receiverKind(
  'Alerts of Jira Service Management, and of Opsgenie.',
  {
    api_key: secret('Key of an API integration.'),
    url: apiUrl(
      'https://api.atlassian.com/jsm/ops/integration/v2/alerts',
      'Address of the API; Opsgenie, until April 2027: https://api.opsgenie.com/v2/alerts (or api.eu.).',
    ),
  },
  ({ api_key, url }, context) => {
    return createPostingReceiver({ growth: NO_GROWTH, keepsOpen: true, send }, context);

    async function send(notification: Notification, poster: Poster): Promise<DeliveryVerdict> {
      const closing = notification.kind === 'resolve';
      const alias = encodeURIComponent(notification.episode);
      const endpoint = new URL(closing ? `${url}/${alias}/close?identifierType=alias` : url);
      const body = (closing ? closeAlert : openAlert)(notification, context.externalUrl);
      const headers = { authorization: `GenieKey ${api_key.reveal()}` };
      return verdictOf(await poster.post(endpoint, JSON.stringify(body), headers), context.clock.now());
    }
  },
);
