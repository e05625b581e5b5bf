// Microsoft Teams by a webhook of Workflows: a card for each beginning and each end of an alert.
import { createOutboxReceiver } from '../delivery/outbox-receiver.ts';
import { receiverKind } from '../delivery/receiver.ts';
import { ALLOW_INSECURE_HTTP, type SettingsShape, secretUrl } from '../delivery/settings.ts';
import { verdictOf } from '../delivery/verdict.ts';
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
    const poster = context.poster({ guarded: true });
    return createOutboxReceiver(
      {
        spacingMs: SPACING_MS,
        async send({ alert }) {
          const body = JSON.stringify(teamsMessage(alert, context.externalUrl));
          return verdictOf(await poster.post(new URL(url.reveal()), body, {}), context.clock.now());
        },
        close: () => poster.close(),
      },
      context,
    );
  },
);
