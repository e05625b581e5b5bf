// One request: what is written, what each answer and each accident comes to, and that its deadline holds.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createPoster, outcomeOf, type PosterOptions } from '../../src/receivers/delivery/post.ts';
import { bodyOf } from '../support/request-body.ts';

interface Asked {
  readonly request: IncomingMessage;
  readonly body: string;
}

let answer: (response: ServerResponse, request: IncomingMessage) => void;
let asked: Asked[];
const server = createServer(async (request, response) => {
  const body = await bodyOf(request);
  if (!body) return;
  asked.push({ request, body: body.toString() });
  answer(response, request);
});
let url: URL;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/in?a=1`);
});
beforeEach(() => {
  asked = [];
  answer = (response) => response.end();
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function posting(options: PosterOptions = {}) {
  const poster = createPoster(options);
  onTestFinished(() => poster.close());
  return poster;
}

const answering = (status: number, body: string | Buffer = '', headers: Record<string, string> = {}) => {
  answer = (response) => response.writeHead(status, headers).end(body);
};

test.each([
  [199, 'other'],
  [200, 'ok'],
  [202, 'ok'],
  [299, 'ok'],
  [300, 'redirect'],
  [302, 'redirect'],
  [399, 'redirect'],
  [400, 'rejected'],
  [401, 'auth'],
  [402, 'other'],
  [403, 'auth'],
  [404, 'other'],
  [413, 'too_large'],
  [414, 'other'],
  [415, 'unsupported'],
  [428, 'other'],
  [429, 'rate_limited'],
  [499, 'other'],
  [500, 'server_error'],
  [599, 'server_error'],
] as const)('the status %i is %s', (status, outcome) => {
  expect(outcomeOf(status)).toBe(outcome);
});

describe('what is written', () => {
  test('is the body with its length in bytes, as JSON from floatwatch', async () => {
    await posting().post(url, '{"a":"é"}', { 'idempotency-key': 'k' });
    const [{ request, body }] = asked as [Asked];
    expect([request.method, request.url, body]).toEqual(['POST', '/in?a=1', '{"a":"é"}']);
    expect(request.headers).toMatchObject({
      ...{ 'content-type': 'application/json', 'content-length': '10', 'accept-encoding': 'identity' },
      ...{ 'user-agent': 'floatwatch', 'idempotency-key': 'k' },
    });
  });

  test('goes over a connection of its own: one that was kept may be gone by the time it is needed', async () => {
    const { post } = posting();
    for (const body of ['1', '2']) await post(url, body, {});
    expect(asked.map(({ request }) => request.headers.connection)).toEqual(['close', 'close']);
  });

  test('may be bytes, and of another type', async () => {
    await posting().post(url, new Uint8Array([0x61, 0x62]), { 'content-type': 'text/plain' });
    expect(asked[0]!.body).toBe('ab');
    expect(asked[0]!.request.headers).toMatchObject({ 'content-type': 'text/plain', 'content-length': '2' });
  });

  test('is no body at all where something is only read', async () => {
    await posting().get(url, { authorization: 'Bearer t' });
    const [{ request, body }] = asked as [Asked];
    expect([request.method, body, request.headers.authorization]).toEqual(['GET', '', 'Bearer t']);
    expect(request.headers).toMatchObject({ 'user-agent': 'floatwatch', 'accept-encoding': 'identity' });
    expect(Object.keys(request.headers)).not.toContain('content-type');
  });
});

describe('an answer', () => {
  test('that is good is given with its headers, and needs no words', async () => {
    answering(201, 'taken', { 'X-Request-Id': 'r1' });
    expect(await posting().post(url, '{}', {})).toMatchObject({
      ...{ outcome: 'ok', status: 201, sent: true, body: 'taken', detail: null },
      headers: { 'x-request-id': 'r1' },
    });
  });

  test.each([
    ['says why', 404, 'no such hook', '404: no such hook'],
    ['says nothing', 503, '', '503'],
    ['says only what cannot be read', 503, ' \n\u0007 ', '503'],
    ['has line breaks and signs of other scripts', 400, '\n a\r\n\tbéc~ \n', '400: a b c~'],
    ['is as long as is shown', 400, 'a'.repeat(200), `400: ${'a'.repeat(200)}`],
    ['is longer', 400, 'a'.repeat(201), `400: ${'a'.repeat(200)}…`],
    ['quotes a secret', 400, 'bad s3cr3t', '400: bad ***'],
  ])('that %s is told in one line', async (_what, status, body, detail) => {
    answering(status, body);
    const scrub = (said: string) => said.replaceAll('s3cr3t', '***');
    expect(await posting({ scrub }).post(url, '{}', {})).toMatchObject({ status, detail, body });
  });

  test('is told as it stands where there is nothing to take out', async () => {
    answering(400, 'bad key');
    expect((await posting().get(url, {})).detail).toBe('400: bad key');
  });

  test.each([
    ['64 KiB, unless told otherwise', undefined, 64 * 1_024],
    ['what is asked for', 5, 5],
  ])('is read up to %s; of a longer one the status is enough', async (_what, maxAnswerBytes, most) => {
    const poster = posting({ ...(maxAnswerBytes !== undefined && { maxAnswerBytes }) });
    answering(200, 'a'.repeat(most));
    expect((await poster.get(url, {})).body).toHaveLength(most);
    answering(200, 'a'.repeat(most + 1));
    expect(await poster.get(url, {})).toMatchObject({ outcome: 'ok', status: 200, body: '' });
    answering(500, 'a'.repeat(most + 1));
    expect(await poster.get(url, {})).toMatchObject({ outcome: 'server_error', detail: '500', body: '' });
  });

  test('that leads elsewhere is not followed', async () => {
    answering(307, '', { location: `${url.origin}/elsewhere` });
    expect(await posting().post(url, '{}', {})).toMatchObject({ outcome: 'redirect', status: 307 });
    expect(asked.map(({ request }) => request.url)).toEqual(['/in?a=1']);
  });
});

const NOTHING_ANSWERED = { status: null, body: '', headers: {} };

describe('without an answer', () => {
  test('a request may have arrived if the connection was there, and broke', async () => {
    answer = (response) => void response.destroy();
    expect(await posting().post(url, '{}', {})).toEqual({
      ...{ ...NOTHING_ANSWERED, outcome: 'connect', sent: true, detail: 'UND_ERR_SOCKET' },
    });
  });

  test('it has not arrived where no connection was made', async () => {
    const lookup: PosterOptions['lookup'] = (_name, _options, found) =>
      found(Object.assign(new Error('nobody of that name'), { code: 'ENOTFOUND' }));
    expect(await posting({ lookup }).post(new URL('http://hook.example.com'), '{}', {})).toEqual({
      ...{ ...NOTHING_ANSWERED, outcome: 'connect', sent: false, detail: 'ENOTFOUND' },
    });
  });

  test('an accident that has no name is told of all the same', async () => {
    const lookup: PosterOptions['lookup'] = (_name, _options, found) => found(new Error('secret'));
    const delivery = await posting({ lookup }).post(new URL('http://hook.example.com'), '{}', {});
    expect(delivery).toMatchObject({ outcome: 'connect', detail: 'the connection failed' });
  });
});

describe('an address that must not be contacted', () => {
  const metadata = '169.254.169.254';
  const lookup: PosterOptions['lookup'] = (_name, { all }, found) =>
    all ? found(null, [{ address: metadata, family: 4 }]) : found(null, metadata, 4);

  test.each([
    ['written', metadata],
    ['looked up', 'hook.example.com'],
  ])('is refused, be it %s', async (_what, host) => {
    expect(await posting({ guarded: true, lookup }).post(new URL(`http://${host}/`), '{}', {})).toEqual({
      ...{ ...NOTHING_ANSWERED, outcome: 'refused_address', sent: false },
      detail: expect.stringContaining(metadata),
    });
  });

  test('is nobody’s who may be contacted', async () => {
    expect((await posting({ guarded: true }).get(url, {})).outcome).toBe('ok');
    const there: PosterOptions['lookup'] = (_name, { all }, found) =>
      all ? found(null, [{ address: '127.0.0.1', family: 4 }]) : found(null, '127.0.0.1', 4);
    for (const guarded of [true, false]) {
      const named = new URL(`http://hook.example.com:${url.port}/`);
      expect((await posting({ guarded, lookup: there }).get(named, {})).outcome).toBe('ok');
    }
  });
});

