// PagerDuty by its Events API v2: one alert there for each time that an alert fires.
import type { Delivery, Poster } from '../delivery/post.ts';
import { receiverKind } from '../delivery/receiver.ts';
import { apiUrl, type SettingsShape, secret } from '../delivery/settings.ts';
import { type DeliveryVerdict, temporary, verdictOf } from '../delivery/verdict.ts';
import type { Notification } from '../notification/notification.ts';
import { createPostingReceiver } from '../outbox/posting-receiver.ts';
import { pagerdutyEvent } from './event.ts';

const BACKOFF_MS = 2 * 60_000; // "preferably with a backoff of a few minutes", after 429

const settings = {
  routing_key: secret('Integration key of an Events API v2 integration.'),
  url: apiUrl(
    'https://events.pagerduty.com',
    'Address of the API; https://events.eu.pagerduty.com in the European region.',
  ),
} as const satisfies SettingsShape;

export const pagerduty = receiverKind(
  'PagerDuty by its Events API v2.',
  settings,
  ({ routing_key, url }, context) => {
    const endpoint = new URL(`${url}/v2/enqueue`);
    return createPostingReceiver({ sendsUpdates: true, keepsOpen: true, send }, context);

    async function send(notification: Notification, poster: Poster): Promise<DeliveryVerdict> {
      const event = pagerdutyEvent(notification, routing_key.reveal(), context.externalUrl);
      return pagerdutyVerdict(await poster.post(endpoint, JSON.stringify(event), {}), context.clock.now());
    }
  },
);

function pagerdutyVerdict(delivery: Delivery, now: number): DeliveryVerdict {
  const verdict = verdictOf(delivery, now);
  if (delivery.outcome !== 'rate_limited' || verdict.kind !== 'temporary') return verdict;
  return temporary(verdict.detail, verdict.afterMs ?? BACKOFF_MS);
}
