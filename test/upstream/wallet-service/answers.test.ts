import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { OUTCOMES } from '../../../src/domain/observation.ts';
import { parseRetryAfter } from '../../../src/upstream/http/backoff.ts';
import { answering, clientOf, envelope, GOOD, KEYS, replying, serveHttp } from '../service.ts';

const PAGE = '<!doctype html><html><head><title>Sign in</title></head></html>';

async function readOnce(...answer: Parameters<typeof answering>) {
  await using service = await answering(...answer);
  using client = clientOf(service.url, { retries: 2 });
  const { reading, evidence, requests } = await client.probe();
  expect(OUTCOMES).toContain(reading.outcome);
  if (!['ok', 'partial'].includes(reading.outcome))
    expect([reading.wallets, reading.unreadable]).toEqual([[], []]);
  return { ...reading, evidence, requests, deviations: client.deviations };
}

describe('U7 compressed answers are neither asked for nor opened', () => {
  const bomb = gzipSync(Buffer.alloc(200 * 2 ** 20), { level: 9 });
  test.each(['gzip', 'gzip, gzip, gzip, gzip, gzip, gzip', 'br', 'zstd', 'deflate', 'x-unknown'])(
    '%s',
    async (encoding) => {
      const before = process.memoryUsage().rss;
      const reading = await readOnce(bomb, { headers: { 'content-encoding': encoding } });
      expect(reading).toMatchObject({ outcome: 'encoding', evidence: { bytes: null } });
      expect(process.memoryUsage().rss - before).toBeLessThan(20 * 2 ** 20);
    },
  );

  test.each(['identity', 'Identity', ''])('%j is none', async (encoding) => {
    expect(await readOnce(GOOD, { headers: { 'content-encoding': encoding } })).toMatchObject({
      outcome: 'ok',
      evidence: { bytes: GOOD.length },
    });
  });

  test('one of two is enough', async () => {
    const twice = 'content-encoding: identity\r\ncontent-encoding: gzip\r\n';
    await using service = await replying(
      `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n${twice}\r\n${GOOD}`,
    );
    using client = clientOf(service.url);
    expect(await client.read()).toMatchObject({ outcome: 'encoding' });
  });

  test('a bomb that hides its encoding is no JSON', async () => {
    expect(await readOnce(bomb)).toMatchObject({ outcome: 'not_json' });
  });
});

describe('U8 more bytes than any list of wallets', () => {
  test('declared: not even read', async () => {
    await using service = await serveHttp((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 64 * 2 ** 20 });
      response.write('[');
    });
    using client = clientOf(service.url);
    expect(await client.probe()).toMatchObject({
      reading: { outcome: 'too_large' },
      evidence: { bytes: null },
    });
  });

  test('endless: cut off at a megabyte', async () => {
    let sent = 0;
    await using service = await serveHttp((_, response) => {
      response.setHeader('content-type', 'application/json');
      const more = () => {
        while (!response.destroyed && response.write(' '.repeat(65_536))) sent += 65_536;
      };
      response.on('drain', more);
      more();
    });
    using client = clientOf(service.url, { deadlineMs: 60_000 });
    expect(await client.read()).toMatchObject({ outcome: 'too_large', wallets: [] });
    expect(sent).toBeLessThan(16 * 2 ** 20); // what sockets hold on both sides
  });

  test('a byte less is read', async () => {
    const padded = GOOD.padEnd(2 ** 20);
    expect(await readOnce(padded)).toMatchObject({ outcome: 'ok' });
    expect(await readOnce(`${padded} `)).toMatchObject({ outcome: 'too_large' });
    const declared = (body: string) => readOnce(body, { headers: { 'content-length': `${body.length}` } });
    expect(await declared(padded)).toMatchObject({ outcome: 'ok' });
    expect(await declared(`${padded} `)).toMatchObject({ outcome: 'too_large' });
  });
});

