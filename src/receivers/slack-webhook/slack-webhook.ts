// Slack by an incoming webhook: one message for each beginning and each end of an alert.
import type { Delivery, Poster } from '../delivery/post.ts';
import { receiverKind } from '../delivery/receiver.ts';
import { ALLOW_INSECURE_HTTP, type SettingsShape, secretUrl } from '../delivery/settings.ts';
import { type DeliveryVerdict, verdictOf } from '../delivery/verdict.ts';
import type { Notification } from '../notification/notification.ts';
import { createPostingReceiver } from '../outbox/posting-receiver.ts';
import { slackMessage } from './payload.ts';

const SPACING_MS = 1_000; // https://docs.slack.dev/apis/web-api/rate-limits: one a second

const settings = {
  url: secretUrl('Address of the incoming webhook.'),
  format: {
    takes: 'choice',
    of: ['blocks', 'attachments'],
    default: 'blocks',
    about:
      'blocks for Slack itself; attachments for others that take its messages: Discord (its address with /slack), ' +
      'Mattermost, Rocket.Chat.',
  },
  allow_insecure_http: ALLOW_INSECURE_HTTP,
} as const satisfies SettingsShape;

export const slackWebhook = receiverKind(
  'Slack by incoming webhooks, and what takes its messages.',
  settings,
  ({ url, format }, context) => {
    return createPostingReceiver({ spacingMs: SPACING_MS, send }, context);

    async function send({ alert }: Notification, poster: Poster): Promise<DeliveryVerdict> {
      const body = JSON.stringify(slackMessage(alert, format, context.externalUrl));
      return slackVerdict(await poster.post(new URL(url.reveal()), body, {}), context.clock.now());
    }
  },
);

/** Reads Slack's 403 as final: it says that nobody may post to this channel, not only that a key is wrong. */
function slackVerdict(delivery: Delivery, now: number): DeliveryVerdict {
  if (delivery.outcome === 'auth') return { kind: 'permanent', detail: `auth: ${delivery.detail}` };
  return verdictOf(delivery, now);
}
