// Against the types of the Bot API (@grammyjs/types 5.0.0), and answers of it, kept in fixtures/.
import type { ApiMethods, ApiResponse, Message } from '@grammyjs/types';
import { expect, test } from 'vitest';
import { createLocalOutbox } from '../../src/receivers/local/local-outbox.ts';
import { messageRequest, telegramText } from '../../src/receivers/telegram/message.ts';
import { telegram } from '../../src/receivers/telegram/telegram.ts';
import { endedAlert, firingAlert, memoryShelf, realClock, until } from '../support/delivering.ts';
import { sharedOutbox } from '../support/shared-outbox.ts';
import { hostileAlert, type Provider, type ProviderAnswer, playing, receiverContract } from './contract.ts';
import documented from './fixtures/telegram.json' with { type: 'json' };

const error = (name: keyof typeof documented.errors): ProviderAnswer => {
  const body = documented.errors[name];
  return { status: body.error_code, body };
};
const createIn =
  (chat_id: string): Provider['create'] =>
  (url, context) =>
    telegram.create({ token: { reveal: () => '1:canary' }, chat_id, message_thread_id: null, url }, context);
const provider = {
  create: createIn('-100'),
  accepted: { status: 200, body: { ok: true, result: { message_id: 42 } } },
  tooMany: { ...error('tooMany'), waitMs: 1_000 },
  refused: error('chatNotFound'),
  kindOf: (body) => /^<b>(\w+)/.exec(JSON.parse(body).text)![1]!,
  kinds: ['FIRING', 'RESOLVED'],
} as const satisfies Provider;

receiverContract('telegram', provider);

type Parameters_<Method extends 'sendMessage' | 'editMessageText'> = Parameters<ApiMethods<never>[Method]>[0];

/** Every parameter that the types know: the compiler says when one is missing here, or is none. */
const PARAMETERS = {
  sendMessage: {
    ...{ business_connection_id: 1, chat_id: 1, message_thread_id: 1, direct_messages_topic_id: 1 },
    ...{ ephemeral_message_parameters: 1, text: 1, parse_mode: 1, entities: 1, link_preview_options: 1 },
    ...{ disable_notification: 1, protect_content: 1, allow_paid_broadcast: 1, message_effect_id: 1 },
    ...{ suggested_post_parameters: 1, reply_parameters: 1, reply_markup: 1, reply_to_message_id: 1 },
  } satisfies Record<keyof Parameters_<'sendMessage'>, 1>,
  editMessageText: {
    ...{ business_connection_id: 1, chat_id: 1, message_id: 1, inline_message_id: 1, text: 1 },
    ...{ parse_mode: 1, entities: 1, link_preview_options: 1, rich_message: 1, reply_markup: 1 },
  } satisfies Record<keyof Parameters_<'editMessageText'>, 1>,
};

test('requests and answers are of the types of the Bot API', () => {
  const text = telegramText(firingAlert(), '');
  const reply_parameters = { message_id: 42, allow_sending_without_reply: true } as const;
  const sent: Parameters_<'sendMessage'> = messageRequest('-100', {
    ...{ text, message_thread_id: 7, reply_parameters },
  });
  const edited: Parameters_<'editMessageText'> = messageRequest(-100, { text, message_id: 42 });
  expect(Object.keys(PARAMETERS.sendMessage)).toEqual(expect.arrayContaining(Object.keys(sent)));
  expect(Object.keys(PARAMETERS.editMessageText)).toEqual(expect.arrayContaining(Object.keys(edited)));
  const accepted: Pick<Message, 'message_id'> = provider.accepted.body.result;
  expect(accepted).toEqual({ message_id: 42 });
  for (const { ok, ...rest } of Object.values(documented.errors)) {
    expect(ok).toBe(false);
    const refused: ApiResponse<never> = { ok: false, ...rest };
    expect(refused.error_code).toBeGreaterThanOrEqual(400);
  }
});

const methods = (accepted: readonly { readonly path: string }[]) =>
  accepted.map(({ path }) => path.split('/').at(-1));

