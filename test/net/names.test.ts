// Names are looked up without libuv's pool: what waits there for a silent name server holds up nobody.
import { lookup as systemLookup } from 'node:dns';
import { describe, expect, test } from 'vitest';
import { createLookup } from '../../src/net/resolver.ts';
import { createPoster } from '../../src/receivers/delivery/post.ts';
import { connectToMailServer } from '../../src/receivers/email/mail-socket.ts';
import { createPool } from '../../src/store/postgres/pool.ts';
import { occupyPool } from '../support/busy-pool.ts';
import { startNameServer } from '../support/name-server.ts';
import { smtpServer } from '../support/smtp-server.ts';
import { answering, clientOf, serveTcp } from '../upstream/service.ts';

const named = (url: string) => url.replace('127.0.0.1', 'localhost');

test('while the pool is occupied, a lookup in it waits', async () => {
  const found = Promise.withResolvers<string>();
  {
    await using _ = occupyPool();
    systemLookup('localhost', { family: 4 }, (_, address) => found.resolve(address));
    const late = new Promise((resolve) => setTimeout(resolve, 200, 'late'));
    expect(await Promise.race([found.promise, late])).toBe('late');
  }
  expect(await found.promise).toBe('127.0.0.1');
});

test('D2 U20 a service is found by its name', async () => {
  await using service = await answering();
  using client = clientOf(named(service.url), { deadlineMs: 15_000 });
  await using _ = occupyPool();
  expect(await client.read()).toMatchObject({ outcome: 'ok' });
});

test.each([true, false])('D2 a receiver is found by its name, guarded: %s', async (guarded) => {
  await using receiver = await answering('{}');
  const poster = createPoster({ timeoutMs: 15_000, guarded });
  await using _ = occupyPool();
  try {
    expect(await poster.post(new URL(named(receiver.url)), '[]', {})).toMatchObject({ outcome: 'ok' });
  } finally {
    await poster.close();
  }
});

test('D2 a mail server is found by its name', async () => {
  await using server = await smtpServer();
  await using _ = occupyPool();
  const { port } = server;
  const socket = await connectToMailServer({ host: 'localhost', port }, AbortSignal.timeout(15_000));
  expect(socket.remotePort).toBe(port);
  socket.destroy();
});

test('D2 a Postgres is found by its name', async () => {
  const greeted = Promise.withResolvers<string>();
  await using server = await serveTcp((socket) => {
    socket.once('data', (data) => greeted.resolve(data.toString('latin1')));
  });
  await using _ = occupyPool();
  await using pool = createPool({ url: `postgres://ann@localhost:${server.port}/float?sslmode=disable` });
  pool.query('SELECT 1').catch(() => {});
  expect(await greeted.promise).toContain('database\0float');
});

describe('D2 U20 names whose name server never answers', { tags: 'timed' }, () => {
  const ZONE = {
    ...Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`${name}.hanging.example`, 'silent' as const])),
    ...Object.fromEntries(
      ['1', '2', '3', '4', '5', '6'].map((name) => [`${name}.well.example`, ['127.0.0.1']]),
    ),
  };

  test('hold up no other account, in no sweep, and say what is wrong', async () => {
    await using names = await startNameServer(ZONE);
    await using service = await answering();
    const lookup = createLookup({ servers: [names.address], timeoutMs: 4_000 });
    const { port } = new URL(service.url);
    using stack = new DisposableStack();
    const clients = Object.keys(ZONE).map((name) => {
      const url = `http://${name}:${port}`;
      return { name, ...stack.use(clientOf(url, { lookup, allowInsecureHttp: true, deadlineMs: 10_000 })) };
    });
    for (let sweep = 0; sweep < 2; sweep++) {
      const started = performance.now();
      const seen = await Promise.all(
        clients.map(async ({ name, read }) => {
          const { outcome, detail } = await read();
          return { name, outcome, detail, tookMs: performance.now() - started };
        }),
      );
      for (const { name, outcome, detail, tookMs } of seen) {
        if (name.endsWith('well.example')) {
          expect({ name, outcome }).toEqual({ name, outcome: 'ok' });
          expect(tookMs).toBeLessThan(3_500);
        } else {
          expect({ name, outcome }).toEqual({ name, outcome: 'connect' });
          expect(detail).toContain('could not be looked up. Check the name server');
        }
      }
    }
  });

  test('of an Alertmanager and a Postgres hold up neither each other nor a webhook', async () => {
    await using names = await startNameServer(ZONE);
    await using receiver = await answering('{}');
    const lookup = createLookup({ servers: [names.address], timeoutMs: 2_500 });
    const { port } = new URL(receiver.url);
    const poster = createPoster({ timeoutMs: 10_000, lookup });
    await using _ = { [Symbol.asyncDispose]: () => poster.close() };
    await using pool = createPool({ url: 'postgres://ann@b.hanging.example/float?sslmode=disable', lookup });
    const started = performance.now();
    const stored = pool.query('SELECT 1').catch((error: NodeJS.ErrnoException) => error.code);
    const told = poster.post(new URL('http://a.hanging.example:9093/'), '[]', {});
    expect(await poster.post(new URL(`http://1.well.example:${port}`), '[]', {})).toMatchObject({
      outcome: 'ok',
    });
    expect(performance.now() - started).toBeLessThan(2_300);
    expect(await told).toMatchObject({ outcome: 'connect', detail: 'EAI_AGAIN' });
    expect(await stored).toBe('EAI_AGAIN');
  });
});