describe('U10 what is not declared as JSON, or is not', () => {
  const html = { headers: { 'content-type': 'text/html; charset=utf-8' } };
  test.each<[string, Parameters<typeof answering>]>([
    ['a login page', [PAGE, html]],
    ['a login page that claims to be JSON', [PAGE]],
    ['JSON that claims to be a page', [GOOD, html]],
    ['JSON as text/plain', [GOOD, { headers: { 'content-type': 'text/plain' } }]],
    ['nothing', ['']],
    ['only space', [' \r\n\t ']],
    ['204', ['', { status: 204 }]],
    ['a byte order mark', [`\ufeff${GOOD}`]],
    ['UTF-16', [Buffer.from(`\ufeff${GOOD}`, 'utf16le')]],
    ['UTF-16 without a mark', [Buffer.from(GOOD, 'utf16le')]],
    ['Latin-1', [Buffer.from(envelope([], { message: 'terminé' }), 'latin1')]],
    ['half a character', [Buffer.concat([Buffer.from('"'), Buffer.of(0xe2, 0x82), Buffer.from('"')])]],
  ])('%s', async (_, answer) => {
    const reading = await readOnce(...answer);
    expect(reading).toMatchObject({ outcome: 'not_json', wallets: [], requests: 1 });
    expect(JSON.stringify(reading)).not.toMatch(/sign in|termin|doctype/i);
  });

  test('no content type at all', async () => {
    await using service = await replying(`HTTP/1.1 200 OK\r\n\r\n${GOOD}`);
    using client = clientOf(service.url);
    expect(await client.read()).toMatchObject({ outcome: 'not_json' });
  });

  test("a page is told to look like a portal's", async () => {
    for (const status of [200, 404])
      expect((await readOnce(PAGE, { ...html, status })).detail).toContain('portal');
  });
});

describe('U11 a redirect is never followed', () => {
  for (const status of [300, 301, 302, 303, 304, 307, 308]) {
    test(`${status}`, async () => {
      await using evil = await answering();
      const seen: string[] = [];
      await using service = await serveHttp((request, response) => {
        seen.push(request.url ?? '');
        const turn = seen.length % 4;
        const places = [evil.url, '/elsewhere', request.url, 'file:///etc/passwd'];
        response.writeHead(status, { location: places[turn] }).end();
      });
      using client = clientOf(service.url, { retries: 2 });
      for (let i = 0; i < 4; i++) {
        const reading = await client.read();
        expect(reading).toMatchObject({ outcome: 'redirect', httpStatus: status, wallets: [] });
        expect(reading.detail).not.toContain(evil.url);
      }
      expect(seen).toEqual(Array(4).fill('/data/wallet-balances'));
      expect(evil.hits).toBe(0);
    });
  }
});

describe('U12 refused keys are not tried again within the slot', () => {
  test.each([
    [401, envelope({}, { code: 401, status: 'error' })],
    [403, PAGE],
    [200, envelope({}, { code: 401, status: 'error' })],
    [200, envelope([], { code: 403 })],
  ])('HTTP %i', async (status, body) => {
    const reading = await readOnce(body, { status });
    expect(reading).toMatchObject({ outcome: 'auth', httpStatus: status, requests: 1, wallets: [] });
    expect(reading.detail).toContain('secret_key');
  });
});

