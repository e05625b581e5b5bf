// Receivers over a reload, and what they tell the pages.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, vi } from 'vitest';
import { type ReceiverFactoryOptions, receiverFactory } from '../../src/app/alerts/receiver-factory.ts';
import { createReceivers, type ReceiversOptions } from '../../src/app/alerts/receivers.ts';
import type { Configured } from '../../src/app/configured.ts';
import { parseConfig } from '../../src/config/load.ts';
import type { Delivery } from '../../src/receivers/delivery/post.ts';
import { createOutboxReceiver } from '../../src/receivers/outbox/outbox-receiver.ts';
import { type Html, toText } from '../../src/web/html/html.ts';
import { silencesCard } from '../../src/web/pages/silences.ts';
import type { PageSources } from '../../src/web/sources.ts';
import { viewOf } from '../../src/web/views/episode.ts';
import { firingAlert, memoryShelf, realClock, receiverContext, until } from '../support/delivering.ts';
import { sharedOutbox } from '../support/shared-outbox.ts';

const CONFIG = `
accounts:
  - {name: a, base_url: "https://pay.example.com", public_key: pk-12345, secret_key: sk-12345}
alerts:
  webhooks:
    - {name: ops, url: "https://hooks.example.com/float"}
`;

test('D3 what is being sent when a reload comes, while Postgres is away, is not sent a second time', async () => {
  const outbox = sharedOutbox();
  outbox.away = true;
  const answered = Promise.withResolvers<void>();
  const sent: string[] = [];
  const ok: Delivery = { outcome: 'ok', status: 200, detail: null, sent: true, body: '', headers: {} };
  const post = async (_: URL, body: string) => {
    sent.push(JSON.parse(body).alerts[0].labels.alertname);
    await answered.promise;
    return ok;
  };
  const receiversOf = receiverFactory({
    world: {
      clock: realClock,
      random: () => 0.5,
      network: { poster: () => ({ post, close: async () => {} }) },
    },
    scrub: (text: string) => text,
    storage: { postgres: { outbox }, keyValues: memoryShelf() },
    instruments: { notified() {}, expectReceivers() {} },
    logEvents: { notified() {}, notificationNotKept() {} },
    alerts: () => [],
  } as unknown as ReceiverFactoryOptions);
  const { config } = parseConfig(CONFIG, { file: 'floatwatch.yaml', env: {} });
  const configured = { config } as unknown as Configured;
  const before = receiversOf(configured);
  before.tell([firingAlert()]);
  await until(() => expect(sent).toHaveLength(1));
  const after = receiversOf(configured);
  after.tell([firingAlert(), firingAlert('Other')]);
  const stopped = before.stop();
  await until(() => expect(sent).toHaveLength(2));
  answered.resolve();
  await Promise.all([stopped, after.stop()]);
  expect(sent).toEqual(['PayoutFloatLow', 'Other']);
});

test('what a refused reload has begun of its receivers ends: it sends nothing, and holds nothing open', async () => {
  let open = 0;
  const context = {
    ...receiverContext(),
    poster: () => {
      open++;
      return { close: async () => void open-- };
    },
  } as unknown as ReceiversOptions;
  const { config } = parseConfig(CONFIG, { file: 'floatwatch.yaml', env: {} });
  const tls = { ca_file: '/nowhere', cert_file: null, key_file: null, server_name: null };
  const settings = { url: 'https://am.example.com', basic_auth: null, bearer_token: null, tls };
  const gone = { kind: 'alertmanager', name: 'gone', only: [], quietHours: null, settings } as const;
  const alerts = { ...config.alerts, receivers: [...config.alerts.receivers, gone] };
  expect(() => createReceivers({ ...config, alerts }, context)).toThrow('ENOENT');
  await until(() => expect(open).toBe(0));
});

test('what is being sent when a reload comes is not broken off: nobody would know whether it arrived', async () => {
  const [sending, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let closed = false;
  const receiver = createOutboxReceiver(
    {
      async send() {
        sending.resolve();
        await answered.promise;
        return { kind: 'done' };
      },
      async close() {
        closed = true;
      },
    },
    receiverContext(),
  );
  receiver.tell([firingAlert()]);
  await sending.promise;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const stopped = receiver.stop(60_000);
    await vi.advanceTimersByTimeAsync(59_000); // a stop of the program waits for three seconds
    expect(closed).toBe(false);
    answered.resolve();
    await stopped;
    expect(closed).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});

test('that nobody has silenced an alert is not said of an Alertmanager that takes alerts and does not tell of silences', async () => {
  const alert = firingAlert();
  const [label] = Object.entries(alert.labels);
  const others = {
    labels: Object.fromEntries([label!]),
    status: { silencedBy: ['a1'] },
    text: 'x'.repeat(4 << 20),
  };
  let answer = { status: 200, body: JSON.stringify([others]) }; // more than is read of an answer
  const server = createServer((request, response) => {
    const { status, body } = request.method === 'POST' ? { status: 200, body: '' } : answer;
    response.writeHead(status).end(body);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const alertmanagers = `  alertmanagers: ["http://127.0.0.1:${port}"]\n`;
  const { config } = parseConfig(CONFIG + alertmanagers, { file: 'floatwatch.yaml', env: {} });
  const { resendMs: _, externalUrl: __, ...options } = receiverContext({ alerts: () => [alert] });
  const receivers = createReceivers(config, options);
  const sources = {
    ...{ clock: realClock, silences: receivers.silences },
    receivers: () => receivers.states().filter(({ kind }) => kind === 'alertmanager'),
  };
  const said = async (): Promise<string> => {
    await receivers.readSilences();
    return toText(silencesCard(sources as unknown as PageSources, viewOf(alert)!, 'UTC') as Html);
  };
  try {
    await until(() => expect(sources.receivers()[0]?.trouble).toBeNull());
    expect(await said()).toContain('Who has silenced it isn’t known now');
    answer = { status: 403, body: 'alerts are posted here' };
    expect(await said()).toContain('Who has silenced it isn’t known now');
    answer = { status: 200, body: '[]' };
    expect(await said()).toContain('Nobody has silenced it');
  } finally {
    await receivers.stop();
    server.close();
  }
});
