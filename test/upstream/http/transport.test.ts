import { describe, expect, test } from 'vitest';
import type { Lookup } from '../../../src/net/lookup.ts';
import { eventually } from '../../support/eventually.ts';
import { freePort } from '../../support/ports.ts';
import { createTcpProxy, type Faults } from '../../support/tcp-proxy.ts';
import { answering, clientOf, envelope, GOOD, KEYS, replying, serveHttp, serveTcp } from '../service.ts';

const OK = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; ms: number }> {
  const started = performance.now();
  return { result: await work(), ms: performance.now() - started };
}

describe('U1 no connection', () => {
  test('refused: connect, after the retries', async () => {
    using client = clientOf(`http://127.0.0.1:${await freePort()}`, { retries: 2 });
    const { reading, requests } = await client.probe();
    expect(reading).toMatchObject({ outcome: 'connect', httpStatus: null, wallets: [] });
    expect(reading.detail).toContain('refused');
    expect(requests).toBe(3);
  });

  test.each([
    ['ENOTFOUND', /not known/],
    ['EAI_AGAIN', /name server/],
  ])('%s: connect', async (code, sentence) => {
    const lookup: Lookup = (_name, _options, answer) => answer(Object.assign(new Error('no'), { code }));
    using client = clientOf('https://pay.example.com', { lookup });
    const reading = await client.read();
    expect(reading).toMatchObject({ outcome: 'connect', wallets: [] });
    expect(reading.detail).toMatch(sentence);
  });

  test.each([undefined, 7, 'sk-canary', 'NOT A CODE', `E${'X'.repeat(60)}`])(
    'X1 an error whose code is %j has none that is told',
    async (code) => {
      const lookup: Lookup = (_name, _options, answer) => answer(Object.assign(new Error('no'), { code }));
      using client = clientOf('https://pay.example.com', { lookup });
      const { detail } = await client.read();
      expect(detail).toBe('The service can not be reached: no connection (UNKNOWN).');
    },
  );

  test('a success later in the slot counts', async () => {
    await using service = await answering();
    await using proxy = await createTcpProxy(service);
    proxy.inject({ down: { kind: 'reset' } }, { up: { kind: 'cut' } }, {});
    using client = clientOf(`http://127.0.0.1:${proxy.port}`, { retries: 2 });
    expect(await client.read()).toMatchObject({ outcome: 'ok' });
    expect(proxy.accepted).toBe(3);
  });
});

