// Names are looked up without libuv's pool: what waits there for a silent name server holds up nobody.
import { lookup as systemLookup } from 'node:dns';
import { expect, test } from 'vitest';
import { createPoster } from '../../src/receivers/delivery/post.ts';
import { createPool } from '../../src/store/postgres/pool.ts';
import { occupyPool } from '../support/busy-pool.ts';
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

test.fails('D2 U20 a service is found by its name', async () => {
  await using service = await answering();
  using client = clientOf(named(service.url), { deadlineMs: 1_000 });
  await using _ = occupyPool();
  expect(await client.read()).toMatchObject({ outcome: 'ok' });
});

test.fails.each([true, false])('D2 a receiver is found by its name, guarded: %s', async (guarded) => {
  await using receiver = await answering('{}');
  const poster = createPoster({ timeoutMs: 1_000, guarded });
  await using _ = occupyPool();
  try {
    expect(await poster.post(new URL(named(receiver.url)), '[]', {})).toMatchObject({ outcome: 'ok' });
  } finally {
    await poster.close();
  }
});

test.fails('D2 a Postgres is found by its name', async () => {
  const greeted = Promise.withResolvers<string>();
  await using server = await serveTcp((socket) => {
    socket.once('data', (data) => greeted.resolve(data.toString('latin1')));
  });
  await using _ = occupyPool();
  await using pool = createPool({ url: `postgres://ann@localhost:${server.port}/float?sslmode=disable` });
  pool.query('SELECT 1').catch(() => {});
  const late = new Promise<string>((resolve) => setTimeout(resolve, 1_000, 'late'));
  expect(await Promise.race([greeted.promise, late])).toContain('database\0float');
});
