// What each provider is asked, word for word, and how its answers are read: without a network.
import { describe, expect, test } from 'vitest';
import type { Delivery } from '../../src/receivers/delivery/post.ts';
import type { Receiver, ReceiverContext } from '../../src/receivers/delivery/receiver.ts';
import { http } from '../../src/receivers/http/http.ts';
import { jiraServiceManagement } from '../../src/receivers/jira-service-management/jira-service-management.ts';
import { pagerduty } from '../../src/receivers/pagerduty/pagerduty.ts';
import { slackBot } from '../../src/receivers/slack-bot/slack-bot.ts';
import { slackWebhook } from '../../src/receivers/slack-webhook/slack-webhook.ts';
import { teams } from '../../src/receivers/teams/teams.ts';
import { telegram } from '../../src/receivers/telegram/telegram.ts';
import { webhook } from '../../src/receivers/webhook/webhook.ts';
import { handClock } from '../support/clock.ts';
import { receiverContext } from '../support/delivering.ts';

const reveal = (text: string) => ({ reveal: () => text });
const HOOK = { url: reveal('https://hook.example.com/in?key=1'), allow_insecure_http: false };

type Answer = Partial<Delivery> & { readonly json?: object };
const OK = { outcome: 'ok', status: 200 } as const;
const of = ({ json, ...change }: Answer): Delivery => ({
  ...{ outcome: 'ok', status: 200, detail: null, sent: true, headers: {} },
  body: json === undefined ? '' : JSON.stringify(json),
  ...change,
});

/** What one asks whose provider gives these answers in turn, and what it makes of them: its test is a beginning and an end. */
async function asking(create: (context: ReceiverContext) => Receiver, ...answers: readonly Answer[]) {
  const asked: {
    readonly url: string;
    readonly body: ReturnType<typeof JSON.parse>;
    readonly headers: Readonly<Record<string, string>>;
  }[] = [];
  const left = [...answers];
  const receiver = create(
    receiverContext({
      clock: handClock('2026-03-02T12:00:00Z'),
      externalUrl: 'https://float.example.com',
      scrub: (text) => text.replaceAll('canary', '***'),
      times: { spacingMs: 0 },
      poster: () => ({
        async post(url, body, headers) {
          asked.push({ url: url.href, body: JSON.parse(String(body)), headers });
          return of(left.length > 1 ? left.shift()! : left[0]!);
        },
        get: () => Promise.reject(new Error('not asked')),
        close: async () => {},
      }),
    }),
  );
  const verdict = await receiver.test();
  await receiver.stop();
  return { verdict, asked };
}

