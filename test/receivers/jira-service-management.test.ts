// Against the fields and limits of Opsgenie's API, which Jira Service Management took over, kept in fixtures/.
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { closeAlert, openAlert } from '../../src/receivers/jira-service-management/alert.ts';
import { jiraServiceManagement } from '../../src/receivers/jira-service-management/jira-service-management.ts';
import { endedAlert, firingAlert, until } from '../support/delivering.ts';
import { hostileAlert, type Provider, playing, receiverContract } from './contract.ts';
import documented from './fixtures/opsgenie-alert.json' with { type: 'json' };

const provider: Provider = {
  create: (url, context) =>
    jiraServiceManagement.create(
      { api_key: { reveal: () => 'canary-key' }, url: `${url}/v2/alerts` },
      context,
    ),
  accepted: { status: 202, body: documented.accepted },
  tooMany: { status: 429, body: '', headers: { 'retry-after': '1' }, waitMs: 1_000 },
  refused: { status: 422, body: documented.refused },
  kindOf: (_, path) => (path.includes('/close') ? 'close' : 'create'),
  kinds: ['create', 'close'],
};

receiverContract('jira_service_management', provider);

const notification = (alert = firingAlert()) =>
  ({ kind: 'fire', alert, key: 'k', episode: 'e'.repeat(64), messageId: null }) as const;

test('riemann#1050 what was opened is closed by its alias, which stands percent-encoded in the address', async () => {
  await using it = await playing(provider);
  const alert = firingAlert();
  it.receiver.tell([alert]);
  it.receiver.tell([endedAlert(alert)]);
  await until(() => expect(it.accepted).toHaveLength(2));
  const { alias } = JSON.parse(it.accepted[0]!.body);
  expect(it.accepted[0]!.path).toBe('/v2/alerts');
  expect(it.accepted[1]!.path).toBe(`/v2/alerts/${encodeURIComponent(alias)}/close?identifierType=alias`);
  expect(it.server.requests[0]!.headers.authorization).toBe('GenieKey canary-key');
});

test('the address is that of the integration API, unless another is configured', () => {
  expect(jiraServiceManagement.settings).toMatchObject({ url: { default: documented.address } });
});

test.each([
  ['critical', 'P1'],
  ['warning', 'P3'],
  ['info', 'P5'],
  ['odd', 'P3'],
])('the severity %s is %s', (severity, priority) => {
  expect(openAlert(notification(firingAlert('Low', { severity })), '').priority).toBe(priority);
  expect(documented.create.properties.priority.enum).toContain(priority);
});

test.each([0, 129, 20_000])(
  'R3 AM#1700 bodies have documented fields within their limits (%i signs)',
  (length) => {
    const labels = Object.fromEntries(
      Array.from({ length: 99 }, (_, i) => [`label_${i}`, 'x'.repeat(length)]),
    );
    const alert = firingAlert('L'.repeat(64), {
      labels,
      account: 'a'.repeat(200),
      annotations: { summary: '𝕏'.repeat(length) },
    });
    const body = openAlert(notification(alert), 'https://float.example.com');
    const ajv = new Ajv();
    expect(ajv.validate(documented.create, body), ajv.errorsText()).toBe(true);
    expect(ajv.validate(documented.close, closeAlert(notification(alert), '')), ajv.errorsText()).toBe(true);
    expect(ajv.validate(documented.create, { ...body, priority: 'P6' })).toBe(false);
    expect(JSON.stringify(body.details).length).toBeLessThan(12_000);
  },
);

test('R4 AM#3061 texts are as they are: nothing is markup there', () => {
  expect(openAlert(notification(hostileAlert()), '').description).toBe(hostileAlert().annotations['summary']);
});