describe('the deadline holds in every phase, and leaves no connection behind', () => {
  const DEADLINE = 250;
  const BUSY = 10_000; // so late a busy machine may be; without the deadline nothing would end
  // Side by side: each waits for seconds.
  test.concurrent.each<[string, Faults, string]>([
    ['U3 nothing is answered', { down: { kind: 'stall' } }, 'did not answer'],
    ['U3 the request never arrives', { up: { kind: 'stall' } }, 'did not answer'],
    ['U4 headers drip', { down: { kind: 'drip', everyMs: 20 } }, 'did not answer'],
    ['U4 the body drips', { down: { kind: 'drip', after: 200, everyMs: 20 } }, 'did not end'],
    ['U4 the body stalls', { down: { kind: 'stall', after: 200 } }, 'did not end'],
  ])('%s', async (_, faults, sentence) => {
    await using service = await answering(GOOD, { headers: { 'x-fill': 'x'.repeat(20) } });
    await using proxy = await createTcpProxy(service);
    proxy.inject(faults);
    const deadlineMs = sentence === 'did not end' ? 4_000 : 2_000; // the headers must have come, or the connection
    using client = clientOf(`http://127.0.0.1:${proxy.port}`, { deadlineMs, retries: 2 });
    const { result, ms } = await timed(client.read);
    expect(result).toMatchObject({ outcome: 'deadline', wallets: [] });
    expect(result.detail).toContain(sentence);
    expect(ms).toBeGreaterThanOrEqual(deadlineMs - 5);
    expect(ms).toBeLessThan(deadlineMs + BUSY);
    await eventually(() => expect(proxy.open).toBe(0));
  });

  test('U3 while connecting', async () => {
    const lookup: Lookup = () => {}; // a name server that never answers
    using client = clientOf('https://pay.example.com', { lookup, deadlineMs: DEADLINE });
    const { result, ms } = await timed(client.read);
    expect(result).toMatchObject({ outcome: 'deadline' });
    expect(result.detail).toContain('connection was not made');
    expect(ms).toBeLessThan(DEADLINE + BUSY);
  });

  test('U20 while waiting for a turn', async () => {
    await using service = await serveTcp((socket) => socket.resume());
    using hanging = clientOf(service.url, { deadlineMs: 60_000, concurrency: 1 });
    using client = clientOf(service.url, { deadlineMs: DEADLINE, origins: hanging.origins });
    const stop = new AbortController();
    const first = hanging.read(Date.now(), stop.signal);
    await expect.poll(() => service.hits).toBe(1);
    const { result, ms } = await timed(client.read);
    expect(result).toMatchObject({ outcome: 'deadline' });
    expect(result.detail).toContain('waiting for its turn');
    expect(ms).toBeLessThan(DEADLINE + BUSY);
    stop.abort();
    expect(await first).toMatchObject({ outcome: 'aborted' });
    expect(service.hits).toBe(1);
  });

  test('U19 a late answer is not waited for, and the next poll starts on time', {
    tags: 'timed',
  }, async () => {
    let delay = 60_000;
    await using service = await serveHttp((_, response) => {
      const timer = setTimeout(() => response.setHeader('content-type', 'application/json').end(GOOD), delay);
      response.on('close', () => clearTimeout(timer));
    });
    using client = clientOf(service.url, { deadlineMs: 2_000, concurrency: 1 });
    expect(await client.read()).toMatchObject({ outcome: 'deadline' });
    delay = 0;
    expect(await client.read()).toMatchObject({ outcome: 'ok' }); // its own deadline begins with it
  });
});

describe('a poll can be stopped at once', () => {
  test.each<[string, number]>([
    ['under way', 1],
    ['waiting for a turn', 2],
  ])('%s', async (_, readers) => {
    await using service = await serveTcp((socket) => socket.resume());
    using client = clientOf(service.url, { deadlineMs: 60_000, concurrency: 1 });
    const stop = new AbortController();
    const readings = Array.from({ length: readers }, () => client.read(Date.now(), stop.signal));
    await expect.poll(() => service.hits).toBe(1);
    stop.abort();
    for (const reading of await Promise.all(readings)) expect(reading).toMatchObject({ outcome: 'aborted' });
  });

  test('before it began: nothing is sent', async () => {
    await using service = await answering();
    using client = clientOf(service.url);
    expect(await client.read(0, AbortSignal.abort())).toMatchObject({ outcome: 'aborted' });
    expect(service.hits).toBe(0);
  });

  test('while it waits to ask again', async () => {
    await using service = await answering('', { status: 503 });
    using client = clientOf(service.url, { deadlineMs: 60_000, retries: 2, random: () => 20 }); // seconds
    const stop = new AbortController();
    const { result, ms } = await timed(async () => {
      const reading = client.read(Date.now(), stop.signal);
      await expect.poll(() => service.hits).toBe(1);
      stop.abort();
      return reading;
    });
    expect(result).toMatchObject({ outcome: 'aborted' });
    expect(ms).toBeLessThan(10_000);
  });
});

