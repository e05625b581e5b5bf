// A webhook: it gets the body that Alertmanager's own webhook sends, signed if there is a secret.
import type { Poster } from '../delivery/post.ts';
import { type Receiver, type ReceiverContext, receiverKind } from '../delivery/receiver.ts';
import { ALLOW_INSECURE_HTTP, type SettingsOf, type SettingsShape, secretUrl } from '../delivery/settings.ts';
import { type DeliveryVerdict, verdictOf } from '../delivery/verdict.ts';
import type { GroupAlert } from '../notification/group.ts';
import type { Notification } from '../notification/notification.ts';
import { createPostingReceiver } from '../outbox/posting-receiver.ts';
import { signature, webhookBody } from './payload.ts';

const settings = {
  url: secretUrl('Where to POST. Treated as a secret, for its path may hold a token.'),
  allow_insecure_http: ALLOW_INSECURE_HTTP,
  hmac_secret: {
    takes: 'secret',
    required: false,
    about: 'Signs each request, so that the receiver can tell it is ours.',
  },
} as const satisfies SettingsShape;

type WebhookSettings = Pick<SettingsOf<typeof settings>, 'url' | 'hmac_secret'>;

export const webhook = receiverKind("Called as Alertmanager's own webhooks are.", settings, createWebhook);

/** Starts a webhook receiver. */
export function createWebhook({ url, hmac_secret }: WebhookSettings, context: ReceiverContext): Receiver {
  const { name, clock, externalUrl } = context;
  const growth = { everyMs: 30_000, shrinks: true, values: false, most: Number.POSITIVE_INFINITY };
  return createPostingReceiver({ growth, goesByEach: true, send }, context);

  async function send(notification: Notification, poster: Poster): Promise<DeliveryVerdict> {
    const { alert, key } = notification;
    const { group }: Partial<GroupAlert> = alert;
    if (group?.alerts.length === 0) return { kind: 'done' }; // the receiver has heard of all of them
    const body = webhookBody(notification, name, externalUrl);
    const secret = hmac_secret?.reveal();
    const signed = secret === undefined ? {} : signature(body, secret, clock.now());
    const headers = { 'idempotency-key': key, ...signed };
    return verdictOf(await poster.post(new URL(url.reveal()), body, headers), clock.now());
  }
}
