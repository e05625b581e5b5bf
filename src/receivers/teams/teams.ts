// Microsoft Teams by a webhook of Workflows: a card for each beginning and each end of an alert.
import { createOutboxReceiver } from '../delivery/outbox-receiver.ts';
import type { Receiver, ReceiverContext, ReceiverKind } from '../delivery/receiver.ts';
import type { SettingsOf, SettingsShape } from '../delivery/settings.ts';
import { verdictOf } from '../delivery/verdict.ts';
import { teamsMessage } from './card.ts';

const SPACING_MS = 1_000;

const settings = {
  url: {
    takes: 'secret_url',
    required: true,
    about:
      'Address of the workflow "Post to a channel when a webhook request is received", its query included.',
  },
  allow_insecure_http: { takes: 'flag', default: false, about: 'Allows http:// beyond this machine.' },
} as const satisfies SettingsShape;

type TeamsSettings = SettingsOf<typeof settings>;

export const teams: ReceiverKind<TeamsSettings> = {
  about:
    'Microsoft Teams by webhooks of Workflows. That one is accepted says that the workflow began, not that the card was shown.',
  settings,
  create: createTeams,
};

function createTeams({ url }: TeamsSettings, context: ReceiverContext): Receiver {
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
}
