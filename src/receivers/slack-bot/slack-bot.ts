// Slack by the token of a bot: one message for each time that an alert fires. The bot changes it while the alert lasts and when
// it ends.
import { changeEach } from '../delivery/each-message.ts';
import type { Delivery } from '../delivery/post.ts';
import { type ReceiverContext, receiverKind } from '../delivery/receiver.ts';
import { apiUrl, requiredText, type SettingsShape, secret } from '../delivery/settings.ts';
import { type DeliveryVerdict, temporary, verdictOf } from '../delivery/verdict.ts';
import type { Notification } from '../notification/notification.ts';
import { createOutboxReceiver } from '../outbox/outbox-receiver.ts';
import { slackMessage } from '../slack-webhook/payload.ts';

const SPACING_MS = 1_000; // https://docs.slack.dev/apis/web-api/rate-limits: one message a second and channel

const settings = {
  token: secret('Token of the bot (xoxb-…), with the scope chat:write.'),
  channel: requiredText('The channel, by its identity (C0123456789) or "#name"; the bot must be in it.'),
  url: apiUrl('https://slack.com/api', 'Address of the Web API.'),
} as const satisfies SettingsShape;

/** What the Web API answers with status 200 or 429; answers with another status say nothing. */
interface Answer {
  readonly ok?: boolean;
  readonly error?: string;
  readonly channel?: string;
  readonly ts?: string;
}

/** Errors after which the message can't be changed any more. After a reload, its channel may not be the configured one. */
const GONE = [
  ...['message_not_found', 'edit_window_closed', 'cant_update_message'],
  ...['channel_not_found', 'is_archived'],
];
/** Errors that are Slack's own trouble, or that a person may mend within the day. */
const TEMPORARY = [
  ...[
    'internal_error',
    'fatal_error',
    'service_unavailable',
    'request_timeout',
    'ratelimited',
    'rate_limited',
  ],
  ...['invalid_auth', 'not_authed', 'token_expired', 'token_revoked', 'account_inactive', 'missing_scope'],
  'not_in_channel',
];

export const slackBot = receiverKind(
  'Slack by the token of a bot, which changes its messages.',
  settings,
  ({ token, channel, url }, context) => {
    const poster = context.poster({ guarded: true });
    return createOutboxReceiver(
      { sendsUpdates: true, changesMessages: true, spacingMs: SPACING_MS, send, close: () => poster.close() },
      context,
    );

    async function send(notification: Notification): Promise<DeliveryVerdict> {
      const { alert, messageId } = notification;
      const message = slackMessage(alert, 'blocks', context.externalUrl);
      if (messageId === null) return call('chat.postMessage', { channel, ...message });
      return changeEach(messageId, (one) => change(one, notification, message));
    }

    async function change(
      messageId: string,
      { alert, kind }: Notification,
      message: object,
    ): Promise<DeliveryVerdict> {
      const [posted, ts] = messageId.split('/');
      const changed = await call('chat.update', { channel: posted, ts, ...message });
      if (changed.kind === 'permanent' && GONE.some((error) => changed.detail.includes(error))) {
        return call('chat.postMessage', { channel, ...message });
      }
      if (changed.kind !== 'done' || kind !== 'resolve' || alert.severity !== 'critical') return changed;
      // A changed message notifies nobody, so the end of a critical alert gets a message of its own.
      return call('chat.postMessage', { channel: posted, thread_ts: ts, ...message });
    }

    async function call(
      method: 'chat.postMessage' | 'chat.update',
      fields: object,
    ): Promise<DeliveryVerdict> {
      const headers = {
        'content-type': 'application/json; charset=utf-8',
        authorization: `Bearer ${token.reveal()}`,
      };
      const delivery = await poster.post(new URL(`${url}/${method}`), JSON.stringify(fields), headers);
      return slackVerdict(delivery, context);
    }
  },
);

function slackVerdict(delivery: Delivery, { clock, scrub }: ReceiverContext): DeliveryVerdict {
  if (delivery.outcome !== 'ok') return verdictOf(delivery, clock.now());
  const { ok, error, channel, ts } = answerOf(delivery);
  if (ok === true)
    return ts === undefined ? { kind: 'done' } : { kind: 'done', messageId: `${channel}/${ts}` };
  if (error === undefined) return temporary('no answer that Slack gives'); // a proxy before Slack gave it
  const detail = scrub(error);
  return TEMPORARY.includes(error) ? temporary(detail) : { kind: 'permanent', detail };
}

function answerOf({ body }: Delivery): Answer {
  try {
    return JSON.parse(body) as Answer;
  } catch {
    return {};
  }
}