describe('U13 asked to slow down', () => {
  async function limited(
    retryAfter: string | null | (() => string),
    { deadlineMs = 15_000, notAfter = Date.now() + 60_000 } = {},
  ) {
    await using service = await serveHttp((_, response) => {
      if (service.hits > 1) return response.setHeader('content-type', 'application/json').end(GOOD);
      const told = typeof retryAfter === 'function' ? retryAfter() : retryAfter;
      return response.writeHead(429, told === null ? {} : { 'retry-after': told }).end();
    });
    using client = clientOf(service.url, { deadlineMs, retries: 2 });
    const started = performance.now();
    const { outcome } = await client.read(notAfter);
    return { outcome, requests: service.hits, ms: performance.now() - started };
  }

  test.each([null, '-5', 'soon', '', '1e3', 'Wed, 21 Oct 2015 07:28:00 GMT', 'Foo, 99 Bar'])(
    'Retry-After %j says nothing: the next slot is soon enough',
    async (retryAfter) => {
      expect(await limited(retryAfter)).toMatchObject({ outcome: 'rate_limited', requests: 1 });
    },
  );

  test('Retry-After 0 is our own pause', async () => {
    expect(await limited('0')).toMatchObject({ outcome: 'ok', requests: 2 });
  });

  test('in seconds: not sooner', async () => {
    const { outcome, ms } = await limited('1');
    expect(outcome).toBe('ok');
    expect(ms).toBeGreaterThanOrEqual(995);
  });

  test('as a date: not sooner', async () => {
    // In whole seconds: at least half a second after the answer.
    const { outcome, ms } = await limited(() => new Date(Date.now() + 1_500).toUTCString());
    expect(outcome).toBe('ok');
    expect(ms).toBeGreaterThanOrEqual(400);
  });

  test.each([
    ['a day', '86400'],
    ['a quarter of a minute', '15'],
    ['a date', new Date(Date.now() + 3_600_000).toUTCString()],
  ])('until after the deadline (%s): the slot ends at once', async (_, retryAfter) => {
    const { outcome, requests, ms } = await limited(retryAfter, { deadlineMs: 14_000 });
    expect({ outcome, requests }).toEqual({ outcome: 'rate_limited', requests: 1 });
    expect(ms).toBeLessThan(10_000);
  });

  test('until after the next slot: the slot ends at once', async () => {
    const notAfter = Date.now() + 500;
    expect(await limited('1', { deadlineMs: 5_000, notAfter })).toMatchObject({
      outcome: 'rate_limited',
      requests: 1,
    });
  });

  test('by the envelope alone', async () => {
    const body = envelope({}, { code: 429, status: 'error' });
    expect(await readOnce(body)).toMatchObject({ outcome: 'rate_limited', requests: 1 });
  });

  test('the header, read', () => {
    const now = Date.parse('2026-01-01T00:00:00Z');
    expect(parseRetryAfter('120', now)).toBe(120_000);
    expect(parseRetryAfter(' 7 ', now)).toBe(7_000);
    expect(parseRetryAfter('9'.repeat(400), now)).toBe(Number.POSITIVE_INFINITY);
    expect(parseRetryAfter('Thu, 01 Jan 2026 00:00:30 GMT', now)).toBe(30_000);
    expect(parseRetryAfter('Thu 01 Jan 2026 00:00:30 GMT', now)).toBe(30_000);
    expect(parseRetryAfter('2026-01-01T00:00:30Z', now)).toBeNull();
    expect(parseRetryAfter('in Jan 2027', now)).toBeNull();
    expect(parseRetryAfter('Thu, 01 Jan 2026 00:00:00 GMT', now)).toBeNull();
    for (const text of [null, '', '-1', '1.5', 'Thu, nonsense'])
      expect(parseRetryAfter(text, now)).toBeNull();
  });
});

describe('U14 the service fails by itself', () => {
  test.each([500, 502, 503, 504])('%i with a page: asked again, then told', async (status) => {
    const reading = await readOnce(PAGE, { status, headers: { 'content-type': 'text/html' } });
    expect(reading).toMatchObject({ outcome: 'upstream_5xx', httpStatus: status, requests: 3, wallets: [] });
  });

  test('a success later in the slot is the slot’s', async () => {
    await using service = await serveHttp((_, response) => {
      response
        .writeHead(service.hits % 2 === 1 ? 502 : 200, { 'content-type': 'application/json' })
        .end(GOOD);
    });
    using client = clientOf(service.url, { retries: 1 });
    for (let i = 0; i < 3; i++) expect(await client.read()).toMatchObject({ outcome: 'ok', httpStatus: 200 });
  });

  test.each([
    [300, 'redirect'],
    [404, 'upstream_4xx'],
    [503, 'upstream_5xx'],
  ])('%i is told although its page never ends', { tags: 'timed' }, async (status, outcome) => {
    await using service = await serveHttp((_, response) => void response.writeHead(status).write('<'));
    using client = clientOf(service.url, { deadlineMs: 3_000 });
    expect(await client.read()).toMatchObject({ outcome, httpStatus: status });
  });

  test('but not by a poll that is stopped while the page comes', async () => {
    await using service = await serveHttp((_, response) => void response.writeHead(503).write('<'));
    using client = clientOf(service.url, { deadlineMs: 60_000 });
    const stop = new AbortController();
    const headers = Promise.withResolvers<unknown>();
    subscribe('undici:request:headers', headers.resolve);
    const reading = client.read(Date.now(), stop.signal);
    await headers.promise;
    unsubscribe('undici:request:headers', headers.resolve);
    stop.abort();
    expect(await reading).toMatchObject({ outcome: 'aborted' });
  });
});

