// A webhook: gets the body that Alertmanager's own webhook sends, signed if there is a secret.
import { randomUUID } from 'node:crypto';
import { createOutboxReceiver, type DeliveryTimes } from '../delivery/outbox-receiver.ts';
import type { Delivery } from '../delivery/post.ts';
import type { Receiver, ReceiverContext, ReceiverKind } from '../delivery/receiver.ts';
import type { SettingsOf, SettingsShape } from '../delivery/settings.ts';
import { testAlert } from '../delivery/test-alert.ts';
import { signature, webhookBody } from './payload.ts';

const settings = {
  url: {
    takes: 'secret_url',
    required: true,
    about: 'Where to POST. Treated as a secret, for its path may hold a token.',
  },
  allow_insecure_http: { takes: 'flag', default: false, about: 'Allows http:// beyond this machine.' },
  hmac_secret: {
    takes: 'secret',
    required: false,
    about: 'Signs each request, so that the receiver can tell it is ours.',
  },
} as const satisfies SettingsShape;

type WebhookSettings = Pick<SettingsOf<typeof settings>, 'url' | 'hmac_secret'>;

export const webhook: ReceiverKind<WebhookSettings> = {
  about: "Called as Alertmanager's own webhooks are.",
  settings,
  create: createWebhook,
};

/** Starts one. */
export function createWebhook(
  { url, hmac_secret }: WebhookSettings,
  context: ReceiverContext,
  times: DeliveryTimes = {},
): Receiver {
  const { name, clock, externalUrl } = context;
  const poster = context.poster({ timeoutMs: times.timeoutMs, guarded: true });
  const send = ({ key, body }: { readonly key: string; readonly body: string }): Promise<Delivery> => {
    const secret = hmac_secret?.reveal();
    const signed = secret === undefined ? {} : signature(body, secret, clock.now());
    const headers = { 'idempotency-key': key, 'user-agent': 'floatwatch', ...signed };
    return poster.post(new URL(url.reveal()), body, headers);
  };
  const messenger = {
    compose: (alert: Parameters<typeof webhookBody>[0]) => webhookBody(alert, name, externalUrl),
    send,
    /** Its beginning and, if that was accepted, its end. */
    async test() {
      const now = clock.now();
      const begun = testAlert(now);
      const first = await send({ key: randomUUID(), body: messenger.compose(begun) });
      if (first.outcome !== 'ok') return first;
      const ended = { ...begun, phase: 'inactive', resolvedAt: now } as const;
      return send({ key: randomUUID(), body: messenger.compose(ended) });
    },
    close: () => poster.close(),
  };
  return createOutboxReceiver(messenger, context, times);
}
