// What Jira Service Management, Teams and services of one's own are asked, word for word, and how their answers are read: without
// a network. `answers.test.ts` has the chats and PagerDuty.
import { describe, expect, test } from 'vitest';
import { http } from '../../src/receivers/http/http.ts';
import { jiraServiceManagement } from '../../src/receivers/jira-service-management/jira-service-management.ts';
import { teams } from '../../src/receivers/teams/teams.ts';
import { webhook } from '../../src/receivers/webhook/webhook.ts';
import { tested } from './tested.ts';

const reveal = (text: string) => ({ reveal: () => text });
const HOOK = { url: reveal('https://hook.example.com/in?key=1'), allow_insecure_http: false };

test('Jira Service Management is told to open an alert, and to close it by its alias', async () => {
  const url = 'https://api.atlassian.com/jsm/ops/integration/v2/alerts';
  const { asked, verdict } = await tested(
    (context) => jiraServiceManagement.create({ api_key: reveal('key'), url }, context),
    { status: 202 },
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
  const { asked, verdict } = await tested((context) => teams.create(HOOK, context), {});
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
  const { asked, verdict } = await tested((context) => webhook.create({ ...HOOK, hmac_secret }, context), {});
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
    const { asked } = await tested((context) => http.create({ ...settings, body }, context), {});
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
    const { asked } = await tested((context) => http.create(own, context), {});
    expect(asked.map((each) => each.body)).toEqual([{ text: 'FIRING t.' }, ['resolve']]);
    expect(asked[0]!.headers).toMatchObject({ authorization: 'Bearer b' });
  });
});