describe('U5 an answer that breaks off', () => {
  const half = GOOD.slice(0, 80);
  test.each([
    ['short of its length', `${OK}content-length: ${GOOD.length}\r\n\r\n${half}`, 'protocol'],
    [
      'within a chunk',
      `${OK}transfer-encoding: chunked\r\n\r\n${GOOD.length.toString(16)}\r\n${half}`,
      'protocol',
    ],
    ['before the last chunk', `${OK}transfer-encoding: chunked\r\n\r\n50\r\n${half}\r\n`, 'protocol'],
    ['with its connection as its only end', `${OK}\r\n${half}`, 'not_json'],
    ['within its headers', OK, 'connect'],
  ])('%s', async (_, bytes, outcome) => {
    await using service = await replying(bytes);
    using client = clientOf(service.url);
    expect(await client.read()).toMatchObject({ outcome, wallets: [] });
  });

  test('at whatever byte: never a wallet, unless all was there', async () => {
    await using service = await answering();
    await using proxy = await createTcpProxy(service);
    using client = clientOf(`http://127.0.0.1:${proxy.port}`);
    const outcomes = new Set<string>();
    for (const kind of ['cut', 'reset'] as const) {
      for (let after = 0; after < 420; after += 7) {
        proxy.inject({ down: { kind, after } });
        const reading = await client.read();
        outcomes.add(reading.outcome);
        if (reading.outcome !== 'ok') expect(reading.wallets).toEqual([]);
        else expect(reading.wallets).toHaveLength(1);
      }
    }
    expect([...outcomes].sort()).toEqual(['connect', 'ok', 'protocol']);
  });
});

test('U6 a whole answer that only its connection ends is accepted', async () => {
  await using service = await replying(`${OK}\r\n${GOOD}`);
  using client = clientOf(service.url);
  expect(await client.read()).toMatchObject({ outcome: 'ok', wallets: [{ available: '40000.5' }] });
});

describe('U9 headers without end', () => {
  test.each([
    ['100 kB in one', `x-long: ${'x'.repeat(100_000)}\r\n`],
    ['ten thousand', Array.from({ length: 10_000 }, (_, i) => `x-${i}: y\r\n`).join('')],
  ])('%s', async (_, headers) => {
    await using service = await replying(`${OK}${headers}content-length: ${GOOD.length}\r\n\r\n${GOOD}`);
    using client = clientOf(service.url);
    expect(await client.read()).toMatchObject({ outcome: 'protocol', wallets: [] });
  });
});

describe('U16 a connection that the service closes while it is idle', () => {
  test('costs nothing: asked once more at once, on a new connection', async () => {
    await using service = await answering();
    await using proxy = await createTcpProxy(service);
    using client = clientOf(`http://127.0.0.1:${proxy.port}`);
    expect(await client.read()).toMatchObject({ outcome: 'ok' });
    proxy.resetAll(); // what the next request learns while it is being sent
    expect(await client.read()).toMatchObject({ outcome: 'ok' });
    expect(service.hits).toBe(2);
  });

  test('closed at the very moment of the next request', async () => {
    let requests = 0;
    await using service = await serveTcp((socket) => {
      let served = 0;
      socket.on('data', () => {
        requests++;
        if (++served > 1) socket.destroy();
        else socket.write(`${OK}content-length: ${GOOD.length}\r\n\r\n${GOOD}`);
      });
    });
    using client = clientOf(service.url);
    expect((await client.probe()).requests).toBe(1);
    const second = await client.probe();
    expect(second).toMatchObject({ reading: { outcome: 'ok' }, requests: 1 });
    expect(requests).toBe(3);
    expect(service.hits).toBe(2);
  });

  test('but not when the connection had been closed before, and the new one is too', async () => {
    const first = Promise.withResolvers<void>();
    await using service = await serveTcp((socket) => {
      socket.once('data', () => {
        if (service.hits > 1) return socket.destroy();
        socket.on('close', first.resolve);
        return socket.end(`${OK}content-length: ${GOOD.length}\r\n\r\n${GOOD}`);
      });
    });
    using client = clientOf(service.url);
    expect(await client.read()).toMatchObject({ outcome: 'ok' });
    await first.promise;
    await new Promise(setImmediate);
    expect(await client.read()).toMatchObject({ outcome: 'connect' });
    expect(service.hits).toBe(2);
  });

  test('but a new connection that is closed is a failure', async () => {
    await using service = await serveTcp((socket) => socket.once('data', () => socket.destroy()));
    using client = clientOf(service.url);
    expect(await client.read()).toMatchObject({ outcome: 'connect' });
    expect(service.hits).toBe(1);
  });
});

