// How a long scrape goes out: in bursts, of which each waits until the reader has taken the one before.
import { EventEmitter } from 'node:events';
import type { FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';
import { type Operations, registerOperations } from '../../../src/web/http/operations.ts';

const MIB = 1 << 20;

/** A scrape of so many bytes by a reader who may be gone already; `steps` are what the connection was told, in order. */
function scraping(sizes: readonly number[], { flowing = false, gone = false, head = false } = {}) {
  const steps: unknown[] = [];
  const released = { times: 0 };
  const events = new EventEmitter();
  const raw = Object.assign(events, {
    destroyed: gone,
    writeHead: (status: number, headers: object) => void steps.push([status, headers]),
    cork: () => void steps.push('cork'),
    uncork: () => void steps.push('uncork'),
    write(slice: Buffer) {
      steps.push(slice.length / MIB);
      return flowing;
    },
    end: () => void steps.push('end'),
  });
  const reply = { raw, hijack: () => reply, getHeaders: () => ({ server: 'floatwatch' }) };
  let scrape = async (_request: object, _reply: object): Promise<unknown> => undefined;
  const app = {
    get(path: string, route: typeof scrape) {
      if (path === '/metrics') scrape = route;
    },
  };
  const pieces = sizes.map((size) => Buffer.allocUnsafe(size));
  registerOperations(app as unknown as FastifyInstance, {
    ...({ healthy: () => ({ ok: true, text: '' }), ready: () => ({ ok: true, text: '' }) } as Operations),
    scrape: async () => ({ headers: {}, pieces, release: () => void released.times++ }),
  });
  const done = scrape({ method: head ? 'HEAD' : 'GET', headers: {} }, reply);
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return {
    ...{ released, done, raw },
    /** The steps since the last call. */
    async next() {
      await settled();
      return steps.splice(0);
    },
    listeners: () => ['drain', 'close'].map((name) => events.listenerCount(name)),
  };
}

const begun = (bytes: number) => [200, { server: 'floatwatch', 'content-length': bytes }];

test('what is less than a burst goes out as one, whether or not the reader takes it', async () => {
  const it = scraping([16 * MIB - 1]);
  expect(await it.next()).toEqual([...[begun(16 * MIB - 1), 'cork', 4, 4, 4, 4 - 1 / MIB], 'end']);
  await it.done;
  expect(it.released.times).toBe(0); // the system still sends it
  it.raw.emit('close');
  expect(it.released.times).toBe(1);
});

test('a further burst waits until the reader has taken the one before, and so does the next', async () => {
  const it = scraping([9 * MIB, 7 * MIB, 18 * MIB]);
  expect(await it.next()).toEqual([begun(34 * MIB), 'cork', 4, 4, 1, 4, 3, 'uncork']);
  expect(await it.next()).toEqual([]);
  it.raw.emit('drain');
  expect(await it.next()).toEqual(['cork', 4, 4, 4, 4, 'uncork']);
  it.raw.emit('drain');
  expect(await it.next()).toEqual(['cork', 2, 'end']);
  expect(it.listeners()).toEqual([0, 1]); // that gives the pieces back
});

test('a reader who takes all as it comes makes none wait', async () => {
  const it = scraping([20 * MIB], { flowing: true });
  expect(await it.next()).toEqual([begun(20 * MIB), 'cork', 4, 4, 4, 4, 'uncork', 'cork', 4, 'end']);
});

test('to a reader who goes away meanwhile nothing more is written, and the pieces are given back', async () => {
  const it = scraping([40 * MIB]);
  expect(await it.next()).toHaveLength(7);
  it.raw.destroyed = true;
  it.raw.emit('close');
  expect(await it.next()).toEqual([]);
  await it.done;
  expect(it.released.times).toBe(1);
  expect(it.listeners()).toEqual([0, 0]);
});

test('to one who was gone before it was made no second burst is written, and the pieces are given back at once', async () => {
  const it = scraping([40 * MIB], { gone: true });
  expect(await it.next()).toHaveLength(7);
  await it.done;
  expect(it.released.times).toBe(1);
  expect(it.listeners()).toEqual([0, 0]);
});

test('one who asks for the head alone gets no piece', async () => {
  const it = scraping([20 * MIB], { head: true });
  expect(await it.next()).toEqual([begun(20 * MIB), 'cork', 'end']);
});
