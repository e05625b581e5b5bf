// Microsoft Teams by a webhook of Workflows: one card for each beginning and each end of an alert.
import type { Poster } from '../delivery/post.ts';
import { receiverKind } from '../delivery/receiver.ts';
import { ALLOW_INSECURE_HTTP, type SettingsShape, secretUrl } from '../delivery/settings.ts';
import { type DeliveryVerdict, verdictOf } from '../delivery/verdict.ts';
import type { Notification } from '../notification/notification.ts';
import { createPostingReceiver } from '../outbox/posting-receiver.ts';
import { teamsMessage } from './card.ts';

const SPACING_MS = 1_000;

const settings = {
  url: secretUrl(
    'Address of the workflow "Post to a channel when a webhook request is received", its query included.',
  ),
  allow_insecure_http: ALLOW_INSECURE_HTTP,
} as const satisfies SettingsShape;

export const teams = receiverKind(
  'Microsoft Teams by webhooks of Workflows. That one is accepted says that the workflow began, not that the card was shown.',
  settings,
  ({ url }, context) => {
    return createPostingReceiver({ spacingMs: SPACING_MS, send }, context);

    async function send({ alert }: Notification, poster: Poster): Promise<DeliveryVerdict> {
      const body = JSON.stringify(teamsMessage(alert, context.externalUrl));
      return verdictOf(await poster.post(new URL(url.reveal()), body, {}), context.clock.now());
    }
  },
);
