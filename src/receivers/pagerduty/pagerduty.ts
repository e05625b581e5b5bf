// PagerDuty by its Events API v2: one alert there for each time that an alert fires.
import { createOutboxReceiver } from '../delivery/outbox-receiver.ts';
import type { Delivery } from '../delivery/post.ts';
import type { Receiver, ReceiverContext, ReceiverKind } from '../delivery/receiver.ts';
import type { SettingsOf, SettingsShape } from '../delivery/settings.ts';
import { temporary, type Verdict, verdictOf } from '../delivery/verdict.ts';
import { pagerdutyEvent } from './event.ts';

const BACKOFF_MS = 2 * 60_000; // "preferably with a backoff of a few minutes", after 429

const settings = {
  routing_key: { takes: 'secret', required: true, about: 'Integration key of an Events API v2 integration.' },
  url: {
    takes: 'url',
    default: 'https://events.pagerduty.com',
    about: 'Address of the API; https://events.eu.pagerduty.com in the European region.',
  },
} as const satisfies SettingsShape;

type PagerDutySettings = SettingsOf<typeof settings>;

export const pagerduty: ReceiverKind<PagerDutySettings> = {
  about: 'PagerDuty by its Events API v2.',
  settings,
  create: createPagerDuty,
};

function createPagerDuty({ routing_key, url }: PagerDutySettings, context: ReceiverContext): Receiver {
  const endpoint = new URL(`${url}/v2/enqueue`);
  const poster = context.poster({ guarded: true });
  return createOutboxReceiver(
    {
      sendsUpdates: true,
      async send(notification) {
        const event = pagerdutyEvent(notification, routing_key.reveal(), context.externalUrl);
        return pagerdutyVerdict(await poster.post(endpoint, JSON.stringify(event), {}), context.clock.now());
      },
      close: () => poster.close(),
    },
    context,
  );
}

function pagerdutyVerdict(delivery: Delivery, now: number): Verdict {
  const verdict = verdictOf(delivery, now);
  if (delivery.outcome !== 'rate_limited' || verdict.kind !== 'temporary') return verdict;
  return temporary(verdict.detail, verdict.afterMs ?? BACKOFF_MS);
}