describe('Telegram', () => {
  const URL_ = 'https://api.telegram.org';
  const create =
    (change: object = {}) =>
    (context: ReceiverContext) =>
      telegram.create(
        { token: reveal('1:t'), chat_id: '-100', message_thread_id: null, url: URL_, ...change },
        context,
      );
  const sent = (message_id: number) => ({ ...OK, json: { ok: true, result: { message_id } } });

  test('is sent a message, and has it changed', async () => {
    const { asked, verdict } = await asking(create(), sent(42));
    expect(asked.map(({ url }) => url)).toEqual([
      `${URL_}/bot1:t/sendMessage`,
      `${URL_}/bot1:t/editMessageText`,
    ]);
    const common = { chat_id: '-100', parse_mode: 'HTML', link_preview_options: { is_disabled: true } };
    expect(asked[0]).toMatchObject({ body: common, headers: {} });
    expect(asked[0]!.body).not.toHaveProperty('message_thread_id');
    expect(asked[1]!.body).toMatchObject({ ...common, message_id: 42 });
    expect(verdict).toEqual({ kind: 'done', messageId: '-100/42' });
  });

  test('is sent it in its topic, by number', async () => {
    const { asked } = await asking(create({ message_thread_id: '7' }), sent(42));
    expect(asked[0]!.body.message_thread_id).toBe(7);
    expect(asked[1]!.body).not.toHaveProperty('message_thread_id');
  });

  test.each([
    ['message to edit not found', ['sendMessage', 'editMessageText', 'sendMessage']],
    ["message can't be edited", ['sendMessage', 'editMessageText', 'sendMessage']],
    ['message is not modified', ['sendMessage', 'editMessageText']],
    ['chat not found', ['sendMessage', 'editMessageText']],
  ])('where a change is refused because %s', async (said, methods) => {
    const refused = { outcome: 'rejected', status: 400, detail: `400: ${said}` } as const;
    const { asked, verdict } = await asking(create(), sent(42), refused, sent(43));
    expect(asked.map(({ url }) => url.split('/').at(-1))).toEqual(methods);
    if (methods.length === 3) expect(verdict).toEqual({ kind: 'done', messageId: '-100/43' });
    else if (said.includes('modified')) expect(verdict).toEqual({ kind: 'done', messageId: '-100/42' });
    else expect(verdict).toMatchObject({ kind: 'permanent' });
  });

  test('follows a chat that has moved, once', async () => {
    const moved = {
      outcome: 'rejected',
      status: 400,
      json: { ok: false, parameters: { migrate_to_chat_id: -9 } },
    } as const;
    const first = await asking(create(), moved, sent(42));
    expect(first.asked.map(({ body }) => body.chat_id)).toEqual(['-100', -9, -9]);
    expect(first.verdict).toMatchObject({ messageId: '-100/42' });
    const never = await asking(create(), moved);
    expect(never.asked).toHaveLength(2);
    expect(never.verdict).toMatchObject({ kind: 'permanent' });
  });

  const limited = (parameters: object): Answer => ({
    ...{ outcome: 'rate_limited' as const, status: 429, detail: 'slow', headers: { 'retry-after': '3' } },
    json: { ok: false, parameters },
  });
  test.each([
    [
      'waits as long as its answer says',
      limited({ retry_after: 7 }),
      { kind: 'temporary', detail: 'rate_limited: slow', afterMs: 7_000 },
    ],
    ['waits as the header says where that says nothing', limited({}), { kind: 'temporary', afterMs: 3_000 }],
    ['nor no time at all', limited({ retry_after: 0 }), { kind: 'temporary', afterMs: 3_000 }],
    ['nor a text', limited({ retry_after: '7' }), { kind: 'temporary', afterMs: 3_000 }],
    [
      'was blocked',
      { outcome: 'auth', status: 403, detail: 'blocked' },
      { kind: 'permanent', detail: 'auth: blocked' },
    ],
    ['has a wrong token', { outcome: 'auth', status: 401, detail: 'no' }, { kind: 'temporary' }],
    [
      'has a token of another kind',
      { outcome: 'rejected', status: 404, detail: 'no' },
      { kind: 'temporary', detail: 'rejected: no' },
    ],
    ['is refused', { outcome: 'rejected', status: 400, detail: 'no' }, { kind: 'permanent' }],
    ['is away', { outcome: 'connect', status: null, detail: 'no' }, { kind: 'temporary' }],
  ] as const)('%s', async (_, answer, verdict) => {
    expect((await asking(create(), answer)).verdict).toMatchObject(verdict);
  });

  test('that says nothing but that all is well has taken it, and it can not be changed', async () => {
    const { asked, verdict } = await asking(create(), { ...OK, body: '<html>' });
    expect(verdict).toEqual({ kind: 'done' });
    expect(asked.map(({ url }) => url.split('/').at(-1))).toEqual(['sendMessage', 'sendMessage']);
  });
});

