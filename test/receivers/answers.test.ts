// What is asked of a provider about one test, its beginning and its end, and what each answer means: with no server at all.
import { describe, expect, test } from 'vitest';
import type { ReceiverContext } from '../../src/receivers/delivery/receiver.ts';
import { pagerduty } from '../../src/receivers/pagerduty/pagerduty.ts';
import { slackBot } from '../../src/receivers/slack-bot/slack-bot.ts';
import { slackWebhook } from '../../src/receivers/slack-webhook/slack-webhook.ts';
import { telegram } from '../../src/receivers/telegram/telegram.ts';
import { type Answer, type Asked, tested } from './tested.ts';

describe('Telegram', () => {
  const create = (context: ReceiverContext, topic: string | null = null) =>
    telegram.create(
      {
        ...{ token: { reveal: () => '12:canary' }, chat_id: '-100', message_thread_id: topic },
        url: 'https://api.telegram.org',
      },
      context,
    );
  const sent = (message_id: number): Answer => ({ body: { ok: true, result: { message_id } } });
  const error = (status: number, description: string, parameters?: object): Answer => ({
    ...{
      outcome:
        status === 403 ? 'auth' : status === 429 ? 'rate_limited' : status === 404 ? 'other' : 'rejected',
    },
    ...{ status, detail: description, body: { ok: false, description, parameters } },
  });
  const methods = (asked: readonly Asked[]) =>
    asked.map(({ url, body }) => `${url.split('/').at(-1)} ${body['chat_id']} ${body['message_id'] ?? '-'}`);

  test('a message is sent, and changed for its end', async () => {
    const { verdict, asked, options } = await tested((context) => create(context, '42'), sent(7));
    expect(verdict).toEqual({ kind: 'done', messageId: '-100/7' });
    expect(asked.map(({ url }) => url)).toEqual([
      'https://api.telegram.org/bot12:canary/sendMessage',
      'https://api.telegram.org/bot12:canary/editMessageText',
    ]);
    const common = { chat_id: '-100', parse_mode: 'HTML', link_preview_options: { is_disabled: true } };
    expect(asked[0]!.body).toEqual({
      ...{ ...common, message_thread_id: 42 },
      text: expect.stringMatching(/^<b>FIRING FloatwatchTest<\/b>\n\nA test sent by floatwatch/),
    });
    expect(asked[1]!.body).toEqual({
      ...{ ...common, message_id: 7 },
      text: expect.stringMatching(/^<b>RESOLVED FloatwatchTest<\/b>/),
    });
    expect(options).toEqual([{ guarded: true }]);
  });

  test('without a topic none is named', async () => {
    const { asked } = await tested(create, sent(7));
    expect(asked[0]!.body).not.toHaveProperty('message_thread_id');
  });

  test.each([
    [
      'was not changed by it',
      error(400, 'Bad Request: message is not modified'),
      ['editMessageText -100 7'],
      'done',
    ],
    [
      'is gone',
      error(400, 'Bad Request: message to edit not found'),
      ['editMessageText -100 7', 'sendMessage -100 -'],
      'done',
    ],
    [
      'is too old',
      error(400, "Bad Request: message can't be edited"),
      ['editMessageText -100 7', 'sendMessage -100 -'],
      'done',
    ],
    ['is refused otherwise', error(400, 'Bad Request: odd'), ['editMessageText -100 7'], 'permanent'],
  ])('where the message %s', async (_what, answer, expected, kind) => {
    const { asked, verdict } = await tested(create, sent(7), answer, sent(8));
    expect(methods(asked)).toEqual(['sendMessage -100 -', ...expected]);
    expect(verdict.kind).toBe(kind);
  });

  test('a group that has become a supergroup is followed, once', async () => {
    const moved = error(400, 'group chat was upgraded', { migrate_to_chat_id: -123 });
    const { asked, verdict } = await tested(create, moved, sent(7));
    expect(methods(asked)).toEqual(['sendMessage -100 -', 'sendMessage -123 -', 'editMessageText -123 7']);
    expect(verdict).toEqual({ kind: 'done', messageId: '-100/7' });
    expect((await tested(create, moved)).asked).toHaveLength(2);
  });

  test.each([
    [
      'too many, with the seconds',
      error(429, 'Too Many Requests', { retry_after: 7 }),
      { kind: 'temporary', detail: 'rate_limited: Too Many Requests', afterMs: 7_000 },
    ],
    [
      'too many, with none',
      error(429, 'Too Many Requests', { retry_after: 0 }),
      { kind: 'temporary', detail: 'rate_limited: Too Many Requests' },
    ],
    ...[{}, { retry_after: 0 }, { retry_after: '7' }].map(
      (parameters) =>
        [
          `too many, with a header and ${JSON.stringify(parameters)}`,
          { ...error(429, 'slow', parameters), headers: { 'retry-after': '3' } },
          { kind: 'temporary', detail: 'rate_limited: slow', afterMs: 3_000 },
        ] as const,
    ),
    [
      'a token that was revoked',
      { outcome: 'auth', status: 401, detail: 'no' },
      { kind: 'temporary', detail: 'auth: no' },
    ],
    [
      'no connection',
      { outcome: 'connect', status: null, detail: 'no' },
      { kind: 'temporary', detail: 'connect: no' },
    ],
    [
      'blocked or removed',
      error(403, 'bot was kicked'),
      { kind: 'permanent', detail: 'auth: bot was kicked' },
    ],
    ['a wrong token', error(404, 'Not Found'), { kind: 'temporary', detail: 'other: Not Found' }],
    ['refused', error(400, 'chat not found'), { kind: 'permanent', detail: 'rejected: chat not found' }],
    [
      'an answer that is no JSON',
      { outcome: 'server_error', status: 502, detail: 'Bad Gateway', body: '<html>' },
      { kind: 'temporary', detail: 'server_error: Bad Gateway' },
    ],
  ] as const)('%s', async (_what, answer, expected) => {
    const { verdict, asked } = await tested(create, answer);
    expect(verdict).toEqual(expected);
    expect(asked).toHaveLength(1);
  });

  test('a good answer without a number of the message is done all the same', async () => {
    const { verdict, asked } = await tested(create, { body: { ok: true } });
    expect(verdict).toEqual({ kind: 'done' });
    expect(methods(asked)).toEqual(['sendMessage -100 -', 'sendMessage -100 -']);
  });
});