describe('U17 HTTP that can be read in two ways', () => {
  const length = `content-length: ${GOOD.length}\r\n`;
  const chunked = `transfer-encoding: chunked\r\n\r\n${GOOD.length.toString(16)}\r\n${GOOD}\r\n0\r\n\r\n`;
  test.each([
    ['two lengths', `${OK}${length}content-length: 5\r\n\r\n${GOOD}`],
    ['a length and chunks', `${OK}${length}${chunked}`],
    ['a length that is no number', `${OK}content-length: 0x10\r\n\r\n${GOOD}`],
    ['bare line feeds', `${OK}${length}\r\n${GOOD}`.replaceAll('\r\n', '\n')],
    ['no HTTP at all', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['a status of four digits', 'HTTP/1.1 2000 OK\r\n\r\n'],
  ])('%s: refused', async (_, bytes) => {
    await using service = await replying(bytes, { end: false });
    using client = clientOf(service.url);
    expect(await client.read()).toMatchObject({ outcome: 'protocol', wallets: [] });
  });

  test('ten thousand informational answers before the real one', async () => {
    const hints = 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(10_000);
    await using service = await replying(`${hints}${OK}content-length: ${GOOD.length}\r\n\r\n${GOOD}`, {
      end: false,
    });
    using client = clientOf(service.url);
    expect(await client.read()).toMatchObject({ outcome: 'ok' });
  });
});

test('U18 a name that gets a new address is asked there, while the old one is a black hole', {
  tags: 'timed',
}, async () => {
  await using service = await answering();
  await using hole = await serveTcp((socket) => socket.resume(), { host: '127.0.0.2', port: service.port });
  let address = '127.0.0.2';
  const lookup: Lookup = (_name, { all }, answer) =>
    all ? answer(null, [{ address, family: 4 }]) : answer(null, address, 4);
  using client = clientOf(`http://localhost:${service.port}`, { lookup, deadlineMs: 2_000, concurrency: 1 });
  expect(await client.read()).toMatchObject({ outcome: 'deadline' });
  expect(hole.hits).toBe(1);
  address = '127.0.0.1';
  expect(await client.read()).toMatchObject({ outcome: 'ok' });
});

test('U20 the requests at once are bounded, and one that hangs holds up nobody else', async () => {
  let atOnce = 0;
  let most = 0;
  await using service = await serveHttp((request, response) => {
    most = Math.max(most, ++atOnce);
    response.on('close', () => atOnce--);
    if (request.url?.includes('HANG')) return;
    setTimeout(() => response.setHeader('content-type', 'application/json').end(envelope([])), 5);
  });
  using client = clientOf(service.url, { concurrency: 8 });
  const { at } = client.origins;
  expect(at(new URL(service.url), { allowInsecureHttp: false })).toBe(
    at(new URL(`${service.url}/x`), { allowInsecureHttp: false }),
  );
  using hanging = clientOf(service.url, {
    origins: client.origins,
    currencies: ['HANG'],
    deadlineMs: 60_000,
  });
  const stop = new AbortController();
  const hangs = hanging.read(Date.now(), stop.signal);
  const readings = await Promise.all(Array.from({ length: 299 }, () => client.read()));
  expect(readings.every((reading) => reading.outcome === 'ok')).toBe(true);
  expect(most).toBe(8);
  stop.abort();
  expect(await hangs).toMatchObject({ outcome: 'aborted' });
});

describe('X5 where no connection is made', () => {
  const scheme = 'is not an https address';
  const credentials = 'must not hold a user name or password';
  const query = 'must not hold a query or a fragment';
  const metadata = 'is a link-local or metadata address';
  test.each([
    ['file:///etc/passwd', scheme],
    ['ftp://pay.example.com', scheme],
    ['pay.example.com', scheme],
    ['', scheme],
    ['http://pay.example.com', 'must begin with https://'],
    ['http://10.0.0.1', 'must begin with https://'],
    ['http://localhost.example.com', 'must begin with https://'],
    ['http://notlocalhost', 'must begin with https://'],
    ['https://user:pass@pay.example.com', credentials],
    ['https://:pass@pay.example.com', credentials],
    ['https://user@pay.example.com', credentials],
    ['https://pay.example.com/?key=1', query],
    ['https://pay.example.com/#key=1', query],
    ['https://169.254.169.254', metadata],
    ['https://[fd00:ec2::254]/', metadata],
    ['https://[::ffff:169.254.169.254]', metadata],
    ['https://2852039166', metadata], // 169.254.169.254 as one number
  ])('%s is no base address: it %s', (url, why) => {
    expect(() => clientOf(url)).toThrow(new RangeError(`the base address ${why}`));
  });

  test.each(['http://127.0.0.1', 'http://[::1]:8080', 'http://localhost', 'http://pay.localhost/base'])(
    '%s is one without more words',
    (url) => {
      using client = clientOf(url);
      expect(client.deviations).toEqual([]);
    },
  );

  test.each([
    ['https://pay.example.com', '169.254.169.254', /link-local/],
    ['https://pay.example.com', 'fd00:ec2::254', /metadata/],
    ['https://pay.example.com', '::ffff:169.254.169.254', /link-local/],
    ['http://localhost', '10.1.2.3', /not be encrypted/],
  ])('%s when it turns out to be %s', async (url, address, sentence) => {
    const lookup: Lookup = (_name, { all }, answer) =>
      all ? answer(null, [{ address, family: 4 }]) : answer(null, address, 4);
    using client = clientOf(url, { lookup, retries: 2 });
    const { reading, requests } = await client.probe();
    expect(reading).toMatchObject({ outcome: 'connect', wallets: [] });
    expect(reading.detail).toMatch(sentence);
    expect(requests).toBe(1);
  });

  test('plain http elsewhere only when that is asked for', async () => {
    using client = clientOf('http://169.254.1.1.example', {
      allowInsecureHttp: true,
      lookup: (_name, _options, answer) => answer(Object.assign(new Error('asked'), { code: 'ENOTFOUND' })),
    });
    expect(await client.read()).toMatchObject({ outcome: 'connect' });
  });

  test('a port that speaks something else is an accident like others', async () => {
    await using ssh = await serveTcp((socket) => socket.write('SSH-2.0-OpenSSH_9.2\r\n'));
    using client = clientOf(ssh.url);
    expect((await client.read()).outcome).toMatch(/^(protocol|connect)$/);
  });
});

test('X2 a key that can not stand in a header is never sent, and never shown', async () => {
  await using service = await answering();
  for (const bad of ['sk\r\nx-evil: 1', 'sk\n', 'sk\0', 'sk key', 'sk\u200b', '', 'schlüssel']) {
    using client = clientOf(service.url, { secretKey: () => bad });
    const reading = await client.read();
    expect(reading).toMatchObject({ outcome: 'auth', httpStatus: null });
    expect(reading.detail).toContain('secret_key');
    if (bad !== '') expect(JSON.stringify(reading)).not.toContain(bad);
  }
  using client = clientOf(service.url, {
    publicKey: () => {
      throw new Error(`no such file ${KEYS.publicKey}`);
    },
  });
  expect(await client.read()).toMatchObject({
    outcome: 'auth',
    detail: expect.stringContaining('public_key'),
  });
  expect(service.hits).toBe(0);
});
