// Any service that takes JSON by POST, in a body of the operator's own: ntfy, Gotify, Pushover, Google Chat.
import { type Receiver, type ReceiverContext, receiverKind } from '../delivery/receiver.ts';
import { ALLOW_INSECURE_HTTP, type SettingsOf, type SettingsShape, secretUrl } from '../delivery/settings.ts';
import { verdictOf } from '../delivery/verdict.ts';
import { createPostingReceiver } from '../outbox/posting-receiver.ts';
import { BODY_NAMES, bodyOf } from './body.ts';

const settings = {
  url: secretUrl('Where to POST.'),
  allow_insecure_http: ALLOW_INSECURE_HTTP,
  bearer_token: { takes: 'secret', required: false, about: 'A token for the header Authorization: Bearer.' },
  token: {
    takes: 'secret',
    required: false,
    about: 'What {{token}} stands for, where a body must hold a secret.',
  },
  body: {
    takes: 'json',
    required: true,
    names: BODY_NAMES,
    about:
      'What is sent when an alert fires, and when it ends unless resolve_body says otherwise: any YAML, sent as JSON.',
  },
  update_body: {
    takes: 'json',
    required: false,
    names: BODY_NAMES,
    about: 'What is sent while it fires, once a minute at most, when its value changes; absent: nothing.',
  },
  resolve_body: { takes: 'json', required: false, names: BODY_NAMES, about: 'What is sent when it ends.' },
} as const satisfies SettingsShape;

type HttpSettings = SettingsOf<typeof settings>;

export const http = receiverKind(
  'Any service that takes JSON by POST, in a body of your own. In its texts these names are filled in: ' +
    `${BODY_NAMES.map((name) => `{{${name}}}`).join(', ')}.`,
  settings,
  createHttp,
);

function createHttp(options: HttpSettings, context: ReceiverContext): Receiver {
  const { url, bearer_token, token, body, update_body, resolve_body } = options;
  const trees = { fire: body, update: update_body ?? body, resolve: resolve_body ?? body };
  return createPostingReceiver(
    {
      sendsUpdates: update_body !== null,
      async send(notification, poster) {
        const tree = trees[notification.kind];
        const text = JSON.stringify(bodyOf(tree, notification, context.externalUrl, token?.reveal() ?? ''));
        const headers = {
          'idempotency-key': notification.key,
          ...(bearer_token && { authorization: `Bearer ${bearer_token.reveal()}` }),
        };
        return verdictOf(await poster.post(new URL(url.reveal()), text, headers), context.clock.now());
      },
    },
    context,
  );
}