describe('Slack by a bot', () => {
  const create = (context: ReceiverContext) =>
    slackBot.create(
      { token: { reveal: () => 'xoxb-canary' }, channel: '#float', url: 'https://slack.com/api' },
      context,
    );
  const posted: Answer = { body: { ok: true, channel: 'C1', ts: '1.5' } };
  const error = (name: string): Answer => ({ body: { ok: false, error: name } });

  test('a message is posted, and changed for its end', async () => {
    const { verdict, asked, options } = await tested(create, posted);
    expect(verdict).toEqual({ kind: 'done', messageId: 'C1/1.5' });
    expect(asked.map(({ url }) => url)).toEqual([
      'https://slack.com/api/chat.postMessage',
      'https://slack.com/api/chat.update',
    ]);
    expect(asked[0]!.body).toMatchObject({
      channel: '#float',
      text: expect.stringMatching(/^FIRING FloatwatchTest: /),
    });
    for (const { headers } of asked)
      expect(headers).toEqual({
        ...{ 'content-type': 'application/json; charset=utf-8', authorization: 'Bearer xoxb-canary' },
      });
    expect(asked[1]!.body).toMatchObject({
      channel: 'C1',
      ts: '1.5',
      text: expect.stringMatching(/^RESOLVED/),
    });
    expect(options).toEqual([{ guarded: true }]);
  });

  test.each([
    'message_not_found',
    'edit_window_closed',
    'cant_update_message',
    'channel_not_found',
    'is_archived',
  ])('one that can be changed no more is followed by another: %s', async (name) => {
    const { verdict, asked } = await tested(create, posted, error(name), {
      body: { ok: true, channel: 'C1', ts: '2' },
    });
    expect(asked.map(({ url, body }) => `${url.split('/').at(-1)} ${body['channel']}`)).toEqual([
      'chat.postMessage #float',
      'chat.update C1',
      'chat.postMessage #float',
    ]);
    expect(verdict).toEqual({ kind: 'done', messageId: 'C1/2' });
  });

  test.each([
    ['refused for another reason', 'msg_too_long', 'permanent'],
    ['not taken now', 'fatal_error', 'temporary'],
  ])('none is posted where a change is %s', async (_what, name, kind) => {
    const { verdict, asked } = await tested(create, posted, error(name));
    expect(asked).toHaveLength(2);
    expect(verdict).toMatchObject({ kind });
  });

  test.each([
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
  ])('%s may pass', async (name) => {
    expect((await tested(create, error(name))).verdict).toEqual({ kind: 'temporary', detail: name });
  });

  test.each([
    [
      'an error of another name',
      error('msg_too_long canary'),
      { kind: 'permanent', detail: 'msg_too_long ***' },
    ],
    [
      'a channel that is not there',
      error('channel_not_found'),
      { kind: 'permanent', detail: 'channel_not_found' },
    ],
    ['no answer of Slack', { body: '<html>' }, { kind: 'temporary', detail: 'no answer that Slack gives' }],
    [
      'an answer that says nothing',
      { body: {} },
      { kind: 'temporary', detail: 'no answer that Slack gives' },
    ],
    [
      'a status that is no success',
      { outcome: 'server_error', status: 503, detail: 'away' },
      { kind: 'temporary', detail: 'server_error: away' },
    ],
  ] as const)('%s', async (_what, answer, expected) => {
    expect((await tested(create, answer)).verdict).toEqual(expected);
  });

  test('a good answer without a name of the message is done all the same', async () => {
    const { verdict, asked } = await tested(create, { body: { ok: true, channel: 'C1' } });
    expect(verdict).toEqual({ kind: 'done' });
    expect(asked.map(({ url }) => url.split('/').at(-1))).toEqual(['chat.postMessage', 'chat.postMessage']);
  });
});