test('R5 AM#5227 the message is changed, twice if need be, and a critical end is answered as well', async () => {
  let alert = firingAlert('Low', { severity: 'critical' });
  await using it = await playing(provider, { alerts: () => [alert] });
  it.receiver.tell([alert]);
  await until(() => expect(it.accepted).toHaveLength(1));
  alert = { ...alert, value: '0' };
  it.receiver.tell([alert]);
  await until(() => expect(methods(it.accepted)).toEqual(['sendMessage', 'editMessageText']));
  alert = endedAlert(alert);
  it.receiver.tell([alert]);
  await until(() => expect(it.accepted).toHaveLength(4));
  expect(methods(it.accepted).slice(2)).toEqual(['editMessageText', 'sendMessage']);
  const bodies = it.accepted.map(({ body }) => JSON.parse(body));
  expect(bodies[2]).toMatchObject({ message_id: 42, chat_id: '-100', parse_mode: 'HTML' });
  expect(bodies[3].reply_parameters).toEqual({ message_id: 42, allow_sending_without_reply: true });
  for (const { path, body } of it.accepted) {
    const known = Object.keys(PARAMETERS[path.split('/').at(-1) as keyof typeof PARAMETERS]);
    expect(known).toEqual(expect.arrayContaining(Object.keys(JSON.parse(body))));
    expect(path).toMatch(/^\/bot1:canary\//);
  }
});

test.each(['editNotFound', 'editTooLate'] as const)(
  'a message that is gone (%s) is sent anew; one that is as it should be is no trouble',
  async (gone) => {
    await using it = await playing(provider);
    const alert = firingAlert();
    it.receiver.tell([alert]);
    await until(() => expect(it.accepted).toHaveLength(1));
    it.answer = ({ url }) => (url!.endsWith('/editMessageText') ? error(gone) : provider.accepted);
    it.receiver.tell([endedAlert(alert)]);
    await until(() => expect(methods(it.accepted)).toEqual(['sendMessage', 'sendMessage']));

    it.answer = () => provider.accepted;
    const other = firingAlert('Other');
    it.receiver.tell([other]);
    await until(() => expect(it.accepted).toHaveLength(3));
    it.answer = () => error('notModified');
    it.receiver.tell([endedAlert(other)]);
    await until(() => expect(it.told).toEqual(['ok', 'ok', 'ok', 'ok']));
  },
);

test('in another chat no message is changed that has the number of ours by chance', async () => {
  const [outbox, local] = [sharedOutbox(), createLocalOutbox(memoryShelf(), realClock)];
  const alert = firingAlert();
  {
    await using it = await playing(provider, { outbox, local });
    it.receiver.tell([alert]);
    await until(() => expect(it.told).toEqual(['ok']));
  }
  await using it = await playing({ ...provider, create: createIn('-200') }, { outbox, local });
  it.receiver.tell([endedAlert(alert)]);
  await until(() => expect(it.told).toEqual(['ok']));
  expect(methods(it.accepted)).toEqual(['sendMessage']);
  expect(JSON.parse(it.accepted[0]!.body)).toMatchObject({ chat_id: '-200' });
});

test('a group that became a supergroup is followed', async () => {
  await using it = await playing(provider);
  it.answer = (_, body) => (JSON.parse(body).chat_id === '-100' ? error('migrated') : provider.accepted);
  it.receiver.tell([firingAlert()]);
  await until(() => expect(it.told).toEqual(['ok']));
  expect(JSON.parse(it.accepted[0]!.body).chat_id).toBe(-123456789);
});

test.each([
  ['kicked', 'permanent'],
  ['unauthorized', 'temporary'],
  ['migrated', 'permanent'], // to a group that says so of itself
] as const)('%s is %s', async (name, kind) => {
  await using it = await playing(provider);
  it.answer = () => error(name);
  expect(await it.receiver.test()).toMatchObject({ kind });
});

test('R4 AM#2923 nothing from outside is markup, and no markup is ever cut', () => {
  const text = telegramText(hostileAlert(), 'https://float.example.com');
  expect(text.replace(/<\/?b>|<a href="[^"<>]*">|<\/a>/g, '')).not.toMatch(/[<>]|&(?!amp;|lt;|gt;|quot;)/);
  for (const length of [10, 2_799, 2_800, 2_801, 9_000]) {
    const labels = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`label_${i}`, '<&>'.repeat(40)]));
    const annotations = { summary: '<'.repeat(length), runbook_url: 'https://float.example.com/runbook#low' };
    const whole = telegramText(
      firingAlert('L'.repeat(64), { annotations, labels }),
      'https://float.example.com',
    );
    const shown = whole.replace(/<[^>]*>/g, '').replace(/&\w+;/g, '_');
    expect(shown.length).toBeLessThanOrEqual(4_096);
    expect(whole.match(/<b>/g)).toHaveLength(whole.match(/<\/b>/g)!.length);
    expect(whole.endsWith('</a>')).toBe(true);
  }
});
