// What is sent to have a statement cancelled, to servers that stand in for Postgres; that Postgres cancels it is in pool.test.ts.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type ListenOptions, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecureContext, TLSSocket } from 'node:tls';
import type { ClientBase, ClientConfig } from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { breakOff, cancelledBy, type Running } from '../../../src/store/postgres/cancel.ts';
import { makeCertificates } from '../../support/certificates.ts';

let undo: AsyncDisposableStack;
beforeEach(() => {
  undo = new AsyncDisposableStack();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }); // the second that it may take passes where a test lets it
});
afterEach(async () => {
  vi.useRealTimers();
  await undo.disposeAsync();
});

/** The length of a message and the numbers in it. */
const numbersIn = (bytes: Buffer) =>
  Array.from({ length: Math.floor(bytes.length / 4) }, (_, i) => bytes.readInt32BE(4 * i));
const CANCEL = [16, 80_877_102, 4_217, -5];

/** A server that hands each connection to `serve`. */
async function serving(serve: (socket: Socket) => void, at: ListenOptions = { port: 0, host: '127.0.0.1' }) {
  const sockets: Socket[] = [];
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    serve(socket);
  }).listen(at);
  undo.defer(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, sockets };
}

/** A connection with the number 4217 and the key -5, on which a statement runs that nobody has cut yet. */
function running(config: Partial<ClientConfig>) {
  const client = { processID: 4_217, secretKey: -5, connection: { stream: { destroy: vi.fn() } } };
  const whole: Running = {
    client: client as unknown as ClientBase,
    config: { host: '127.0.0.1', stream: (() => new Socket()) as never, ...config },
  };
  return { whole, cut: client.connection.stream.destroy };
}

/** Reads all that a socket sends, and ends it then. */
function reading(told: number[][]) {
  return (socket: Socket) => {
    const bytes: Buffer[] = [];
    socket.on('data', (chunk) => bytes.push(chunk));
    socket.on('end', () => {
      told.push(numbersIn(Buffer.concat(bytes)));
      socket.end();
    });
  };
}

describe('a statement', () => {
  test('of which the answer is not waited for any more is cancelled by its number and key, once', async () => {
    const told: number[][] = [];
    const { port } = await serving(reading(told));
    const stop = new AbortController();
    const answer = Promise.withResolvers<string>();
    const result = cancelledBy(stop.signal, running({ port }).whole, () => answer.promise);
    stop.abort();
    while (told.length === 0) await new Promise(setImmediate);
    expect(told).toEqual([CANCEL]);
    answer.reject(new Error('canceling statement due to user request'));
    await expect(result).rejects.toThrow('canceling statement');
    expect(told).toEqual([CANCEL]);
  });

  test('that is answered in time is not cancelled, nor is the next one', async () => {
    const { port, sockets } = await serving(() => {});
    const stop = new AbortController();
    expect(await cancelledBy(stop.signal, running({ port }).whole, async () => 'answer')).toBe('answer');
    stop.abort();
    const other = new AbortController();
    await cancelledBy(other.signal, running({ port }).whole, async () => other.signal.aborted);
    expect(sockets).toEqual([]);
  });

  test('is not done with before the server has taken the request: else the next one might be cancelled', async () => {
    const taken = Promise.withResolvers<Socket>();
    const { port } = await serving((socket) => taken.resolve(socket.resume()));
    const stop = new AbortController();
    let isDone = false;
    const result = cancelledBy(stop.signal, running({ port }).whole, async () => stop.abort()).finally(() => {
      isDone = true;
    });
    const socket = await taken.promise;
    expect(isDone).toBe(false);
    socket.end();
    await result;
  });

  test('is done with after a second at the most', async () => {
    const { port } = await serving((socket) => socket.resume());
    const stop = new AbortController();
    let isDone = false;
    const result = cancelledBy(stop.signal, running({ port }).whole, async () => stop.abort()).finally(() => {
      isDone = true;
    });
    await vi.advanceTimersByTimeAsync(999);
    await new Promise(setImmediate);
    expect(isDone).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await result;
    expect(vi.getTimerCount()).toBe(0);
  });

  test('at a server that is away is done with', async () => {
    const { port, sockets } = await serving((socket) => socket.destroy());
    const stop = new AbortController();
    await cancelledBy(stop.signal, running({ port }).whole, async () => stop.abort());
    expect(sockets).toHaveLength(1);
    const again = new AbortController();
    await cancelledBy(again.signal, running({ port: 1 }).whole, async () => again.abort());
  });
});

test.skipIf(process.platform === 'win32')(
  'a server is reached by the socket in its folder, by its port',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'floatwatch-cancel-'));
    undo.defer(() => rmSync(folder, { recursive: true, force: true }));
    const told: number[][] = [];
    for (const port of [5_432, 5_433])
      await serving(reading(told), { path: join(folder, `.s.PGSQL.${port}`) });
    for (const config of [{}, { port: 5_433 }]) {
      const stop = new AbortController();
      await cancelledBy(stop.signal, running({ host: folder, ...config }).whole, async () => stop.abort());
    }
    expect(told).toEqual([CANCEL, CANCEL]);
  },
);

test('over TLS the request is made once the server agrees, and encrypted', async () => {
  const { ca, good } = makeCertificates();
  const asked: number[][] = [];
  const told: number[][] = [];
  const { port } = await serving((socket) => {
    socket.once('data', (chunk) => {
      asked.push(numbersIn(chunk));
      socket.write('S');
      const secured = new TLSSocket(socket, { isServer: true, secureContext: createSecureContext(good) });
      secured.on('error', () => {});
      reading(told)(secured);
    });
  });
  const stop = new AbortController();
  await cancelledBy(stop.signal, running({ port, ssl: { ca } }).whole, async () => stop.abort());
  expect([asked, told]).toEqual([[[8, 80_877_103]], [CANCEL]]);
  const untrusted = new AbortController();
  await cancelledBy(untrusted.signal, running({ port, ssl: {} }).whole, async () => untrusted.abort());
  expect(told).toEqual([CANCEL]);
});

test('a connection is cut after its statement was cancelled', async () => {
  const told: number[][] = [];
  const { port } = await serving(reading(told));
  const { whole, cut } = running({ port });
  cut.mockImplementation(() => expect(told).toEqual([CANCEL]));
  await breakOff(whole);
  expect(cut).toHaveBeenCalledOnce();
});