describe('Slack by a bot', () => {
  const create = (context: ReceiverContext) =>
    slackBot.create({ token: reveal('xoxb'), channel: '#float', url: 'https://slack.com/api' }, context);
  const posted = { ...OK, json: { ok: true, channel: 'C1', ts: '1.2' } };
  const failed = (error: string) => ({ ...OK, json: { ok: false, error } });

  test('is posted a message, and has it changed', async () => {
    const { asked, verdict } = await asking(create, posted);
    expect(asked.map(({ url }) => url)).toEqual([
      ...['https://slack.com/api/chat.postMessage', 'https://slack.com/api/chat.update'],
    ]);
    expect(asked[0]!.body).toMatchObject({ channel: '#float', text: expect.stringContaining('FIRING') });
    expect(asked[1]!.body).toMatchObject({
      channel: 'C1',
      ts: '1.2',
      text: expect.stringContaining('RESOLVED'),
    });
    for (const { headers } of asked)
      expect(headers).toEqual({
        'content-type': 'application/json; charset=utf-8',
        authorization: 'Bearer xoxb',
      });
    expect(verdict).toEqual({ kind: 'done', messageId: 'C1/1.2' });
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
  ])('is asked again after %s', async (error) => {
    expect((await asking(create, failed(error))).verdict).toEqual({ kind: 'temporary', detail: error });
  });

  test.each(['channel_not_found', 'msg_too_long', 'canary'])(
    'has refused for good with %s',
    async (error) => {
      const detail = error === 'canary' ? '***' : error;
      expect((await asking(create, failed(error))).verdict).toEqual({ kind: 'permanent', detail });
    },
  );

  test.each([
    ...['message_not_found', 'edit_window_closed', 'cant_update_message', 'channel_not_found', 'is_archived'],
  ])('is posted a message that can not be changed any more (%s)', async (error) => {
    const { asked, verdict } = await asking(create, posted, failed(error), posted);
    expect(asked.map(({ url }) => url.split('.').at(-1))).toEqual(['postMessage', 'update', 'postMessage']);
    expect(asked[2]!.body.channel).toBe('#float');
    expect(verdict).toMatchObject({ kind: 'done' });
  });

  test.each([
    ['refused for another reason', failed('msg_too_long'), 'permanent'],
    ['not taken now', failed('fatal_error'), 'temporary'],
  ])('is posted none where a change is %s', async (_, answer, kind) => {
    const { asked, verdict } = await asking(create, posted, answer);
    expect(asked).toHaveLength(2);
    expect(verdict).toMatchObject({ kind });
  });

  test('that names no message can have none changed', async () => {
    const { asked, verdict } = await asking(create, { ...OK, json: { ok: true } });
    expect(verdict).toEqual({ kind: 'done' });
    expect(asked.map(({ url }) => url.split('.').at(-1))).toEqual(['postMessage', 'postMessage']);
  });

  test.each([
    { ...OK, body: '<html>' },
    { ...OK, json: {} },
  ])('that gives no answer of its own has taken nothing', async (answer) => {
    expect((await asking(create, answer)).verdict).toEqual({
      kind: 'temporary',
      detail: 'no answer that Slack gives',
    });
  });
});

describe('Slack by a webhook', () => {
  const create = (format: 'blocks' | 'attachments') => (context: ReceiverContext) =>
    slackWebhook.create({ ...HOOK, format }, context);
  test.each(['blocks', 'attachments'] as const)(
    'is sent %s, for the beginning and the end',
    async (format) => {
      const { asked, verdict } = await asking(create(format), OK);
      expect(asked.map(({ url }) => url)).toEqual(Array(2).fill(HOOK.url.reveal()));
      expect(asked[0]).toMatchObject({ body: { [format]: expect.any(Array) }, headers: {} });
      expect(verdict).toEqual({ kind: 'done' });
    },
  );

  test.each([
    [
      { outcome: 'auth', status: 403, detail: 'no' },
      { kind: 'permanent', detail: 'auth: no' },
    ],
    [
      { outcome: 'rejected', status: 404, detail: 'no' },
      { kind: 'permanent', detail: 'rejected: no' },
    ],
    [
      { outcome: 'server_error', status: 503, detail: 'no' },
      { kind: 'temporary', detail: 'server_error: no' },
    ],
  ] as const)('reads %j', async (answer, verdict) => {
    expect((await asking(create('blocks'), answer)).verdict).toEqual(verdict);
  });
});

describe('PagerDuty', () => {
  const create = (context: ReceiverContext) =>
    pagerduty.create({ routing_key: reveal('key'), url: 'https://events.pagerduty.com' }, context);

  test('is sent an event that triggers, and one that resolves', async () => {
    const { asked } = await asking(create, { outcome: 'ok', status: 202 });
    expect(asked.map(({ url }) => url)).toEqual(Array(2).fill('https://events.pagerduty.com/v2/enqueue'));
    expect(asked.map(({ body }) => [body.routing_key, body.event_action])).toEqual([
      ...[['key', 'trigger'], ['key', 'resolve']], // biome-ignore format: one line
    ]);
    expect(asked[0]!.body.dedup_key).toBe(asked[1]!.body.dedup_key);
  });

  test.each([
    ['two minutes where it says too many, and not how long', 'rate_limited', {}, 120_000],
    ['as long as it says', 'rate_limited', { 'retry-after': '3' }, 3_000],
    ['as we see fit after another trouble', 'server_error', {}, undefined],
  ] as const)('is left alone for %s', async (_, outcome, headers, afterMs) => {
    const { verdict } = await asking(create, { outcome, status: 429, detail: 'no', headers });
    expect(verdict).toEqual({ kind: 'temporary', detail: `${outcome}: no`, ...(afterMs && { afterMs }) });
  });
});

