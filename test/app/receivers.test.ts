// Receivers over a reload.
import { expect, test, vi } from 'vitest';
import type { Configured } from '../../src/app/configured.ts';
import { type ReceiverFactoryOptions, receiverFactory } from '../../src/app/receiver-factory.ts';
import { createReceivers, type ReceiversOptions } from '../../src/app/receivers.ts';
import { parseConfig } from '../../src/config/load.ts';
import { createOutboxReceiver } from '../../src/receivers/delivery/outbox-receiver.ts';
import type { Delivery } from '../../src/receivers/delivery/post.ts';
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
