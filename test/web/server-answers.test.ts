// What the web server itself says: with which headers it answers, and what it says of what fails or can't be read.
import { connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { request } from 'undici';
import { describe, expect, test } from 'vitest';
import { createWebServer } from '../../src/web/server.ts';
import { startWeb, type Web } from './start.ts';

async function ask(web: Pick<Web, 'url'>, path: string, options: Parameters<typeof request>[1] = {}) {
  const { statusCode, headers, body } = await request(`${web.url}${path}`, options);
  return { status: statusCode, headers, text: await body.text() };
}

/** What comes for these bytes, until the connection ends. */
async function raw(web: Pick<Web, 'url'>, bytes: string): Promise<string> {
  const { hostname, port } = new URL(web.url);
  const socket = connect(Number(port), hostname, () => socket.write(bytes));
  return await textOf(socket);
}

describe('every answer', () => {
  const HEADERS = {
    'content-security-policy':
      "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  };

  test.each<[string, number]>([
    ['/', 200],
    ['/metrics', 200],
    ['/api/v1/accounts', 200],
    ['/-/healthy', 200],
    ['/nowhere', 404],
    ['/metrics/', 404],
    ['/METRICS', 404],
    ['/metrics%00', 400],
  ])('to %s, which is %d, tells browsers to trust nothing else', async (path, status) => {
    await using web = await startWeb();
    const answer = await ask(web, path);
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject(HEADERS);
    expect(answer.headers).not.toHaveProperty('floatwatch-shard');
  });

  test.each([
    ['that can not be decoded', '/alerts/%zz'],
    ['with a longer part than any name', `/alerts/${'a'.repeat(201)}`],
  ])('to an address %s does so, too', async (_what, path) => {
    await using web = await startWeb();
    const answer = await ask(web, path);
    expect(answer.status).toBe(400);
    expect(answer.headers).toMatchObject(HEADERS);
  });

  test('to a part as long as a name can be is that there is no such page', async () => {
    await using web = await startWeb();
    expect((await ask(web, `/alerts/${'a'.repeat(200)}`)).status).toBe(404);
    expect((await ask(web, `/alerts/${'a'.repeat(201)}`)).status).toBe(400);
  });

  test.each([
    [{ shard: 0, total: 1 }, undefined],
    [{ shard: 0, total: 2 }, '0/2'],
    [{ shard: 1, total: 2 }, '1/2'],
  ])('names the shard where there are more: %j', async (shards, named) => {
    await using web = await startWeb({}, {}, { shards });
    for (const path of ['/metrics', '/nowhere']) {
      expect((await ask(web, path)).headers['floatwatch-shard']).toBe(named);
    }
  });
});

describe('what fails', () => {
  const failing = async (error: Error) => {
    const told: unknown[] = [];
    const scrape = () => Promise.reject(error);
    await using web = await startWeb({ scrape }, { onError: (each) => void told.push(each) });
    const { status, text, headers } = await ask(web, '/metrics');
    return { status, text, type: headers['content-type'], told };
  };
  const type = 'text/plain; charset=utf-8';
  const ours = { text: 'Something went wrong here; the log has it.\n', type };
  const theirs = { text: 'Bad request.\n', type, told: [] };

  test('by our fault is told to the log, and to who asked only that it is there', async () => {
    const odd = new Error('secret');
    expect(await failing(odd)).toEqual({ status: 500, ...ours, told: [odd] });
  });

  test.each([500, 503])('with a status of its own, %d, is our fault too', async (statusCode) => {
    const odd = Object.assign(new Error('secret'), { statusCode });
    expect(await failing(odd)).toEqual({ status: statusCode, ...ours, told: [odd] });
  });

  test.each([400, 499])('by the fault of who asked, %d, is nothing for the log', async (statusCode) => {
    expect(await failing(Object.assign(new Error('odd'), { statusCode }))).toEqual({
      ...{ status: statusCode, ...theirs },
    });
  });
});

describe('a body', () => {
  test.each([
    [1_024, 200],
    [1_025, 413],
  ])('of %d bytes is answered with %d', async (length, status) => {
    await using web = await startWeb({ lifecycle: { reload: async () => {}, quit() {} } });
    const answer = await ask(web, '/-/reload', { method: 'POST', body: 'x'.repeat(length) });
    expect(answer.status).toBe(status);
    if (status !== 200) expect(answer.text).toBe('Bad request.\n');
  });

  test('of any type is taken for bytes', async () => {
    await using web = await startWeb({ lifecycle: { reload: async () => {}, quit() {} } });
    for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'odd/type']) {
      const headers = { 'content-type': type };
      expect((await ask(web, '/-/reload', { method: 'POST', body: '{', headers })).status).toBe(200);
    }
  });
});

test.each([
  ['what is no HTTP', 'NONSENSE\r\n\r\n', '400 Bad Request'],
  [
    'too long a head',
    `GET / HTTP/1.1\r\nx: ${'a'.repeat(100_000)}\r\n\r\n`,
    '431 Request Header Fields Too Large',
  ],
])('%s gets one line, and then the connection ends', async (_what, bytes, status) => {
  await using web = await startWeb();
  expect(await raw(web, bytes)).toBe(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
});

test('it listens on all addresses, or on none: where one is taken, the others are let go', async () => {
  await using first = await startWeb();
  const taken = { host: '127.0.0.1', port: Number(new URL(first.url).port) };
  await using other = await startWeb();
  const free = { host: '127.0.0.1', port: Number(new URL(other.url).port) };
  await other[Symbol.asyncDispose]();
  const fine = () => ({ ok: true, text: 'Fine.' });
  const scrape = async () => ({ headers: {}, pieces: [] });
  const options = { externalUrl: 'http://localhost', operations: { scrape, healthy: fine, ready: fine } };
  await expect(createWebServer({ ...options, listen: [free, taken] })).rejects.toThrow(`${taken.port}`);
  const again = await createWebServer({ ...options, listen: [free] });
  expect(again.addresses).toEqual([`127.0.0.1:${free.port}`]);
  await again.close(0);
});
