import { expect, test } from 'vitest';
import { parseConfig } from '../../src/config/load.ts';
import { createReceiver } from '../../src/receivers/registry.ts';
import { fakeReceiver } from '../support/alertmanager.ts';
import { endedAlert, firingAlert, receiverContext, until } from '../support/delivering.ts';

test('a Gotify server is told of beginning and end, from a configuration that names it', async () => {
  await using server = await fakeReceiver(() => 200);
  const text = JSON.stringify({
    accounts: [
      { name: 'a', base_url: 'https://pay.example.com', public_key: 'pk-12345', secret_key: 'sk-12345' },
    ],
    alerts: { receivers: { gotify: [{ name: 'phone', url: server.url, token: 'canary-1234' }] } },
  });
  const { config } = parseConfig(text, { file: 'floatwatch.yaml', env: {} });
  const receiver = createReceiver(config.alerts.receivers[0]!, receiverContext({ name: 'phone' }));
  const alert = firingAlert();
  receiver.tell([alert]);
  receiver.tell([endedAlert(alert)]);
  await until(() => expect(server.requests).toHaveLength(2));
  await receiver.stop();
  expect(server.requests.map(({ body }) => JSON.parse(body).title)).toEqual([
    'FIRING PayoutFloatLow',
    'RESOLVED PayoutFloatLow',
  ]);
  expect(server.requests[0]!.headers['x-gotify-key']).toBe('canary-1234');
});