describe('U15 HTTP and the envelope', () => {
  test.each([
    ['HTTP 200, code 401', 200, { code: 401 }, 'auth', ['envelope_mismatch']],
    ['HTTP 500, code 200', 500, {}, 'upstream_5xx', ['envelope_mismatch']],
    ['HTTP 404, code 404', 404, { code: 404, status: 'error' }, 'upstream_4xx', []],
    ['code "200"', 200, { code: '200' }, 'ok', ['code_as_string']],
    ['no code', 200, { code: undefined }, 'ok', []],
    ['code null', 200, { code: null }, 'ok', []],
    ['code "OK"', 200, { code: 'OK' }, 'invalid', ['code_as_string', 'envelope_mismatch']],
    ['code 200.5', 200, { code: 200.5 }, 'invalid', ['envelope_mismatch']],
    ['code [200]', 200, { code: [200] }, 'invalid', ['envelope_mismatch']],
    ['code 400', 200, { code: 400, status: 'error' }, 'rejected', ['envelope_mismatch']],
    ['status "false"', 200, { status: 'false' }, 'rejected', ['envelope_mismatch']],
    ['status false', 200, { status: false }, 'rejected', ['envelope_mismatch']],
    ['status "ERROR"', 200, { status: 'ERROR' }, 'rejected', ['envelope_mismatch']],
    ['status "failed"', 200, { status: 'failed' }, 'rejected', ['envelope_mismatch']],
    ['no status', 200, { status: undefined }, 'ok', []],
    ['an unknown status', 200, { status: 'fine' }, 'ok', []],
    ['a message that is no text', 200, { message: ['a', { b: 1 }] }, 'ok', []],
  ])('%s', async (_, status, fields, outcome, deviations) => {
    const reading = await readOnce(envelope(undefined, fields), { status });
    expect(reading).toMatchObject({ outcome, httpStatus: status });
    expect([...new Set(reading.deviations)].sort()).toEqual(deviations);
  });
});

test('U21 a service whose clock is wrong changes nothing', async () => {
  const date = new Date(Date.now() - 3_600_000).toUTCString();
  expect(await readOnce(GOOD, { headers: { date } })).toMatchObject({ outcome: 'ok', detail: null });
});

describe('X1 a service that repeats our keys everywhere does not get them into anything we tell', () => {
  const echo = `${KEYS.publicKey} ${KEYS.secretKey}`;
  const forms = Object.values(KEYS).flatMap((key) => [
    key,
    Buffer.from(key).toString('base64'),
    Buffer.from(key).toString('hex'),
    encodeURIComponent(key),
  ]);
  test.each([
    [200, envelope(echo, { message: echo })],
    [200, `{"code":${echo}`],
    [200, `<html>${echo}`],
    [200, envelope([], { code: echo, status: echo })],
    [302, echo],
    [401, envelope({}, { code: 401, message: `unknown key ${echo}` })],
    [404, `<html>${echo}`],
    [500, echo],
  ])('HTTP %i %s', async (status, body) => {
    const headers = { location: `https://evil.example/?${KEYS.secretKey}`, 'x-echo': echo };
    const reading = await readOnce(body, { status, headers });
    for (const form of forms) expect(JSON.stringify(reading)).not.toContain(form);
  });

  test('nor over a line of nonsense, and what is told is scrubbed', async () => {
    await using service = await replying(`HTTP/1.1 200 ${echo}\r\n${echo}\r\n\r\n`);
    using client = clientOf(service.url, { scrub: (text) => `scrubbed: ${text}` });
    const { detail } = await client.read();
    expect(detail).toMatch(/^scrubbed: /);
    for (const form of forms) expect(detail).not.toContain(form);
  });
});