describe('Slack by a webhook', () => {
  const create = (format: 'blocks' | 'attachments') => (context: ReceiverContext) =>
    slackWebhook.create(
      { url: { reveal: () => 'https://hooks.example.com/x' }, format, allow_insecure_http: false },
      context,
    );

  test.each(['blocks', 'attachments'] as const)('in %s, the beginning and the end', async (format) => {
    const { verdict, asked } = await tested(create(format), { body: 'ok' });
    expect(verdict).toEqual({ kind: 'done' });
    expect(asked.map(({ url, body }) => [url, Object.keys(body).includes(format)])).toEqual([
      ['https://hooks.example.com/x', true],
      ['https://hooks.example.com/x', true],
    ]);
  });

  test('that nobody may post there is final, with the reason', async () => {
    const { verdict } = await tested(create('blocks'), {
      outcome: 'auth',
      status: 403,
      detail: 'action_prohibited',
    });
    expect(verdict).toEqual({ kind: 'permanent', detail: 'auth: action_prohibited' });
    const gone = await tested(create('blocks'), { outcome: 'rejected', status: 404, detail: 'no_service' });
    expect(gone.verdict).toEqual({ kind: 'permanent', detail: 'rejected: no_service' });
    const away = await tested(create('blocks'), { outcome: 'server_error', status: 500, detail: 'no' });
    expect(away.verdict).toEqual({ kind: 'temporary', detail: 'server_error: no' });
  });
});

describe('PagerDuty', () => {
  const create = (context: ReceiverContext) =>
    pagerduty.create({ routing_key: { reveal: () => 'key' }, url: 'https://events.pagerduty.com' }, context);

  test('an event triggers, and another one resolves it', async () => {
    const { verdict, asked } = await tested(create, { status: 202 });
    expect(verdict).toEqual({ kind: 'done' });
    expect(asked.map(({ url, body }) => [url, body['routing_key'], body['event_action']])).toEqual([
      ['https://events.pagerduty.com/v2/enqueue', 'key', 'trigger'],
      ['https://events.pagerduty.com/v2/enqueue', 'key', 'resolve'],
    ]);
    expect(asked[0]!.body['dedup_key']).toBe(asked[1]!.body['dedup_key']);
  });

  test.each([
    [
      'too many: some minutes',
      { outcome: 'rate_limited', status: 429, detail: 'slow' },
      { kind: 'temporary', detail: 'rate_limited: slow', afterMs: 120_000 },
    ],
    [
      'too many: as long as it says',
      { outcome: 'rate_limited', status: 429, detail: 'slow', headers: { 'retry-after': '3' } },
      { kind: 'temporary', detail: 'rate_limited: slow', afterMs: 3_000 },
    ],
    [
      'away',
      { outcome: 'server_error', status: 500, detail: 'no' },
      { kind: 'temporary', detail: 'server_error: no' },
    ],
    [
      'refused',
      { outcome: 'rejected', status: 400, detail: 'invalid' },
      { kind: 'permanent', detail: 'rejected: invalid' },
    ],
  ] as const)('%s', async (_what, answer, expected) => {
    expect((await tested(create, answer)).verdict).toEqual(expected);
  });
});
