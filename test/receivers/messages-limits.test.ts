// What of an alert has room in a message, at the last one that has and the first that has not; and what is said of little.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Alert } from '../../src/domain/alert.ts';
import { authorization, openTls } from '../../src/receivers/alertmanager/access.ts';
import { mailOf } from '../../src/receivers/email/mail.ts';
import { BODY_NAMES, bodyOf } from '../../src/receivers/http/body.ts';
import { openAlert } from '../../src/receivers/jira-service-management/alert.ts';
import type { Notification } from '../../src/receivers/notification/notification.ts';
import { wordsOf } from '../../src/receivers/notification/words.ts';
import { pagerdutyEvent } from '../../src/receivers/pagerduty/event.ts';
import { slackBlocks, slackMessage } from '../../src/receivers/slack-webhook/payload.ts';
import { teamsMessage } from '../../src/receivers/teams/card.ts';
import { telegramText } from '../../src/receivers/telegram/message.ts';
import { firingAlert } from '../support/delivering.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const PAGE = 'https://float.example.com';
const alert = firingAlert('Low', { firingAt: NOON, labels: {} });
/** Its facts are Severity and Since, and these labels between them. */
const bare = (labels: Readonly<Record<string, string>> = {}): Alert => ({
  ...alert,
  ...{ account: '', currency: '', walletType: '', value: null, threshold: null, labels },
});
const labelled = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`l${i}`, 'x']));
const told = (of: Alert, kind: Notification['kind'] = 'fire'): Notification => ({
  ...{ kind, alert: of, key: 'k', episode: 'e', messageId: null },
});

test.each([
  ['Slack', 10, (of: Alert) => slackBlocks(wordsOf(of, ''))[1]!.fields!.length],
  ['Teams', 16, (of: Alert) => teamsMessage(of, '').attachments[0]!.content.body.length - 2],
] as const)('%s shows %i facts and no more', (_, most, factsIn) => {
  for (const count of [most - 1, most, most + 1])
    expect(factsIn(bare(labelled(count - 2)))).toBe(Math.min(count, most));
});

test('Jira Service Management is told details of 8,000 signs together, names included', () => {
  const { details } = openAlert(told(bare()), '');
  const known = Object.entries(details).join('').replaceAll(',', '').length;
  const labels = (last: number) => ({
    ...Object.fromEntries(Array.from({ length: 7 }, (_, i) => [`l${i}`, 'x'.repeat(998)])),
    z: 'x'.repeat(last),
  });
  const room = 8_000 - known - 7_000 - 1;
  expect(Object.keys(openAlert(told(bare(labels(room))), '').details)).toContain('Since');
  const without = Object.keys(openAlert(told(bare(labels(room + 1))), '').details);
  expect(without).not.toContain('Since');
  expect(without).toContain('z');
});

test.each([
  ['critical', 'P1'],
  ['error', 'P2'],
  ['warning', 'P3'],
  ['info', 'P5'],
  ['none', 'P5'],
  ['page', 'P3'],
])('there the severity %s is %s, and a tag', (severity, priority) => {
  expect(openAlert(told({ ...alert, severity }), '')).toMatchObject({ priority, tags: [severity] });
});

test('an alert of no account is of floatwatch', () => {
  expect(openAlert(told(bare()), '')).toMatchObject({ entity: 'floatwatch', message: 'Low', alias: 'e' });
  expect(pagerdutyEvent(told(bare()), 'key', '').payload.source).toBe('floatwatch');
});

test('without a page and a runbook no message has links', () => {
  expect(openAlert(told(alert), '').description).toBe('low');
  expect(pagerdutyEvent(told(alert), 'key', '')).toMatchObject({ links: [] });
  expect(pagerdutyEvent(told(alert), 'key', '')).not.toHaveProperty('client_url');
  expect(slackBlocks(wordsOf(alert, ''))).toHaveLength(2);
  expect(slackMessage(alert, 'attachments', '')).not.toHaveProperty('attachments.0.title_link');
  expect(teamsMessage(alert, '').attachments[0]!.content.actions).toEqual([]);
  expect(telegramText(alert, '').split('\n\n')).toHaveLength(3);
  const mail = mailOf(told(alert), { from: 'a@example.com', to: [] }, '');
  expect(mail.text.split('\n\n')).toHaveLength(2);
  expect(mail.html).not.toContain('<a ');
});

test('PagerDuty is sent an event of 512,000 bytes whole, and a larger one without its details', () => {
  const eventOf = (last: number) => {
    const many = Array.from({ length: 124 }, (_, i) => [`l${i}`, 'x'.repeat(4_096)]);
    return pagerdutyEvent(told(bare({ ...Object.fromEntries(many), z: 'x'.repeat(last) })), 'key', '');
  };
  const room = 512_000 - Buffer.byteLength(JSON.stringify(eventOf(1))) + 1;
  expect(Buffer.byteLength(JSON.stringify(eventOf(room)))).toBe(512_000);
  expect(eventOf(room + 1).payload.custom_details).toEqual({ note: 'left out: too large' });
});

test.each([
  ['fire', 'trigger'],
  ['update', 'trigger'],
  ['resolve', 'resolve'],
] as const)('a notification of kind %s is the event %s there', (kind, action) => {
  expect(pagerdutyEvent(told(alert, kind), 'key', '').event_action).toBe(action);
});

