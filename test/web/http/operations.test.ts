// The routes for machines: the scrape, the probes, and what opens only where it is allowed.
import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { withoutSchemas } from '../../../src/net/without-schemas.ts';
import { type Operations, registerOperations } from '../../../src/web/http/operations.ts';

function open(operations: Partial<Operations> = {}) {
  const released = { times: 0 };
  const asked: unknown[] = [];
  const pieces = ['metrics ', 'in ', 'pieces\n'].map((each) => Buffer.from(each));
  const app = Fastify({ ...withoutSchemas, exposeHeadRoutes: true });
  registerOperations(app, {
    scrape: async (...accepted) => {
      asked.push(accepted);
      const release = () => void released.times++;
      return { headers: { 'content-type': 'text/plain; version=0.0.4' }, pieces, release };
    },
    healthy: () => ({ ok: true, text: 'Alive.' }),
    ready: () => ({ ok: false, text: 'Postgres is away.' }),
    ...operations,
  });
  const ask = async (method: 'GET' | 'HEAD' | 'POST', url: string, headers = {}) => {
    const { statusCode, body, headers: sent } = await app.inject({ method, url, headers });
    return { status: statusCode, text: body, sent };
  };
  return { ask, asked, released };
}

describe('the scrape', () => {
  test('goes out as it is written, in the form asked for, and is given back once it is sent', async () => {
    const { ask, asked, released } = open();
    const told = await ask('GET', '/metrics', { accept: 'text/plain', 'accept-encoding': 'gzip' });
    expect(told).toMatchObject({ status: 200, text: 'metrics in pieces\n' });
    expect(told.sent).toMatchObject({ 'content-type': 'text/plain; version=0.0.4', 'content-length': '18' });
    expect(asked).toEqual([['text/plain', 'gzip']]);
    expect(released.times).toBe(1);
  });

  test('for HEAD has its length alone', async () => {
    const { ask, released } = open();
    const told = await ask('HEAD', '/metrics');
    expect([told.status, told.text, told.sent['content-length']]).toEqual([200, '', '18']);
    expect(released.times).toBe(1);
  });

  test('may have nothing to give back, and be longer than one write', async () => {
    const long = Buffer.alloc(9_000_001, 'x');
    const { ask } = open({ scrape: async () => ({ headers: {}, pieces: [long, Buffer.from('end')] }) });
    const { text, sent } = await ask('GET', '/metrics');
    expect([text.length, text.slice(-4), sent['content-length']]).toEqual([9_000_004, 'xend', '9000004']);
  });
});

test.each([
  ['/-/healthy', 200, 'Alive.\n'],
  ['/-/ready', 503, 'Postgres is away.\n'],
])('%s answers with %d', async (path, status, text) => {
  const told = await open().ask('GET', path);
  expect(told).toMatchObject({ status, text });
  expect(told.sent).toMatchObject({
    'cache-control': 'no-store',
    'content-type': 'text/plain; charset=utf-8',
  });
});

describe('the lifecycle', () => {
  test('is none unless it is allowed', async () => {
    const { ask } = open();
    expect([(await ask('POST', '/-/reload')).status, (await ask('POST', '/-/quit')).status]).toEqual([
      404, 404,
    ]);
  });

  test.each([
    [async () => {}, 200, 'The configuration was reloaded.\n'],
    [
      () => Promise.reject(new Error('floatwatch.yaml:3: no such key')),
      500,
      'The configuration was not reloaded, the old one stays in force:\nfloatwatch.yaml:3: no such key\n',
    ],
  ])('reloads, or says why not', async (reload, status, text) => {
    const told = await open({ lifecycle: { reload, quit: () => {} } }).ask('POST', '/-/reload');
    expect(told).toMatchObject({ status, text });
    expect(told.sent['content-type']).toBe('text/plain; charset=utf-8');
  });

  test('ends once that is answered', async () => {
    const done: string[] = [];
    const lifecycle = { reload: async () => {}, quit: () => void done.push('quit') };
    const told = await open({ lifecycle }).ask('POST', '/-/quit');
    expect([told.status, told.text]).toEqual([200, 'Stopping.\n']);
    expect(told.sent['content-type']).toBe('text/plain; charset=utf-8');
    await new Promise((resolve) => setImmediate(resolve));
    expect(done).toEqual(['quit']);
  });
});
