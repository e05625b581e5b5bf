// Pushing by OTLP: what is sent to whom, and what is told when it isn't taken.
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Configured, readConfigured } from '../../src/app/configured.ts';
import { createLogger } from '../../src/app/log/logger.ts';
import { createOtlp } from '../../src/app/otlp.ts';
import { REAL_WORLD } from '../../src/app/world.ts';
import { parseConfig, secretsOf } from '../../src/config/load.ts';
import { createScrubber } from '../../src/config/scrub.ts';
import { createHouse, wallet } from '../metrics/house.ts';
import { makeCertificates } from '../support/certificates.ts';
import { until } from '../support/delivering.ts';
import { type ConfigFolder, configFolder } from '../support/floatwatch-config.ts';
import { bodyOf } from '../support/request-body.ts';

const CANARY = 'canary-4711-secret';

let place: ConfigFolder;
beforeAll(async () => {
  place = await configFolder({});
});
afterAll(() => place[Symbol.asyncDispose]());

function configuredWith(otlp: object | null): Configured {
  const accounts = [
    { name: 'a', base_url: 'https://pay.example.com', public_key: 'pk-12345', secret_key: 'sk-12345' },
  ];
  const text = JSON.stringify({ accounts, web: { listen: ['127.0.0.1:14217'] }, otlp });
  return readConfigured(parseConfig(text, { file: join(place.folder, 'floatwatch.yaml'), env: {} }).config);
}

function pushing(otlp: object | null) {
  const house = createHouse(['acme-ug']);
  house.observe('acme-ug', [wallet('UGX', 'MERCHANT_PAYOUT', '1500.50')]);
  const configured = configuredWith(otlp);
  const lines: string[] = [];
  const scrub = createScrubber(secretsOf(configured.config));
  const it = createOtlp({
    world: { ...REAL_WORLD, hostname: 'float-0' },
    log: createLogger({ level: 'info', format: 'json', scrub, write: (line) => void lines.push(line) }),
    scrub,
    metrics: () => house.metrics,
  });
  it.prepare(configured)();
  return { it, lines, [Symbol.asyncDispose]: () => it[Symbol.asyncDispose]() };
}

interface Endpoint extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly { readonly headers: IncomingMessage['headers']; readonly text: string }[];
  answer: (response: ServerResponse) => void;
}

