import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { request } from 'undici';
import { describe, expect, test, vi } from 'vitest';
import { createGuard } from '../../src/web/http/connections.ts';
import type { PageSources } from '../../src/web/sources.ts';
import { makeCertificates } from '../support/certificates.ts';
import { statementDay } from './desk.ts';
import { startWeb } from './start.ts';

const LIMITS = { connections: 64, writeMs: 300 };
const LINE = statementDay('2026-05-04');

const csvFrom = async (statement: NonNullable<PageSources['statement']>) => {
  const web = await startWeb({}, { limits: LIMITS }, { statement });
  const { body } = await request(`${web.url}/api/v1/statement?format=csv`);
  return { body, [Symbol.asyncDispose]: () => web[Symbol.asyncDispose]() };
};

describe('an answer that lasts longer than the write limit', () => {
  test('is not cut off while it is made and its reader takes what there is', async () => {
    await using csv = await csvFrom(async function* () {
      for (let i = 0; i < 4; i++) {
        await setTimeout(300);
        yield [LINE];
      }
    });
    expect((await csv.body.text()).trim().split('\n')).toHaveLength(5);
  });

  test('is not cut off while it is read slowly but steadily, four bytes a millisecond, but once its reader is slower', () => {
    for (const [writeMs, slower] of [
      [1_000, 0],
      [1_000, 3_999],
      [250, 999],
    ] as const) {
      vi.useFakeTimers();
      const system = { bytesWritten: 50_000, writeQueueSize: 50_000 };
      const socket = { destroyed: false, _handle: system, destroy: vi.fn() };
      const response = Object.assign(new EventEmitter(), { writeHead() {}, writableLength: 50_000 });
      const listener = (_request: unknown, { writeHead }: { writeHead(): void }) => writeHead();
      const handle = createGuard({ connections: 1, writeMs }).handling(listener as never);
      handle({ socket } as never, response as never);
      for (let taken = 0; taken < 50; taken++) {
        system.writeQueueSize -= 4 * writeMs;
        vi.advanceTimersByTime(writeMs);
      }
      expect(socket.destroy).not.toHaveBeenCalled();
      system.writeQueueSize -= slower;
      vi.advanceTimersByTime(writeMs);
      expect(socket.destroy).toHaveBeenCalledOnce();
      response.emit('close');
      expect(vi.getTimerCount()).toBe(0);
      vi.useRealTimers();
    }
  });

  test('is not cut off on a line of 6 kB a second, of which the system takes much at a time, as its buffer empties', () => {
    vi.useFakeTimers();
    using _ = { [Symbol.dispose]: () => vi.useRealTimers() };
    const system = { bytesWritten: 3_000_000, writeQueueSize: 3_000_000 };
    const socket = { destroyed: false, _handle: system, destroy: vi.fn() };
    const response = Object.assign(new EventEmitter(), { writeHead() {}, writableLength: 3_000_000 });
    const listener = (_request: unknown, { writeHead }: { writeHead(): void }) => writeHead();
    createGuard().handling(listener as never)({ socket } as never, response as never);
    for (; system.writeQueueSize > 0; system.writeQueueSize -= 250_000) vi.advanceTimersByTime(42_000);
    expect(socket.destroy).not.toHaveBeenCalled();
    response.emit('close');
  });

  test.each(['http', 'https'])(
    'is not cut off while its reader takes more and more of it, though it was written as one: %s',
    async (scheme) => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      using _ = { [Symbol.dispose]: () => vi.useRealTimers() };
      const [size, step] = [64 << 20, 8 << 20]; // more than the system keeps between the two
      const guard = createGuard(LIMITS);
      const handler = guard.handling((_request, response) => {
        response.writeHead(200).end(Buffer.alloc(size));
      });
      const server =
        scheme === 'http' ? createServer(handler) : createTlsServer(makeCertificates().good, handler);
      guard.watch(server);
      await once(server.listen(0, '127.0.0.1'), 'listening');
      const to = {
        port: (server.address() as AddressInfo).port,
        host: '127.0.0.1',
        rejectUnauthorized: false,
      };
      const reader = (scheme === 'http' ? connect(to) : connectTls(to)).on('error', () => {});
      reader.write('GET /api/v1/balances HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n');
      let taken = 0;
      for await (const chunk of reader) {
        const looks = Math.floor(taken / step);
        taken += (chunk as Buffer).length;
        if (Math.floor(taken / step) > looks) vi.advanceTimersByTime(LIMITS.writeMs);
      }
      expect(taken).toBeGreaterThan(size);
      server.close();
    },
  );

  test('is not watched where its reader went before it began: nothing keeps the process from ending', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    using _ = { [Symbol.dispose]: () => vi.useRealTimers() };
    const answered = Promise.withResolvers<void>();
    const server = createServer(
      createGuard(LIMITS).handling((_request, response) => {
        response.once('close', () => {
          response.writeHead(200).end();
          answered.resolve();
        });
        reader.destroy();
      }),
    ).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const reader = connect((server.address() as AddressInfo).port, '127.0.0.1');
    reader.write('GET /metrics HTTP/1.1\r\nhost: localhost\r\n\r\n');
    await answered.promise;
    expect(vi.getTimerCount()).toBe(0);
    server.close();
  });
});

test.each([
  '/api/v1/statement',
  '/api/v1/statement?format=csv',
  '/statement',
  '/api/v1/balances/history?account=acme&currency=UGX&wallet_type=MERCHANT_PAYOUT',
])('what is read for %s is cancelled when its reader goes', async (path) => {
  const asked = Promise.withResolvers<AbortSignal>();
  const errors: unknown[] = [];
  async function* untilCancelled(signal: AbortSignal | undefined): AsyncGenerator<[]> {
    asked.resolve(signal ?? AbortSignal.abort('never told'));
    if (signal) await once(signal, 'abort');
    signal?.throwIfAborted();
    yield [];
  }
  await using web = await startWeb(
    {},
    { onError: (error) => errors.push(error) },
    {
      statement: (_query, signal?: AbortSignal) => untilCancelled(signal),
      history: async (_wallet, _range, _step, signal?: AbortSignal) => untilCancelled(signal),
    },
  );
  const client = new AbortController();
  const answer = request(`${web.url}${path}`, { signal: client.signal });
  const signal = await asked.promise;
  expect(signal.aborted).toBe(false);
  client.abort();
  await expect(answer).rejects.toThrow();
  if (!signal.aborted) await once(signal, 'abort');
  expect(errors).toEqual([]);
});
