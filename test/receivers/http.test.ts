// Bodies as ntfy, Gotify, Pushover and Google Chat document them, read 2026-11-22:
// https://docs.ntfy.sh/publish/#publish-as-json, https://gotify.net/api-docs, https://pushover.net/api,
// https://developers.google.com/chat/api/reference/rest/v1/spaces.messages/create
import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../src/config/load.ts';
import { bodyOf } from '../../src/receivers/http/body.ts';
import { http } from '../../src/receivers/http/http.ts';
import { createReceiver } from '../../src/receivers/registry.ts';
import { endedAlert, firingAlert, receiverContext, until } from '../support/delivering.ts';
import { hostileAlert, type Provider, playing, receiverContract } from './contract.ts';

const NTFY = { topic: 'float', title: '{{title}}', message: '{{summary}}', click: '{{link}}', priority: 4 };
const create =
  (change: Partial<Parameters<typeof http.create>[0]> = {}): Provider['create'] =>
  (url, context) =>
    http.create(
      {
        url: { reveal: () => url },
        ...{ allow_insecure_http: false, bearer_token: null, token: null },
        ...{ body: NTFY, update_body: null, resolve_body: null },
        ...change,
      },
      context,
    );
const ntfy: Provider = {
  create: create(),
  accepted: { status: 200, body: { id: 'sPs71M8A2T', event: 'message', topic: 'float' } },
  tooMany: { status: 429, body: { code: 42901 }, headers: { 'retry-after': '1' }, waitMs: 1_000 },
  refused: { status: 400, body: { code: 40009, error: 'invalid request: topic invalid' } },
  kindOf: (body) => JSON.parse(body).title.split(' ')[0],
  kinds: ['FIRING', 'RESOLVED'],
};

receiverContract('http', ntfy);

const notification = (alert = firingAlert()) =>
  ({ kind: 'fire', alert, key: 'k', episode: 'e', messageId: null }) as const;

describe('the body', () => {
  test('has names filled in within texts, at any depth, and nothing else touched', () => {
    const tree = {
      message: '{{rule}} is {{ status }}: {{value}} of {{threshold}}',
      priority: 4,
      urgent: true,
      nothing: null,
      extras: [{ '{{rule}}': ['{{wallet}}', '{{ended}}', '{{nobody}} {x}'] }],
    };
    expect(bodyOf(tree, notification(), '', '')).toEqual({
      message: 'PayoutFloatLow is FIRING: 1 of 2',
      priority: 4,
      urgent: true,
      nothing: null,
      extras: [{ '{{rule}}': ['acme-ug/UGX/MERCHANT_PAYOUT', '', '{{nobody}} {x}'] }],
    });
  });

  test('R10 AM#5304 what is filled in stays text, and is never read again', () => {
    const alert = hostileAlert({ annotations: { summary: 'yes {{token}}: "1", {a: b}' } });
    expect(bodyOf({ a: '{{summary}}', b: '{{value}}' }, notification(alert), '', 'canary')).toEqual({
      a: 'yes {{token}}: "1", {a: b}',
      b: '1',
    });
  });

  test('R3 AM#3880 a text is cut, whole signs', () => {
    const alert = firingAlert('Low', { annotations: { summary: '👩🏽‍💻'.repeat(4_000) } });
    const { a } = bodyOf({ a: '{{summary}}' }, notification(alert), '', '') as { a: string };
    expect(a.length).toBeLessThanOrEqual(4_096);
    expect(a).toMatch(/^(?:👩🏽‍💻)+…$/u);
  });
});

test('fire, update and resolve may each have a tree, and a token', async () => {
  const tree = (of: string) => ({ title: `${of} {{token}}`, thread: { threadKey: '{{episode}}' } });
  const provider = {
    ...ntfy,
    create: create({
      ...{ body: tree('FIRING'), update_body: tree('CHANGED'), resolve_body: tree('RESOLVED') },
      token: { reveal: () => 'secret-1' },
      bearer_token: { reveal: () => 'secret-2' },
    }),
  };
  let alert = firingAlert();
  await using it = await playing(provider, { alerts: () => [alert] });
  it.receiver.tell([alert]);
  await until(() => expect(it.accepted).toHaveLength(1));
  alert = { ...alert, value: '0' };
  it.receiver.tell([alert]);
  await until(() => expect(it.accepted).toHaveLength(2));
  alert = endedAlert(alert);
  it.receiver.tell([alert]);
  await until(() => expect(it.accepted.map(({ kind }) => kind)).toEqual(['FIRING', 'CHANGED', 'RESOLVED']));
  const bodies = it.accepted.map(({ body }) => JSON.parse(body));
  expect(bodies[0].title).toBe('FIRING secret-1');
  expect(new Set(bodies.map(({ thread }) => thread.threadKey)).size).toBe(1);
  expect(new Set(it.server.requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(3);
  expect(it.server.requests[0]!.headers.authorization).toBe('Bearer secret-2');
});

test('from the file, in which a text that looks like a number stays one', async () => {
  await using it = await playing(ntfy);
  const text = `
accounts: [{name: a, base_url: "https://pay.example.com", public_key: pk-12345, secret_key: sk-12345}]
alerts:
  receivers:
    http: [{name: phone, url: "${it.server.url}", body: {title: "{{title}}", priority: 4, user: "007", on: "no"}}]`;
  const { config } = parseConfig(text, { file: 'floatwatch.yaml', env: {} });
  const receiver = createReceiver(config.alerts.receivers[0]!, receiverContext());
  expect(await receiver.test()).toEqual({ kind: 'done' });
  await receiver.stop();
  expect(JSON.parse(it.accepted[0]!.body)).toEqual({
    title: 'FIRING FloatwatchTest',
    priority: 4,
    user: '007',
    on: 'no',
  });
});
