// Telegram by a bot: one message for each time that an alert fires. The bot changes it while the alert lasts and when it ends.
import { changeEach } from '../delivery/each-message.ts';
import type { Delivery } from '../delivery/post.ts';
import { type Receiver, type ReceiverContext, receiverKind } from '../delivery/receiver.ts';
import { apiUrl, requiredText, type SettingsOf, type SettingsShape, secret } from '../delivery/settings.ts';
import { type DeliveryVerdict, temporary, verdictOf } from '../delivery/verdict.ts';
import type { Notification } from '../notification/notification.ts';
import { createOutboxReceiver } from '../outbox/outbox-receiver.ts';
import { type MessageFields, messageRequest, telegramText } from './message.ts';

const SPACING_MS = 3_000; // 20 messages a minute in a group: https://telegra.ph/Hitting-limits-bot-FAQ

const settings = {
  token: secret('Token of the bot, as @BotFather gives it.'),
  chat_id: requiredText('The chat, by its number in quotes or as "@channel"; the bot must be a member.'),
  message_thread_id: {
    takes: 'text',
    required: false,
    expected: 'the number of a topic in quotes, such as "42"',
    pattern: /^\d{1,15}$/,
    about: 'The topic of a forum, by its number in quotes.',
  },
  url: apiUrl('https://api.telegram.org', 'Address of the Bot API, where one runs of your own.'),
} as const satisfies SettingsShape;

type TelegramSettings = SettingsOf<typeof settings>;

export const telegram = receiverKind('Telegram by a bot.', settings, createTelegram);

/** What the Bot API answers. */
interface Answer {
  readonly ok: boolean;
  readonly result?: { readonly message_id?: number };
  readonly description?: string;
  readonly parameters?: { readonly retry_after?: number; readonly migrate_to_chat_id?: number };
}

function createTelegram(
  { token, chat_id, message_thread_id, url }: TelegramSettings,
  context: ReceiverContext,
): Receiver {
  const poster = context.poster({ guarded: true });
  const topic = message_thread_id === null ? {} : { message_thread_id: Number(message_thread_id) };
  /** The chat's id changes when its group becomes a supergroup. */
  let chat: string | number = chat_id;

  return createOutboxReceiver(
    { sendsUpdates: true, changesMessages: true, spacingMs: SPACING_MS, send, close: () => poster.close() },
    context,
  );

  async function send(notification: Notification): Promise<DeliveryVerdict> {
    const { alert, messageId } = notification;
    const text = telegramText(alert, context.externalUrl);
    if (messageId === null) return post('sendMessage', { ...topic, text });
    return changeEach(messageId, (one) => change(one, notification, text));
  }

  async function change(
    messageId: string,
    { alert, kind }: Notification,
    text: string,
  ): Promise<DeliveryVerdict> {
    const message_id = numberIn(messageId);
    const edited = message_id === undefined ? 'gone' : await edit(message_id, text);
    if (message_id === undefined || edited === 'gone') return post('sendMessage', { ...topic, text });
    if (edited.kind !== 'done' || kind !== 'resolve' || alert.severity !== 'critical') return edited;
    // A changed message notifies nobody, so the end of a critical alert gets a message of its own.
    const reply_parameters = { message_id, allow_sending_without_reply: true } as const;
    return post('sendMessage', { ...topic, text, reply_parameters });
  }

  /** The number of a message in this chat. After a reload the chat may be another, where the number is a stranger's message. */
  function numberIn(messageId: string): number | undefined {
    const [number, of = chat_id] = messageId.split('/').reverse();
    return of === chat_id ? Number(number) : undefined; // 0.1.0 kept only the number
  }

  async function edit(message_id: number, text: string): Promise<DeliveryVerdict | 'gone'> {
    const verdict = await post('editMessageText', { message_id, text });
    if (verdict.kind !== 'permanent') return verdict;
    if (verdict.detail.includes('message is not modified')) return done(message_id);
    return /message to edit not found|message can't be edited/.test(verdict.detail) ? 'gone' : verdict;
  }

  async function post(
    method: 'sendMessage' | 'editMessageText',
    fields: MessageFields,
    moved = false,
  ): Promise<DeliveryVerdict> {
    const body = JSON.stringify(messageRequest(chat, fields));
    const delivery = await poster.post(new URL(`${url}/bot${token.reveal()}/${method}`), body, {});
    const answer = answerOf(delivery);
    const movedTo = answer?.parameters?.migrate_to_chat_id;
    if (movedTo !== undefined && !moved) {
      chat = movedTo;
      return post(method, fields, true);
    }
    const id = answer?.result?.message_id;
    if (delivery.outcome === 'ok' && id !== undefined) return done(id);
    return telegramVerdict(delivery, answer, context.clock.now());
  }

  function done(message_id: number): DeliveryVerdict {
    return { kind: 'done', messageId: `${chat_id}/${message_id}` };
  }
}

function answerOf({ body }: Delivery): Answer | undefined {
  try {
    return JSON.parse(body) as Answer;
  } catch {
    return undefined;
  }
}

function telegramVerdict(delivery: Delivery, answer: Answer | undefined, now: number): DeliveryVerdict {
  const { outcome, status } = delivery;
  const verdict = verdictOf(delivery, now);
  if (outcome === 'ok') return verdict;
  const detail = `${outcome}: ${delivery.detail}`;
  const seconds = answer?.parameters?.retry_after;
  if (typeof seconds === 'number' && seconds > 0) return temporary(detail, seconds * 1_000);
  if (status === 403) return { kind: 'permanent', detail }; // the bot was blocked or removed
  return status === 404 ? temporary(detail) : verdict; // Telegram answers 404 to a wrong token
}