test('Jira Service Management is told to open an alert, and to close it by its alias', async () => {
  const url = 'https://api.atlassian.com/jsm/ops/integration/v2/alerts';
  const { asked, verdict } = await asking(
    (context) => jiraServiceManagement.create({ api_key: reveal('key'), url }, context),
    { outcome: 'ok', status: 202 },
  );
  const { alias } = asked[0]!.body;
  expect(alias).toMatch(/^[0-9a-f]{64}$/);
  expect(asked.map((each) => each.url)).toEqual([url, `${url}/${alias}/close?identifierType=alias`]);
  for (const { headers } of asked) expect(headers).toEqual({ authorization: 'GenieKey key' });
  expect(asked[0]!.body).toMatchObject({ message: 'FloatwatchTest', priority: 'P5' });
  expect(asked[1]!.body).toEqual({ source: 'floatwatch', note: 'RESOLVED FloatwatchTest' });
  expect(verdict).toEqual({ kind: 'done' });
});

test('Teams is sent a card for the beginning and one for the end', async () => {
  const { asked, verdict } = await asking((context) => teams.create(HOOK, context), OK);
  expect(asked.map(({ url, headers }) => [url, headers])).toEqual(Array(2).fill([HOOK.url.reveal(), {}]));
  expect(asked.map(({ body }) => body.attachments[0].content.fallbackText)).toEqual([
    ...['FIRING FloatwatchTest', 'RESOLVED FloatwatchTest'],
  ]);
  expect(verdict).toEqual({ kind: 'done' });
});

test.each([
  ['signed where there is a secret', reveal('s'), true],
  ['unsigned where there is none', null, false],
])('a webhook is sent what Alertmanager sends, %s', async (_, hmac_secret, signed) => {
  const { asked, verdict } = await asking((context) => webhook.create({ ...HOOK, hmac_secret }, context), OK);
  expect(asked.map(({ body }) => [body.receiver, body.status])).toEqual([
    ...[['ops', 'firing'], ['ops', 'resolved']], // biome-ignore format: one line
  ]);
  const [key, ...rest] = Object.keys(asked[0]!.headers).sort();
  expect(key).toBe('idempotency-key');
  expect(rest).toEqual(signed ? ['x-floatwatch-signature', 'x-floatwatch-timestamp'] : []);
  if (signed) expect(asked[0]!.headers['x-floatwatch-timestamp']).toBe('1772452800');
  expect(verdict).toEqual({ kind: 'done' });
});

describe('a service of one’s own', () => {
  const settings = { ...HOOK, bearer_token: null, token: null, update_body: null, resolve_body: null };
  const body = { text: '{{status}} {{token}}.' };

  test('is sent its body for both, with nothing where there is no token', async () => {
    const { asked } = await asking((context) => http.create({ ...settings, body }, context), OK);
    expect(asked.map((each) => each.body)).toEqual([{ text: 'FIRING .' }, { text: 'RESOLVED .' }]);
    for (const { headers, url } of asked) {
      expect(Object.keys(headers)).toEqual(['idempotency-key']);
      expect(url).toBe(HOOK.url.reveal());
    }
  });

  test('is sent a body of its own for the end, and its tokens', async () => {
    const own = {
      ...settings,
      body,
      resolve_body: ['{{kind}}'],
      token: reveal('t'),
      bearer_token: reveal('b'),
    };
    const { asked } = await asking((context) => http.create(own, context), OK);
    expect(asked.map((each) => each.body)).toEqual([{ text: 'FIRING t.' }, ['resolve']]);
    expect(asked[0]!.headers).toMatchObject({ authorization: 'Bearer b' });
  });
});
