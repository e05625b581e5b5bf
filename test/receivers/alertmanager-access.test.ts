// TLS and credentials of an Alertmanager, as the configuration names them.
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { expect, test } from 'vitest';
import { parseConfig } from '../../src/config/load.ts';
import { createReceiver } from '../../src/receivers/registry.ts';
import { makeCertificates } from '../support/certificates.ts';
import { firingAlert, outcomeOf, receiverContext, until } from '../support/delivering.ts';

/** An HTTPS server under that certificate, a folder with its authority, and a sender that is configured so. */
async function connecting(which: 'good' | 'otherHost', settings: object, trusted?: string) {
  await using stack = new AsyncDisposableStack();
  const { ca, [which]: own, good } = makeCertificates();
  const folder = await mkdtemp(join(tmpdir(), 'floatwatch-tls-'));
  stack.defer(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'ca.pem'), trusted ?? ca);
  await writeFile(join(folder, 'client.pem'), good.cert);
  await writeFile(join(folder, 'client.key'), good.key, { mode: 0o600 });
  const asked: { authorization: string | undefined; client: boolean }[] = [];
  const server = createServer(
    { ...own, ca, requestCert: true, rejectUnauthorized: false },
    ({ socket, headers: { authorization } }, response) => {
      asked.push({ authorization, client: (socket as TLSSocket).authorized });
      response.end();
    },
  );
  stack.defer(() => void server.close());
  stack.defer(() => server.closeAllConnections());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const text = JSON.stringify({
    accounts: [
      { name: 'a', base_url: 'https://pay.example.com', public_key: 'pk-12345', secret_key: 'sk-12345' },
    ],
    alerts: { alertmanagers: [{ url: `https://127.0.0.1:${port}`, ...settings }] },
  });
  const { config } = parseConfig(text, { file: join(folder, 'floatwatch.yaml'), env: {} });
  const outcomes: string[] = [];
  const sender = createReceiver(
    config.alerts.receivers[0]!,
    receiverContext({
      alerts: () => [firingAlert()],
      onDelivery: (...delivery) => void outcomes.push(outcomeOf(...delivery)),
    }),
  );
  stack.defer(() => sender.stop());
  await until(() => expect(outcomes).not.toEqual([]));
  const open = stack.move();
  return { ca, folder, asked, outcomes, [Symbol.asyncDispose]: () => open.disposeAsync() };
}

/** What became of its first request. */
async function sending(which: 'good' | 'otherHost', settings: object) {
  await using it = await connecting(which, settings);
  return { outcome: it.outcomes[0], asked: it.asked[0] };
}

test('E2 an authority that is put in the place of another is trusted from then on', async () => {
  const tls = { ca_file: 'ca.pem', cert_file: 'client.pem', key_file: 'client.key' };
  await using it = await connecting('good', { tls }, makeCertificates().ca);
  expect(it.outcomes[0]).toBe('connect');
  await writeFile(join(it.folder, 'ca.pem'), it.ca);
  await until(() => expect(it.outcomes.at(-1)).toBe('ok'));
  await rm(join(it.folder, 'ca.pem'));
  const told = it.outcomes.length;
  await until(() => expect(it.outcomes.length).toBeGreaterThan(told));
  expect(it.outcomes.at(-1)).toBe('ok'); // what was read before stays in use
});

test('with the authority that signed it, our own certificate and basic auth it is told', async () => {
  const tls = { ca_file: 'ca.pem', cert_file: 'client.pem', key_file: 'client.key' };
  const basic_auth = { username: 'floatwatch', password: 'canary-1234' };
  expect(await sending('good', { tls, basic_auth })).toEqual({
    outcome: 'ok',
    asked: {
      authorization: `Basic ${Buffer.from('floatwatch:canary-1234').toString('base64')}`,
      client: true,
    },
  });
});

test('with a bearer token it is told, under the name that its certificate bears', async () => {
  const tls = { ca_file: 'ca.pem', server_name: 'elsewhere.example' };
  expect(await sending('otherHost', { tls, bearer_token: 'canary-5678' })).toEqual({
    outcome: 'ok',
    asked: { authorization: 'Bearer canary-5678', client: false },
  });
});

test.each([
  ['an authority that nobody trusts', 'good' as const, {}],
  ['a certificate of another host', 'otherHost' as const, { tls: { ca_file: 'ca.pem' } }],
])('%s: it is told nothing, no credentials either', async (_, which, settings) => {
  expect(await sending(which, { ...settings, bearer_token: 'canary-5678' })).toEqual({
    outcome: 'connect',
    asked: undefined,
  });
});
