// AM#1822 AM#5254: a provider that quotes all it was sent brings no secret into what we keep, log or show.
import { expect, test } from 'vitest';
import { createReceivers } from '../../src/app/alerts/receivers.ts';
import { receiverEndpoints } from '../../src/cli/doctor/endpoints.ts';
import { main } from '../../src/cli/main.ts';
import { parseConfig, secretsOf } from '../../src/config/load.ts';
import { createScrubber } from '../../src/config/scrub.ts';
import { createLocalOutbox } from '../../src/receivers/local/local-outbox.ts';
import { RECEIVER_KINDS } from '../../src/receivers/registry.ts';
import { fakeReceiver } from '../support/alertmanager.ts';
import { firingAlert, memoryShelf, realClock, receiverContext, until } from '../support/delivering.ts';
import { configFolder } from '../support/floatwatch-config.ts';
import { capture } from '../support/io.ts';
import { sharedOutbox } from '../support/shared-outbox.ts';
import { smtpServer } from '../support/smtp-server.ts';
import sms from './fixtures/africas-talking.json' with { type: 'json' };

const CANARY = 'canary-4711-secret';

/** The least settings of each kind, with a canary wherever a secret may be. */
const settingsOf = (url: string, mailPort: number): Record<string, object> => ({
  slack: { token: CANARY, channel: '#a', url },
  slack_webhook: { url: `${url}/services/${CANARY}` },
  pagerduty: { routing_key: CANARY, url },
  jira_service_management: { api_key: CANARY, url },
  telegram: { token: CANARY, chat_id: '1', url },
  teams: { url: `${url}/workflows?sig=${CANARY}` },
  email: {
    ...{ host: '127.0.0.1', port: mailPort, tls: 'none', from: 'a@example.com', to: ['b@example.com'] },
    ...{ username: 'me', password: CANARY },
  },
  africas_talking: { api_key: CANARY, username: 'acme', to: ['+256700000001'], only: [], url },
  http: { url: `${url}/${CANARY}`, bearer_token: CANARY, token: CANARY, body: { a: '{{token}}' } },
  webhook: { url: `${url}/hooks/${CANARY}`, hmac_secret: CANARY },
});

const KINDS = Object.keys(RECEIVER_KINDS).filter((kind) => kind !== 'alertmanager');

test.each(KINDS)('R8 %s', async (kind) => {
  await using server = await fakeReceiver(
    ({ url, headers: { 'user-agent': _, ...headers }, method }, body, response) => {
      response.writeHead(500).end(`${method} ${url} ${JSON.stringify(headers)} ${body}`);
      return undefined;
    },
  );
  await using mail = await smtpServer();
  mail.reply = (command) => (command.startsWith('AUTH') ? `454 not now, ${CANARY} ${command}` : undefined);
  const settings = settingsOf(server.url, mail.port)[kind];
  expect(settings, 'its settings are missing above').toBeDefined();
  const receiver = [{ name: 'it', ...settings }];
  const text = JSON.stringify({
    accounts: [
      { name: 'a', base_url: 'https://pay.example.com', public_key: 'pk-12345', secret_key: 'sk-12345' },
    ],
    alerts: kind === 'webhook' ? { webhooks: receiver } : { receivers: { [kind]: receiver } },
  });
  const { config } = parseConfig(text, { file: 'floatwatch.yaml', env: {} });
  const port = kind === 'email' ? mail.port : Number(new URL(server.url).port);
  expect(receiverEndpoints(config)).toEqual([
    { name: expect.stringContaining('it'), host: '127.0.0.1', port, isTls: false }, // where doctor knocks, and no secret
  ]);
  const shown: string[] = [];
  const shelf = memoryShelf();
  const outbox = sharedOutbox();
  const receivers = createReceivers(config, {
    ...receiverContext({ times: { firstRetryMs: 20, giveUpAfterMs: 0 } }),
    scrub: createScrubber(secretsOf(config)),
    local: createLocalOutbox(shelf, realClock),
    outbox,
    onDelivery: (_, result, detail) => void shown.push(`${result} ${detail}`),
  });
  receivers.tell([firingAlert()]);
  await until(() => expect(shown).toHaveLength(1));
  await until(() => expect(JSON.stringify(receivers.reports())).toContain('"met":true'));
  await receivers.stop();
  const everything = JSON.stringify([
    shown,
    receivers.reports(),
    [...shelf.loadStates()],
    [...outbox.messages],
  ]);
  expect(everything).not.toContain('canary');
  expect(everything).not.toContain(Buffer.from(`\0me\0${CANARY}`).toString('base64'));
  expect(shown[0]).toContain('[secret]');
});

test.each(KINDS)(
  'R8 floatwatch alerts test, of a %s: accepted, then refused by one that quotes all',
  async (kind) => {
    let accepts = true;
    await using server = await fakeReceiver(
      ({ url, headers: { 'user-agent': _, ...headers }, method }, body, response) => {
        const quoted = `${method} ${url} ${JSON.stringify(headers)} ${body}`;
        if (accepts) response.writeHead(200).end(JSON.stringify(ACCEPTED[kind] ?? {}));
        else response.writeHead(400).end(JSON.stringify({ ok: false, error: quoted, description: quoted }));
        return undefined;
      },
    );
    await using mail = await smtpServer();
    mail.reply = (command) =>
      !accepts && command.startsWith('AUTH') ? `535 no, ${CANARY} ${command}` : undefined;
    const receiver = [{ name: 'it', ...settingsOf(server.url, mail.port)[kind] }];
    await using place = await configFolder({
      accounts: [
        { name: 'a', base_url: 'https://pay.example.com', public_key: 'pk-12345', secret_key: 'sk-12345' },
      ],
      alerts: kind === 'webhook' ? { webhooks: receiver } : { receivers: { [kind]: receiver } },
    });
    const tried = async () => {
      const { io, written } = capture();
      return { code: await main(['alerts', 'test', 'it', '--config.file', place.file], io), ...written() };
    };
    expect(await tried()).toEqual({
      ...{ code: 0, stdout: 'it accepted the alert FloatwatchTest\n', stderr: '' },
    });
    expect(kind === 'email' ? mail.mails.length : server.requests.length).toBeGreaterThanOrEqual(2); // its end as well
    accepts = false;
    const refused = await tried();
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('it did not accept it');
    expect(refused.stdout + refused.stderr).not.toContain('canary');
    expect(refused.stdout + refused.stderr).not.toContain(Buffer.from(`\0me\0${CANARY}`).toString('base64'));
  },
);

/** What those say to what they take of whom a status isn't enough. */
const ACCEPTED: Readonly<Record<string, object>> = {
  slack: { ok: true, channel: 'C1', ts: '1.2' },
  telegram: { ok: true, result: { message_id: 42 } },
  africas_talking: sms.sent,
};