/** Who takes metrics: keeps what it was sent, and answers as told. */
async function endpoint(): Promise<Endpoint> {
  const requests: { headers: IncomingMessage['headers']; text: string }[] = [];
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    if (!body) return;
    requests.push({ headers: request.headers, text: gunzipSync(body).toString() });
    it.answer(response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const it: Endpoint = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/metrics`,
    requests,
    answer: (response) => void response.writeHead(200).end('{}'),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await promisify(server.close.bind(server))();
    },
  };
  return it;
}

test('is sent compressed, with the headers of the configuration, whose files are read again', async () => {
  await using to = await endpoint();
  const file = join(place.folder, 'token');
  writeFileSync(file, 'first-token\n', { mode: 0o600 });
  await using on = pushing({
    url: to.url,
    interval: '1s',
    bearer_token_file: file,
    headers: [{ name: 'X-Scope-OrgID', value: 'tenant-1' }],
  });
  await until(() =>
    expect(on.it.state()).toMatchObject({ successful: true, succeededAt: expect.any(Number) }),
  );
  expect(to.requests[0]!.headers).toMatchObject({
    'content-type': 'application/json',
    'content-encoding': 'gzip',
    authorization: 'Bearer first-token',
    'x-scope-orgid': 'tenant-1',
    'user-agent': expect.stringMatching(/^floatwatch\/\d/),
  });
  writeFileSync(file, 'second-token\n');
  await until(() => expect(to.requests.at(-1)!.headers.authorization).toBe('Bearer second-token'));
});

describe('what is not taken', () => {
  test.each([
    [400, 'duplicate sample', 'rejected: 400: duplicate sample'],
    [401, `no such token ${CANARY}`, 'auth: 401: no such token [secret]'],
    [404, '404 page not found', '404: 404 page not found'],
    [500, 'delta temporality', 'server_error: 500: delta temporality'],
    [
      200,
      JSON.stringify({ partialSuccess: { rejectedDataPoints: '3', errorMessage: `too old for ${CANARY}` } }),
      '3 data points were rejected: too old for [secret]',
    ],
  ])('an answer of %i is told in the log once, and by the gauge', async (status, body, reason) => {
    await using to = await endpoint();
    to.answer = (response) => void response.writeHead(status).end(body);
    await using on = pushing({ url: to.url, interval: '1s', bearer_token: CANARY });
    await until(() => expect(to.requests.length).toBeGreaterThan(2));
    expect(on.it.state()).toEqual({ successful: false, succeededAt: null });
    expect(on.lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: 'warn', reason, msg: 'metrics could not be pushed' }),
    ]);
    to.answer = (response) => void response.writeHead(200).end('{}');
    await until(() => expect(on.it.state()).toMatchObject({ successful: true }));
    expect(JSON.parse(on.lines.at(-1)!)).toMatchObject({ msg: 'metrics are pushed again' });
    expect(on.lines.join()).not.toContain('canary');
  });

  test('too many: nothing is sent before it was told to come back', async () => {
    await using to = await endpoint();
    to.answer = (response) => void response.writeHead(429, { 'retry-after': '3' }).end();
    await using on = pushing({ url: to.url, interval: '1s' });
    await until(() => expect(on.it.state()).toMatchObject({ successful: false }));
    const at = performance.now();
    await until(() => expect(to.requests).toHaveLength(2));
    expect(performance.now() - at).toBeGreaterThan(2_000);
  });

  test('a redirect is not followed, nor is anything sent where it leads', async () => {
    await using elsewhere = await endpoint();
    await using to = await endpoint();
    to.answer = (response) => void response.writeHead(307, { location: elsewhere.url }).end();
    await using on = pushing({ url: to.url, interval: '1s', bearer_token: CANARY });
    await until(() => expect(on.it.state()).toMatchObject({ successful: false }));
    expect(elsewhere.requests).toEqual([]);
  });
});

test('a certificate authority that is exchanged in its file holds for the next push, without a reload', async () => {
  const { ca, good } = makeCertificates();
  const ca_file = join(place.folder, 'ca.pem');
  writeFileSync(ca_file, makeCertificates().ca);
  const server = createTlsServer(good, (_, response) => void response.end('{}'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/v1/metrics`;
    await using on = pushing({ url, interval: '1s', tls: { ca_file } });
    await until(() => expect(on.it.state()).toEqual({ successful: false, succeededAt: null }));
    writeFileSync(ca_file, ca);
    await until(() => expect(on.it.state()).toMatchObject({ successful: true }));
  } finally {
    server.closeAllConnections();
    await promisify(server.close.bind(server))();
  }
});

test('a reload: pushed to another, then to nobody, then again', async () => {
  await using one = await endpoint();
  await using two = await endpoint();
  await using on = pushing({ url: one.url, interval: '1s' });
  await until(() => expect(one.requests.length).toBeGreaterThan(0));
  on.it.prepare(configuredWith({ url: two.url, interval: '1s' }))();
  await until(() => expect(two.requests.length).toBeGreaterThan(1));
  const seen = one.requests.length;
  on.it.prepare(configuredWith(null))();
  expect(on.it.state()).toBeNull();
  on.it.prepare(configuredWith({ url: one.url, interval: '1s' })); // refused elsewhere, and never put in force
  const toTwo = two.requests.length;
  on.it.prepare(configuredWith({ url: two.url, interval: '1s' }))();
  await until(() => expect(two.requests.length).toBeGreaterThan(toTwo + 2)); // two intervals have passed
  expect(one.requests).toHaveLength(seen);
  on.it.prepare(configuredWith({ url: one.url, interval: '1s' }))();
  await until(() => expect(one.requests.length).toBeGreaterThan(seen));
});

test('the resource is named as Prometheus names a target, unless the configuration says otherwise', async () => {
  await using to = await endpoint();
  const resource_attributes = { 'service.name': 'treasury', 'deployment.environment': 'live' };
  await using on = pushing({ url: to.url, interval: '1s', resource_attributes });
  await until(() => expect(on.it.state()).toMatchObject({ successful: true }));
  const { resource } = JSON.parse(to.requests[0]!.text).resourceMetrics[0];
  const attributes = resource.attributes.map(
    ({ key, value }: { key: string; value: { stringValue: string } }) => [key, value.stringValue],
  );
  expect(Object.fromEntries(attributes)).toEqual({
    'service.name': 'treasury',
    'service.instance.id': 'float-0:14217',
    'service.version': expect.stringMatching(/^\d/),
    'deployment.environment': 'live',
  });
});

test('without the section nothing is pushed', async () => {
  await using on = pushing(null);
  expect(on.it.state()).toBeNull();
});