describe('the deadline', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    return () => void vi.useRealTimers();
  });

  /** A request that the server has, and does not answer. */
  async function unanswered(options: PosterOptions = {}, poster = posting(options)) {
    const there = Promise.withResolvers<void>();
    answer = () => there.resolve();
    let over = false;
    const delivery = poster.post(url, '{}', {}).finally(() => {
      over = true;
    });
    await there.promise;
    return { poster, delivery, isOver: () => over };
  }

  test.each([
    [undefined, 10_000],
    [300, 300],
  ])('%s: holds after %i ms, and the next request has connections of its own', async (timeoutMs, ms) => {
    const { poster, delivery, isOver } = await unanswered({ timeoutMs });
    await vi.advanceTimersByTimeAsync(ms - 1);
    expect(isOver()).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await delivery).toEqual({
      ...{ ...NOTHING_ANSWERED, outcome: 'deadline', sent: true, detail: `no answer within ${ms} ms` },
    });
    answering(200);
    expect((await poster.post(url, '{}', {})).outcome).toBe('ok');
  });

  test('breaks off what nobody waits for any more', async () => {
    const broken = Promise.withResolvers<void>();
    const { delivery } = await unanswered();
    asked[0]!.request.socket.once('close', () => broken.resolve());
    await vi.advanceTimersByTimeAsync(10_000);
    await delivery;
    await broken.promise;
  });

  test('holds while a name is looked up, and then nothing has been sent', async () => {
    const poster = posting({ lookup: () => {} });
    const delivery = poster.post(new URL('http://hook.example.com/'), '{}', {});
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await delivery).toMatchObject({ outcome: 'deadline', sent: false });
  });

  test('of a request that was answered breaks off no later one', async () => {
    const poster = posting();
    await poster.get(url, {});
    await vi.advanceTimersByTimeAsync(9_999);
    const { delivery, isOver } = await unanswered({}, poster);
    await vi.advanceTimersByTimeAsync(1);
    expect(isOver()).toBe(false);
    await vi.advanceTimersByTimeAsync(9_999);
    expect((await delivery).outcome).toBe('deadline');
  });

  test.each([
    ['by default', {}, false],
    ['where that is said', { guarded: false }, false],
    ['except where addresses are guarded', { guarded: true }, true],
  ])('is what ends a call to an address of this link, %s', async (_what, options, isRefused) => {
    const asked = Promise.withResolvers<void>();
    const lookup: PosterOptions['lookup'] = (_name, { all }, found) => {
      if (all) found(null, [{ address: 'fe80::1', family: 6 }]);
      else found(null, 'fe80::1', 6);
      asked.resolve();
    };
    const delivery = posting({ ...options, lookup }).get(new URL('http://hook.example.com/'), {});
    await asked.promise;
    for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
    await vi.advanceTimersByTimeAsync(10_000);
    expect((await delivery).outcome === 'refused_address').toBe(isRefused); // else there may be no such network
  });

  test('need not be waited for by who ends: what is under way is broken off', async () => {
    const { poster, delivery } = await unanswered();
    await poster.close();
    expect(await delivery).toMatchObject({ outcome: 'connect', sent: true });
  });
});
