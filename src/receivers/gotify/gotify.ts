// A Gotify server: one message for each beginning and each end of an alert.
import type { Alert } from '../../domain/alert.ts';
import { createOutboxReceiver } from '../delivery/outbox-receiver.ts';
import type { Receiver, ReceiverContext, ReceiverKind } from '../delivery/receiver.ts';
import type { SettingsOf, SettingsShape } from '../delivery/settings.ts';
import { testAlert } from '../delivery/test-alert.ts';

const settings = {
  url: { takes: 'secret_url', required: true, about: 'Address of the server.' },
  token: { takes: 'secret', required: true, about: 'Token of the application.' },
} as const satisfies SettingsShape;

type GotifySettings = SettingsOf<typeof settings>;

export const gotify: ReceiverKind<GotifySettings> = {
  about: 'Gotify servers.',
  settings,
  create: createGotify,
};

function createGotify({ url, token }: GotifySettings, context: ReceiverContext): Receiver {
  const poster = context.poster({ guarded: true });
  const send = ({ body }: { readonly body: string }) =>
    poster.post(new URL(`${url.reveal().replace(/\/+$/, '')}/message`), body, {
      'x-gotify-key': token.reveal(),
    });
  return createOutboxReceiver(
    {
      compose,
      send,
      test: () => send({ body: compose(testAlert(context.clock.now())) }),
      close: poster.close,
    },
    context,
  );
}

function compose({ rule, phase, severity, annotations }: Alert): string {
  const title = `${phase === 'firing' ? 'FIRING' : 'RESOLVED'} ${rule}`;
  return JSON.stringify({
    title,
    message: annotations['summary'] ?? rule,
    priority: severity === 'critical' ? 8 : 4,
  });
}
