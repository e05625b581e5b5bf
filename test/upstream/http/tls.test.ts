import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TlsOptions } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { makeCertificates } from '../../support/certificates.ts';
import { clientOf, GOOD, serveTcp } from '../service.ts';

const { ca, good, otherHost, expired } = makeCertificates();

async function serveTls(options: TlsOptions) {
  let requests = 0;
  const server = createHttps(options, (_, response) => {
    requests++;
    response.setHeader('content-type', 'application/json').end(GOOD);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const asked: unknown[] = [];
  server.on('secureConnection', ({ servername, alpnProtocol }) => asked.push([servername, alpnProtocol]));
  return {
    asked,
    url: `https://localhost:${port}`,
    byAddress: `https://127.0.0.1:${port}`,
    get requests() {
      return requests;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test('over TLS with a trusted certificate, by name and by address', async () => {
  await using service = await serveTls(good);
  for (const url of [service.url, service.byAddress]) {
    using client = clientOf(url, { ca });
    expect(await client.read()).toMatchObject({ outcome: 'ok', wallets: [{ available: '40000.5' }] });
  }
});

test('the service is told by which name it is called, and that HTTP/1.1 is spoken', async () => {
  await using service = await serveTls({ ...good, ALPNProtocols: ['h2', 'http/1.1'] });
  for (const url of [service.url, service.byAddress]) {
    using client = clientOf(url, { ca });
    expect(await client.read()).toMatchObject({ outcome: 'ok' });
  }
  expect(service.asked).toEqual([
    ['localhost', 'http/1.1'],
    [false, 'http/1.1'],
  ]);
});

describe('U2 without a trusted connection nothing is sent, and the outcome is tls', () => {
  test.each<[string, TlsOptions, string | undefined, RegExp]>([
    ['an expired certificate', expired, ca, /has expired/],
    ['a certificate for another host', otherHost, ca, /another host/],
    ['a certificate that nobody here trusts', good, undefined, /not trusted|signed/],
    [
      'only TLS 1.0',
      { ...good, minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' },
      ca,
      /handshake failed/,
    ],
  ])('%s', async (_, options, trusted, sentence) => {
    await using service = await serveTls(options);
    using client = clientOf(service.url, { ...(trusted ? { ca: trusted } : {}), retries: 2 });
    const reading = await client.read();
    expect(reading).toMatchObject({ outcome: 'tls', wallets: [] });
    expect(reading.detail).toMatch(sentence);
    expect(service.requests).toBe(0);
  });

  test('nor to what does not speak TLS at all, which is a wrong port', async () => {
    const plain = createServer((_, response) => response.end()).listen(0, '127.0.0.1');
    await once(plain, 'listening');
    await using stack = new AsyncDisposableStack();
    stack.defer(() => {
      plain.close();
    });
    using client = clientOf(`https://127.0.0.1:${(plain.address() as AddressInfo).port}`, { retries: 0 });
    const reading = await client.read();
    expect(reading).toMatchObject({ outcome: 'tls', wallets: [] });
    expect(reading.detail).toMatch(/does not speak TLS. Check the port/);
  });

  test('even when the environment says that certificates do not matter', async () => {
    await using service = await serveTls(expired);
    using client = clientOf(service.url, { ca });
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    try {
      expect(await client.read()).toMatchObject({ outcome: 'tls' });
    } finally {
      delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    }
  });

  test.each(['HTTP/1.1 400 Bad Request\r\n\r\n', '\x00\x01', ''])(
    'a server that speaks no TLS: %j',
    async (bytes) => {
      await using service = await serveTcp((socket) => socket.end(bytes));
      using client = clientOf(`https://localhost:${service.port}`, { ca });
      expect(await client.read()).toMatchObject({ outcome: 'tls', wallets: [] });
    },
  );

  test('a handshake that stalls ends at the deadline, and so does its connection', {
    tags: 'timed',
  }, async () => {
    let closed = 0;
    await using service = await serveTcp((socket) => socket.on('close', () => closed++).resume());
    using client = clientOf(`https://localhost:${service.port}`, { ca, deadlineMs: 2_000 });
    const started = performance.now();
    const reading = await client.read();
    expect(performance.now() - started).toBeLessThan(10_000); // a busy machine may be late
    expect(reading).toMatchObject({ outcome: 'deadline' });
    expect(reading.detail).toContain('TLS handshake');
    await expect.poll(() => closed).toBe(1);
  });
});

test('U2 plain http is never tried instead', async () => {
  const first: Buffer[] = [];
  await using service = await serveTcp((socket) => {
    socket.once('data', (data) => {
      first.push(data);
      socket.destroy();
    });
  });
  using client = clientOf(`https://localhost:${service.port}`, { ca, retries: 2 });
  await client.read();
  expect(first.length).toBeGreaterThan(0);
  for (const data of first) expect(data[0]).toBe(0x16); // a TLS handshake record
});