test.each([
  ['firing critical', { severity: 'critical' }, '#d32f2f', 'Attention'],
  ['firing', {}, '#f9a825', 'Warning'],
  ['over', { phase: 'inactive', resolvedAt: NOON, severity: 'critical' }, '#2e7d32', 'Good'],
] as const)('an alert that is %s has its color', (_, change, hex, name) => {
  const of = { ...alert, ...change };
  expect(slackMessage(of, 'attachments', '')).toMatchObject({ attachments: [{ color: hex }] });
  expect(teamsMessage(of, '').attachments[0]!.content.body[0]).toMatchObject({ inlines: [{ color: name }] });
});

test.each([
  ['alerts@example.com', 'example.com'],
  ['floatwatch <alerts@example.com>', 'example.com'],
  ['floatwatch', 'floatwatch'],
])('mails from %s have ids of %s', (from, domain) => {
  expect(mailOf(told(alert), { from, to: ['ops@example.com'] }, '')).toMatchObject({
    ...{ from, to: ['ops@example.com'], subject: '[FIRING] Low: acme-ug/UGX/MERCHANT_PAYOUT' },
    ...{ messageId: `<k@${domain}>`, inReplyTo: `<e@${domain}>`, references: `<e@${domain}>` },
    headers: { 'auto-submitted': 'auto-generated' },
  });
});

test('every name in a body of one’s own stands for what it says', () => {
  const tree = Object.fromEntries(BODY_NAMES.map((name) => [name, `{{${name}}}`]));
  const book = { ...alert, annotations: { summary: 'low', runbook_url: 'https://wiki.example.com/low' } };
  const { link, facts, ...filled } = bodyOf(tree, told(book), PAGE, 'secret') as Record<string, string>;
  expect(filled).toEqual({
    ...{ kind: 'fire', status: 'FIRING', title: 'FIRING Low: acme-ug/UGX/MERCHANT_PAYOUT', summary: 'low' },
    ...{
      rule: 'Low',
      severity: 'warning',
      account: 'acme-ug',
      currency: 'UGX',
      wallet_type: 'MERCHANT_PAYOUT',
    },
    ...{
      wallet: 'acme-ug/UGX/MERCHANT_PAYOUT',
      value: '1',
      threshold: '2',
      since: '2026-11-21T12:00:00.000Z',
    },
    ...{ ended: '', runbook: 'https://wiki.example.com/low', episode: 'e', token: 'secret' },
  });
  expect(link).toMatch(/^https:\/\/float\.example\.com\/alerts\/[0-9a-f]{16}$/);
  expect(facts!.split('\n').slice(0, 2)).toEqual([
    'Severity: warning',
    'Wallet: acme-ug/UGX/MERCHANT_PAYOUT',
  ]);
  const over = { ...bare(), phase: 'inactive' as const, firingAt: null, resolvedAt: NOON + 60_000 };
  expect(
    bodyOf(['{{status}}{{since}}|{{ended}}|{{wallet}}|{{value}}|{{threshold}}'], told(over), '', ''),
  ).toEqual(['RESOLVED|2026-11-21T12:01:00.000Z|||']);
});

test.each([
  [5, 5],
  [{ a: [true, null, 1.5] }, { a: [true, null, 1.5] }],
  ['{{ rule }}{{rule}} {{  rule}}', 'LowLow Low'],
  ['{{nobody}} {rule} {{toString}} {{rule', '{{nobody}} {rule} {{toString}} {{rule'],
])('a body %j becomes %j', (tree, filled) => {
  expect(bodyOf(tree, told(alert), '', '')).toEqual(filled);
});

const secret = (text: string) => ({ reveal: () => text });
test.each([
  ['nothing', null, null, {}],
  ['a token', secret('t'), null, { authorization: 'Bearer t' }],
  [
    'name and password',
    null,
    { username: 'ü', password: secret('p:q') },
    { authorization: 'Basic w7w6cDpx' },
  ],
  [
    'a token before a password',
    secret('t'),
    { username: 'u', password: secret('p') },
    { authorization: 'Bearer t' },
  ],
])('an Alertmanager is shown %s', (_, bearer_token, basic_auth, headers) => {
  expect(authorization({ bearer_token, basic_auth })).toEqual(headers);
});

test('certificates are read again when a file has changed, and only then; what is gone stays in use', () => {
  const folder = mkdtempSync(join(tmpdir(), 'floatwatch-access-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [ca, cert, key] = ['ca', 'cert', 'key'].map((name) => join(folder, name)) as [string, string, string];
  for (const path of [ca, cert, key]) writeFileSync(path, path.slice(folder.length + 1));
  const files = { ca_file: ca, cert_file: cert, key_file: key, server_name: 'other.example' };
  const options = openTls(files);
  const first = options();
  const read = (text: string) => Buffer.from(text);
  expect(first).toEqual({
    ca: read('ca'),
    cert: read('cert'),
    key: read('key'),
    servername: 'other.example',
  });
  expect(options()).toBe(first);
  for (const [path, name] of [
    [ca, 'ca'],
    [cert, 'cert'],
    [key, 'key'],
  ] as const) {
    writeFileSync(path, `new ${name}`);
    expect(options()).toMatchObject({ [name]: read(`new ${name}`) });
  }
  const last = options();
  rmSync(ca);
  expect(options()).toBe(last);
  writeFileSync(ca, 'back');
  expect(options()).toMatchObject({ ca: read('back') });
  expect(openTls(null)()).toEqual({});
  expect(openTls({ ca_file: null, cert_file: null, key_file: null, server_name: null })()).toEqual({});
  rmSync(cert);
  expect(() => openTls(files)).toThrow('ENOENT');
});
