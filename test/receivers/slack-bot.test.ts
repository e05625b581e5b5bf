// Against the answers that Slack documents for chat.postMessage and chat.update
// (https://api.slack.com/methods/chat.postMessage, https://api.slack.com/methods/chat.update, read 2026-11-22).
import { expect, test } from 'vitest';
import { slackBot } from '../../src/receivers/slack-bot/slack-bot.ts';
import { endedAlert, firingAlert, until } from '../support/delivering.ts';
import { type Provider, type ProviderAnswer, playing, receiverContract } from './contract.ts';

/**
 * What the methods take, the required first, and the type of each that we send
 * (https://docs.slack.dev/reference/methods/chat.postMessage, and `ChatPostMessageArguments` and `ChatUpdateArguments` of
 * @slack/web-api 7.10.0, read 2026-11-22). JSON bodies have the token in a header.
 */
const DOCUMENTED: Readonly<Record<string, { required: readonly string[]; optional: readonly string[] }>> = {
  'chat.postMessage': {
    required: ['channel'],
    optional: ['attachments', 'blocks', 'text', 'thread_ts', 'unfurl_links', 'unfurl_media'],
  },
  'chat.update': { required: ['channel', 'ts'], optional: ['attachments', 'blocks', 'text'] },
};

const error = (name: string): ProviderAnswer => ({ status: 200, body: { ok: false, error: name } });
const provider: Provider = {
  create: (url, context) =>
    slackBot.create({ token: { reveal: () => 'xoxb-canary' }, channel: '#float', url }, context),
  accepted: { status: 200, body: { ok: true, channel: 'C123ABC456', ts: '1503435956.000247' } },
  tooMany: {
    status: 429,
    body: { ok: false, error: 'ratelimited' },
    headers: { 'retry-after': '1' },
    waitMs: 1_000,
  },
  refused: error('channel_not_found'),
  kindOf: (body) => (JSON.parse(body).blocks[0].text.text as string).split(' ')[0]!,
  kinds: ['FIRING', 'RESOLVED'],
};

receiverContract('slack', provider);

const methods = (accepted: readonly { readonly path: string }[]) => accepted.map(({ path }) => path.slice(1));

test('R5 AM#5227 the message is changed by channel and time, blocks and text anew, and a critical end is said in its thread', async () => {
  let alert = firingAlert('Low', { severity: 'critical' });
  await using it = await playing(provider, { alerts: () => [alert] });
  it.receiver.tell([alert]);
  await until(() => expect(it.accepted).toHaveLength(1));
  alert = { ...alert, value: '0' };
  it.receiver.tell([alert]);
  await until(() => expect(methods(it.accepted)).toEqual(['chat.postMessage', 'chat.update']));
  alert = endedAlert(alert);
  it.receiver.tell([alert]);
  await until(() => expect(it.accepted).toHaveLength(4));
  expect(methods(it.accepted).slice(2)).toEqual(['chat.update', 'chat.postMessage']);
  const bodies = it.accepted.map(({ body }) => JSON.parse(body));
  expect(bodies[0]).toMatchObject({ channel: '#float' });
  for (const [i, method] of methods(it.accepted).entries()) {
    const { required, optional } = DOCUMENTED[method]!;
    expect(Object.keys(bodies[i])).toEqual(expect.arrayContaining([...required]));
    for (const [name, value] of Object.entries(bodies[i])) {
      expect([...required, ...optional]).toContain(name);
      if (name === 'blocks' || name === 'attachments') expect(value).toBeInstanceOf(Array);
      else expect(typeof value).toBe(name.startsWith('unfurl_') ? 'boolean' : 'string');
    }
  }
  for (const body of bodies.slice(1, 3)) {
    expect(body).toMatchObject({ channel: 'C123ABC456', ts: '1503435956.000247', text: expect.any(String) });
    expect(body.blocks.length).toBeGreaterThan(1);
  }
  expect(bodies[3]).toMatchObject({ channel: 'C123ABC456', thread_ts: '1503435956.000247' });
  expect(it.server.requests[0]!.headers).toMatchObject({
    authorization: 'Bearer xoxb-canary',
    'content-type': 'application/json; charset=utf-8',
  });
});

test('the next episode has a message of its own', async () => {
  await using it = await playing(provider);
  const alert = firingAlert();
  it.receiver.tell([alert]);
  it.receiver.tell([endedAlert(alert)]);
  it.receiver.tell([firingAlert('PayoutFloatLow', { firingAt: Date.now() + 1 })]);
  await until(() =>
    expect(methods(it.accepted)).toEqual(['chat.postMessage', 'chat.update', 'chat.postMessage']),
  );
});

test.each(['message_not_found', 'edit_window_closed', 'cant_update_message'])(
  'after %s it is posted anew',
  async (name) => {
    await using it = await playing(provider);
    const alert = firingAlert();
    it.receiver.tell([alert]);
    await until(() => expect(it.accepted).toHaveLength(1));
    it.answer = ({ url }) => (url === '/chat.update' ? error(name) : provider.accepted);
    it.receiver.tell([endedAlert(alert)]);
    await until(() => expect(methods(it.accepted)).toEqual(['chat.postMessage', 'chat.postMessage']));
  },
);

test.each(['channel_not_found', 'is_archived'])(
  'where the channel of the message is no more (%s) the end is said in the one of now',
  async (name) => {
    await using it = await playing(provider);
    const alert = firingAlert();
    it.receiver.tell([alert]);
    await until(() => expect(it.accepted).toHaveLength(1));
    it.answer = ({ url }) => (url === '/chat.update' ? error(name) : provider.accepted);
    it.receiver.tell([endedAlert(alert)]);
    await until(() => expect(it.told).toHaveLength(2));
    expect(methods(it.accepted)).toEqual(['chat.postMessage', 'chat.postMessage']);
    expect(JSON.parse(it.accepted[1]!.body)).toMatchObject({ channel: '#float' });
  },
);

test.each([
  ['is_archived', 'permanent'],
  ['msg_too_long', 'permanent'],
  ['invalid_blocks', 'permanent'],
  ['internal_error', 'temporary'],
  ['invalid_auth', 'temporary'],
  ['not_in_channel', 'temporary'],
])('a 200 that says %s is %s', async (name, kind) => {
  await using it = await playing(provider);
  it.answer = () => error(name);
  expect(await it.receiver.test()).toEqual({ kind, detail: name });
});

test('a 200 that is no answer of Slack is no success', async () => {
  await using it = await playing(provider);
  it.answer = () => ({ status: 200, body: '<html>sign in</html>' });
  expect(await it.receiver.test()).toEqual({ kind: 'temporary', detail: 'no answer that Slack gives' });
});
