import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import { Client } from 'undici';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createSimulatedClock } from '../../src/sandbox/clock.ts';
import { createFaultSwitches, FAULTS } from '../../src/sandbox/faults.ts';
import { MERCHANTS } from '../../src/sandbox/merchants.ts';
import { createScenario } from '../../src/sandbox/scenario.ts';
import { createSandbox } from '../../src/sandbox/server.ts';

const NOON = Date.UTC(2026, 10, 20, 9);
const BALANCES = '/data/wallet-balances';
const OPTIONS = '/data/payment-providers?currency=UGX&transaction_type=PAYOUT';
const scenario = createScenario({ seed: 'test', merchants: MERCHANTS });
const sandbox = createSandbox({ scenario, clock: createSimulatedClock({ wall: () => NOON }) });
let good = '';
beforeAll(async () => {
  await sandbox.start();
  good = (await ask()).body;
});
afterAll(() => sandbox.stop());
afterEach(() => sandbox.faults.off('acme-ug'));

test('every case of the service and of its money can be switched on, but for those that no HTTP service shows', () => {
  const shown = new Set([...FAULTS.values()].flatMap(({ cases }) => cases));
  const cases = [
    ...Array.from({ length: 21 }, (_, i) => `U${i + 1}`),
    ...Array.from({ length: 16 }, (_, i) => `M${i + 1}`),
  ];
  // TLS, name servers, and thresholds.
  expect(cases.filter((one) => !shown.has(one))).toEqual(['U2', 'U18', 'M15']);
});

interface Heard {
  /** Everything that came over the wire, one character per byte. */
  readonly raw: string;
  readonly status: number;
  readonly head: string;
  /** As UTF-8, unless there is no telling. */
  readonly body: string;
  readonly bytes: Buffer;
  readonly end: 'closed' | 'reset' | 'open';
}

interface Bounds {
  /** Milliseconds. */
  readonly patience?: number;
  /** Bytes. */
  readonly most?: number;
  /** Milliseconds in which nothing more comes, once something has. */
  readonly quiet?: number;
}

/** Asks over a bare socket, says `Connection: close`, and hears until the end or one of the bounds. */
function ask(
  path = BALANCES,
  { patience = 60_000, most = Number.POSITIVE_INFINITY, quiet }: Bounds = {},
): Promise<Heard> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(sandbox.address);
    const socket = connect(Number(port), hostname);
    const chunks: Buffer[] = [];
    let size = 0;
    let lull: NodeJS.Timeout | undefined;
    const done = (end: Heard['end']) => {
      clearTimeout(timer);
      clearTimeout(lull);
      socket.destroy();
      const all = Buffer.concat(chunks);
      const raw = all.toString('latin1');
      const split = raw.indexOf('\r\n\r\n');
      const bytes = split < 0 ? Buffer.alloc(0) : all.subarray(split + 4);
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(raw)?.[1] ?? 0);
      resolve({ raw, status, head: raw.slice(0, Math.max(split, 0)), body: bytes.toString(), bytes, end });
    };
    const timer = setTimeout(() => done('open'), patience);
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= most) return done('open');
      clearTimeout(lull);
      if (quiet !== undefined) lull = setTimeout(() => done('open'), quiet);
    });
    socket.on('error', () => done('reset'));
    socket.on('close', () => done('closed'));
    socket.write(
      `GET ${path} HTTP/1.1\r\nhost: ${hostname}\r\npublic-key: pk-sandbox-acme-ug\r\n` +
        'secret-key: sk-sandbox-acme-ug\r\nconnection: close\r\n\r\n',
    );
  });
}

async function suffer(name: string, options: Bounds & { value?: string; path?: string } = {}) {
  const { value, path, ...bounds } = options;
  sandbox.faults.on('acme-ug', name, value === undefined ? {} : { value });
  const heard = await ask(path, bounds);
  statuses.set(name, heard.status);
  return heard;
}

/** The status with which each fault was answered last; 0 where none could be read. */
const statuses = new Map<string, number>();

interface Wallet {
  readonly [field: string]: unknown;
}

function walletsIn(body: string): readonly Wallet[] {
  return JSON.parse(body).data.merchant_wallets;
}

const shown = new Set<string>();
const fault = (name: string, check: () => Promise<void>) => {
  shown.add(name);
  test(name, check); // no case number: that belongs to a test of the monitor, which must survive it
};

describe('the connection', () => {
  fault('reset', async () => expect(await suffer('reset')).toMatchObject({ raw: '', end: 'reset' }));
  fault('close', async () => expect(await suffer('close')).toMatchObject({ raw: '', end: 'closed' }));
  fault('hang', async () => {
    expect(await suffer('hang', { patience: 200 })).toMatchObject({ raw: '', end: 'open' });
  });
  fault('slow', async () => {
    const before = performance.now();
    expect((await suffer('slow', { value: '150' })).body).toBe(good);
    expect(performance.now() - before).toBeGreaterThanOrEqual(149);
  });
  fault('drip-headers', async () => {
    const before = performance.now();
    const { raw, end } = await suffer('drip-headers', { value: '20', most: 15 });
    expect(performance.now() - before).toBeGreaterThanOrEqual(14 * 19); // a timer may be early by one
    expect(end).toBe('open');
    expect(raw.length).toBeLessThan(20);
    expect('HTTP/1.1 200 OK\r\nDate').toContain(raw.slice(0, 15));
  });
  test('drip-headers ends in a good answer, if one waits', async () => {
    expect(await suffer('drip-headers', { value: '0' })).toMatchObject({ body: good, end: 'closed' });
  });
  fault('stall-headers', async () => {
    const { raw, end } = await suffer('stall-headers', { quiet: 200 });
    expect(raw).toMatch(/^HTTP\/1\.1 200 OK\r\nDate: /);
    expect(raw).not.toContain('\r\n\r\n');
    expect(end).toBe('open');
  });
  fault('drip-body', async () => {
    const stalled = await suffer('stall-body', { quiet: 200 }); // the same headers
    const before = performance.now();
    const most = `${stalled.head}\r\n\r\n`.length + 15;
    const { head, body, end } = await suffer('drip-body', { value: '20', most });
    expect(performance.now() - before).toBeGreaterThanOrEqual(14 * 19);
    expect(head).toContain(`Content-Length: ${good.length}`);
    expect(end).toBe('open');
    expect(body.length).toBeGreaterThan(1);
    expect(good.startsWith(body) && body.length < 20).toBe(true);
  });
  fault('stall-body', async () => {
    const { body, end } = await suffer('stall-body', { quiet: 200 });
    expect({ body, end }).toEqual({ body: good.slice(0, Math.floor(good.length / 2)), end: 'open' });
  });
  fault('truncated-length', async () => {
    const { head, body, end } = await suffer('truncated-length');
    expect(head).toContain(`Content-Length: ${good.length}`);
    expect({ length: body.length, end }).toEqual({ length: Math.floor(good.length / 2), end: 'closed' });
  });
  fault('truncated-chunk', async () => {
    const { head, body, end } = await suffer('truncated-chunk');
    expect(head).toContain('Transfer-Encoding: chunked');
    const [size, rest] = body.split('\r\n');
    expect(Number.parseInt(size!, 16)).toBe(good.length);
    expect(rest!.length).toBeLessThan(good.length);
    expect(end).toBe('closed');
  });
  fault('missing-last-chunk', async () => {
    expect((await suffer('missing-last-chunk')).body).toBe(`${good.length.toString(16)}\r\n${good}\r\n`);
  });
  fault('cut-close-delimited', async () => {
    const { head, body } = await suffer('cut-close-delimited');
    expect(head).not.toMatch(/content-length|transfer-encoding/i);
    expect(body).toBe(good.slice(0, Math.floor(good.length / 2)));
  });
  fault('close-delimited', async () => {
    const { head, body } = await suffer('close-delimited');
    expect(head).not.toMatch(/content-length|transfer-encoding/i);
    expect(body).toBe(good);
  });
  fault('keep-alive-race', async () => {
    sandbox.faults.on('acme-ug', 'keep-alive-race');
    const { hostname, port } = new URL(sandbox.address);
    const socket = connect(Number(port), hostname);
    const request =
      `GET ${BALANCES} HTTP/1.1\r\nhost: ${hostname}\r\npublic-key: pk-sandbox-acme-ug\r\n` +
      'secret-key: sk-sandbox-acme-ug\r\n\r\n';
    const first = await new Promise<string>((resolve) => {
      socket.once('data', (chunk) => resolve(chunk.toString()));
      socket.write(request);
    });
    expect(first).toContain(good);
    const second = await new Promise<number>((resolve) => {
      socket.once('data', () => resolve(-1));
      socket.once('close', () => resolve(socket.bytesRead));
      socket.write(request);
    });
    expect(second).toBe(first.length);
  });
  fault('huge-headers', async () => {
    const { head, body } = await suffer('huge-headers');
    expect(head.length).toBeGreaterThan(100_000);
    expect(body).toBe(good);
  });
  fault('many-headers', async () => {
    const { head, body } = await suffer('many-headers');
    expect(head.split('\r\n').length).toBeGreaterThan(10_000);
    expect(body).toBe(good);
  });
  fault('endless-headers', async () => {
    const { raw, end } = await suffer('endless-headers', { most: 5_000_000 });
    expect(raw).not.toContain('\r\n\r\n');
    expect(end).toBe('open');
  });
  fault('same-length-twice', async () => {
    const { head, body } = await suffer('same-length-twice');
    expect(head.match(/Content-Length: \d+/g)).toEqual([
      `Content-Length: ${good.length}`,
      `Content-Length: ${good.length}`,
    ]);
    expect(body).toBe(good);
  });
  fault('two-lengths', async () => {
    const { head } = await suffer('two-lengths');
    expect(head.match(/Content-Length: \d+/g)).toEqual([
      `Content-Length: ${good.length}`,
      'Content-Length: 10',
    ]);
  });
  fault('length-and-chunked', async () => {
    const { head } = await suffer('length-and-chunked');
    expect(head).toContain('Content-Length: 10');
    expect(head).toContain('Transfer-Encoding: chunked');
  });
  fault('bare-lf', async () => {
    const { raw } = await suffer('bare-lf');
    expect(raw).not.toContain('\r');
    expect(raw).toMatch(/^HTTP\/1\.1 200 OK\nDate: /);
  });
  fault('early-hints', async () => {
    const { raw } = await suffer('early-hints');
    expect(raw.match(/HTTP\/1\.1 103/g)).toHaveLength(10_000);
    expect(raw).toMatch(/HTTP\/1\.1 200 OK[\s\S]*Request completed successfully/);
  });
  fault('not-http', async () => expect((await suffer('not-http')).raw).toBe('SSH-2.0-OpenSSH_9.2p1\r\n'));
});

describe('the body', () => {
  fault('gzip-bomb', async () => {
    const { head, bytes } = await suffer('gzip-bomb');
    expect(head).toContain('Content-Encoding: gzip');
    expect(head).toContain(`Content-Length: ${bytes.length}`);
    expect(bytes.length).toBeLessThan(300_000);
    const inflated = gunzipSync(bytes);
    expect(inflated.length).toBe(200_000_000 + good.length);
    expect(inflated.subarray(-good.length).toString()).toBe(good);
  });
  const codings = {
    gzip: gunzipSync,
    deflate: inflateSync,
    br: brotliDecompressSync,
    zstd: zstdDecompressSync,
  };
  for (const [coding, decode] of Object.entries(codings)) {
    fault(coding, async () => {
      const { head, bytes } = await suffer(coding);
      expect(head).toContain(`content-encoding: ${coding}`);
      expect(decode(bytes).toString()).toBe(good);
    });
  }
  fault('stacked-gzip', async () => {
    const { head, bytes } = await suffer('stacked-gzip');
    expect(head).toContain('content-encoding: gzip, gzip, gzip, gzip, gzip');
    let body = bytes;
    for (let layer = 0; layer < 5; layer++) body = gunzipSync(body);
    expect(body.toString()).toBe(good);
  });
  fault('unknown-encoding', async () => {
    expect((await suffer('unknown-encoding')).head).toContain('content-encoding: pigeon');
  });
  fault('huge-body', async () => {
    const { head, body } = await suffer('huge-body');
    expect(head).toContain(`Content-Length: ${64_000_000 + good.length}`);
    expect(body.length).toBe(64_000_000 + good.length);
    expect(body.slice(-good.length)).toBe(good);
  });
  fault('endless-body', async () => {
    const { end, raw } = await suffer('endless-body', { most: 30_000_000 });
    expect(end).toBe('open');
    expect(raw.length).toBeGreaterThanOrEqual(30_000_000);
  });
  const pages = { html: 'It works', 'login-page': 'type="password"' };
  for (const [name, text] of Object.entries(pages)) {
    fault(name, async () => {
      const { status, head, body } = await suffer(name);
      expect(status).toBe(200);
      expect(head).toContain('content-type: text/html');
      expect(body).toContain(text);
    });
  }
  fault('json-as-html', async () => {
    const { head, body } = await suffer('json-as-html');
    expect(head).toContain('content-type: text/html');
    expect(body).toBe(good);
  });
  fault('html-as-json', async () => {
    const { head, body } = await suffer('html-as-json');
    expect(head).toContain('content-type: application/json');
    expect(body).toMatch(/^<!DOCTYPE html>/);
  });
  fault('no-content-type', async () => {
    const { head, body } = await suffer('no-content-type');
    expect(head).not.toMatch(/content-type/i);
    expect(body).toBe(good);
  });
  fault('empty', async () => expect(await suffer('empty')).toMatchObject({ status: 200, body: '' }));
  fault('no-content', async () =>
    expect(await suffer('no-content')).toMatchObject({ status: 204, body: '' }),
  );
  fault('bom', async () => {
    expect((await suffer('bom')).bytes.subarray(0, 4)).toEqual(Buffer.from([0xef, 0xbb, 0xbf, 0x7b]));
  });
  fault('utf-16', async () => {
    const { head, bytes } = await suffer('utf-16');
    expect(head).toContain('charset=utf-16');
    expect(bytes.toString('utf16le')).toBe(`\uFEFF${good}`);
  });
  fault('latin-1', async () => {
    const { bytes } = await suffer('latin-1');
    expect(bytes.includes(0xea)).toBe(true);
    expect(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes)).toThrow();
  });
  fault('body', async () => expect((await suffer('body', { value: '[1' })).body).toBe('[1'));
});

describe('the answer', () => {
  for (const status of [301, 302, 303, 307, 308]) {
    fault(`redirect-${status}`, async () => {
      const { head, ...heard } = await suffer(`redirect-${status}`);
      expect(heard.status).toBe(status);
      expect(head).toContain('location: http://elsewhere.invalid/data/wallet-balances');
      expect((await suffer(`redirect-${status}`, { value: 'http://127.0.0.1:9/x' })).head).toContain(
        'location: http://127.0.0.1:9/x',
      );
    });
  }
  const locations = {
    'redirect-same-host': 'http://127.0.0.1/v2/data',
    'redirect-loop': `http://127.0.0.1${BALANCES}`,
    'redirect-file': 'file:///etc/passwd',
    'redirect-downgrade': 'http://127.0.0.1/data/wallet-balances',
  };
  for (const [name, location] of Object.entries(locations)) {
    fault(name, async () => {
      const { status, head } = await suffer(name);
      expect(status).toBe(307);
      expect(head).toContain(`location: ${location}\r\n`);
    });
  }
  fault('redirect-nowhere', async () => {
    const { status, head } = await suffer('redirect-nowhere');
    expect(status).toBe(307);
    expect(head).not.toMatch(/location/i);
  });

  const refusals = { unauthorized: 401, forbidden: 403, 'not-found': 404, unprocessable: 422 };
  for (const [name, code] of Object.entries(refusals)) {
    fault(name, async () => {
      const { status, body } = await suffer(name);
      expect(status).toBe(code);
      expect(JSON.parse(body)).toMatchObject({ code, status: 'error', data: {} });
    });
  }

  const retryAfter = {
    'rate-limit': /retry-after: 30\r\n/,
    'rate-limit-date': /retry-after: \w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT/,
    'rate-limit-day': /retry-after: 86400\r\n/,
    'rate-limit-negative': /retry-after: -5\r\n/,
    'rate-limit-garbage': /retry-after: soon\r\n/,
    'rate-limit-past': /retry-after: \w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT/,
    'rate-limit-silent': /^(?![\s\S]*retry-after)/i,
  };
  for (const [name, pattern] of Object.entries(retryAfter)) {
    fault(name, async () => {
      const { status, head } = await suffer(name);
      expect(status).toBe(429);
      expect(head).toMatch(pattern);
      const date = Date.parse(/retry-after: (\w{3}, .*)/.exec(head)?.[1] ?? '');
      if (name === 'rate-limit-date') expect(date).toBeGreaterThan(Date.now());
      if (name === 'rate-limit-past') expect(date).toBeLessThan(Date.now());
    });
  }

  for (const status of [500, 502, 503, 504]) {
    fault(`error-${status}`, async () => {
      const heard = await suffer(`error-${status}`);
      expect(heard.status).toBe(status);
      expect(heard.head).toContain('content-type: text/html');
    });
  }
  fault('flapping', async () => {
    const statuses = [(await suffer('flapping')).status];
    for (let again = 0; again < 3; again++) statuses.push((await ask()).status);
    expect(statuses).toEqual([500, 200, 500, 200]);
  });

  const envelopes: Record<string, (envelope: Record<string, unknown>) => void> = {
    'envelope-401': (envelope) => expect(envelope).toMatchObject({ code: 401, status: 'error' }),
    'envelope-429': (envelope) => expect(envelope).toMatchObject({ code: 429, status: 'error' }),
    'envelope-500': (envelope) => expect(envelope).toMatchObject({ code: 500, status: 'error' }),
    'code-string': (envelope) => expect(envelope).toEqual({ ...JSON.parse(good), code: '200' }),
    'code-missing': ({ code, ...rest }) =>
      expect({ code, rest: { ...rest, code: 200 } }).toEqual({ rest: JSON.parse(good) }),
    'status-false': (envelope) => expect(envelope).toEqual({ ...JSON.parse(good), status: 'false' }),
    'status-missing': (envelope) => expect({ ...envelope, status: 'success' }).toEqual(JSON.parse(good)),
    'message-list': (envelope) =>
      expect(envelope).toEqual({ ...JSON.parse(good), message: ['Request', 'completed'] }),
    'envelope-null': (envelope) => expect(envelope).toBeNull(),
    'envelope-list': (envelope) => expect(envelope).toEqual([]),
    'envelope-bare': (envelope) => expect(envelope).toEqual({ code: 200, status: 'success' }),
  };
  for (const [name, check] of Object.entries(envelopes)) {
    fault(name, async () => {
      const { status, body } = await suffer(name);
      expect(status).toBe(200);
      expect(body).not.toBe(good);
      check(JSON.parse(body));
    });
  }
  fault('error-says-200', async () => {
    expect(await suffer('error-says-200')).toMatchObject({ status: 500, body: good });
  });
  fault('date-skew', async () => {
    const { head } = await suffer('date-skew');
    const [, date] = /^date: (.*)$/im.exec(head) ?? [];
    expect(Math.abs(Date.parse(date!) - Date.now() - 3_600_000)).toBeLessThan(10_000);
    expect(head.match(/^date:/gim)).toHaveLength(1);
  });
  fault('status', async () => expect((await suffer('status', { value: '409' })).status).toBe(409));
});

describe('the amounts', () => {
  const every = {
    'long-decimals': '12345678901234567.89',
    'thirty-digits': '123456789012345678901234567890',
    exponent: '1e3',
    'negative-exponent': '1E-2',
    'negative-zero': '-0',
    negative: '-12.5',
    'trailing-zeros': '1250.500',
    'double-residue': '1.4210854715202004e-14',
    amount: '0.30000000000000004',
  };
  for (const [name, json] of Object.entries(every)) {
    fault(name, async () => {
      const { body } = await suffer(name);
      expect(body.split(`"available_balance":${json},`)).toHaveLength(1 + walletsIn(good).length);
    });
  }
  const first = {
    'huge-exponent': '1e400',
    'absurd-exponent': '1e999999999',
    'string-amount': '"12.50"',
    'grouped-string-amount': '"1,250.00"',
    'empty-string-amount': '""',
    'nan-string-amount': '"NaN"',
    'null-amount': 'null',
    'boolean-amount': 'true',
    'list-amount': '[]',
    'object-amount': '{}',
    'nan-literal': 'NaN',
    'infinity-literal': '-Infinity',
  };
  for (const [name, json] of Object.entries(first)) {
    fault(name, async () => {
      const { body } = await suffer(name);
      expect(body.indexOf(`"available_balance":${json},`)).toBe(good.indexOf('"available_balance"'));
      expect(body.replace(/"available_balance":[^,]*(?:,250\.00")?,/, '')).toBe(
        good.replace(/"available_balance":[^,]*,/, ''),
      );
    });
  }
  fault('missing-amount', async () => {
    expect((await suffer('missing-amount')).body).toBe(good.replace(/"available_balance":[^,]*,/, ''));
  });
  fault('duplicate-key', async () => {
    const { body } = await suffer('duplicate-key');
    expect(body).toBe(good.replace('}', ',"available_balance":1}'));
  });
  fault('duplicate-key-escaped', async () => {
    const { body } = await suffer('duplicate-key-escaped');
    expect(body).toBe(good.replace('}', ',"available\\u005fbalance":1}'));
    expect(walletsIn(body)[0]).toHaveProperty('available_balance', 1);
  });
});

describe('the records', () => {
  fault('duplicate-wallet', async () => {
    const wallets = walletsIn((await suffer('duplicate-wallet')).body);
    expect(wallets).toEqual([...walletsIn(good), walletsIn(good)[0]]);
  });
  fault('duplicate-wallet-differs', async () => {
    const wallets = walletsIn((await suffer('duplicate-wallet-differs')).body);
    expect(wallets).toEqual([...walletsIn(good), { ...walletsIn(good)[0], available_balance: 1 }]);
  });
  fault('case-twins', async () => {
    const wallets = walletsIn((await suffer('case-twins')).body);
    expect(wallets.at(-1)).toEqual({ ...walletsIn(good)[0], currency: 'ugx', available_balance: 1 });
  });
  fault('vanished', async () => {
    expect(walletsIn((await suffer('vanished')).body)).toEqual(walletsIn(good).slice(0, -1));
    expect(walletsIn((await suffer('vanished', { value: '0' })).body)).toEqual(walletsIn(good).slice(1));
  });
  const datas = {
    'no-wallets': { merchant_wallets: [] },
    'wallets-null': { merchant_wallets: null },
    'wallets-object': { merchant_wallets: {} },
    'wallets-missing': {},
    'data-null': null,
    'wallets-of-nothing': { merchant_wallets: [null, 1, 'x', []] },
  };
  for (const [name, data] of Object.entries(datas)) {
    fault(name, async () =>
      expect(JSON.parse((await suffer(name)).body)).toEqual({ ...JSON.parse(good), data }),
    );
  }
  fault('data-list', async () => {
    expect(JSON.parse((await suffer('data-list')).body).data).toEqual(walletsIn(good));
  });
  const types = {
    'new-wallet-type': 'MERCHANT_ESCROW',
    'long-wallet-type': 'X'.repeat(10_000),
    'emoji-wallet-type': '💸💸',
    'injecting-wallet-type': '"}\nevil 1',
    'proto-wallet-type': '__proto__',
    'constructor-wallet-type': 'constructor',
    'comma-wallet-type': '1,b:2',
    'markup-wallet-type': '<script>alert(1)</script>',
    'ansi-wallet-type': '\u001b[31m\r\n{"level":60}',
    'number-wallet-type': 7,
    'nul-wallet-type': 'A\u0000B',
    'surrogate-wallet-type': 'A\ud800B',
  };
  for (const [name, type] of Object.entries(types)) {
    fault(name, async () => {
      const wallets = walletsIn((await suffer(name)).body);
      expect(wallets.slice(0, -1)).toEqual(walletsIn(good));
      expect(wallets.at(-1)).toMatchObject({ currency: 'UGX', wallet_type: type, available_balance: 1 });
    });
  }
  fault('odd-currencies', async () => {
    const { body } = await suffer('odd-currencies');
    const more = walletsIn(body).slice(walletsIn(good).length);
    expect(more.map(({ currency }) => currency)).toEqual(['JPY', 'KWD', 'XOF', 'BTC', 'USDT', 'XXX', 'US$']);
    expect(body).toContain('"available_balance":0.00000001');
  });
  fault('many-wallets', async () => {
    expect(walletsIn((await suffer('many-wallets')).body)).toHaveLength(50_000);
    expect(walletsIn((await suffer('many-wallets', { value: '501' })).body)).toHaveLength(501);
  });
  fault('deep-nesting', async () => {
    const { body } = await suffer('deep-nesting');
    expect(body).toContain(`"data":{"merchant_wallets":${'['.repeat(200_000)}${']'.repeat(200_000)}}`);
  });
  fault('extra-fields', async () => {
    const { trace_id, data, ...envelope } = JSON.parse((await suffer('extra-fields')).body);
    expect(trace_id).toBe('t-1');
    expect(envelope).toEqual({ code: 200, status: 'success', message: 'Request completed successfully.' });
    expect(data.page).toBe(1);
    const [wallet] = data.merchant_wallets;
    expect(wallet).toEqual({ ...walletsIn(good)[0], wallet_id: 'w-1', limits: { a: [1] } });
  });
  fault('prototype-keys', async () => {
    const { body } = await suffer('prototype-keys');
    const odd = ',"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}';
    expect(body.split(odd)).toHaveLength(1 + walletsIn(good).length);
    expect(body.replaceAll(odd, '}')).toBe(good);
  });

  const options: Record<string, Record<string, unknown>> = {
    'hostile-names': { provider_name: '<img src=x onerror=alert(1)>' },
    'long-codes': { provider_code: 'C'.repeat(1_024) },
    'negative-limit': { max_amount: -1 },
    'reversed-limits': { min_amount: 999_999_999_999 },
    'odd-prefixes': { option_prefixes: ['7', '0772', '', null, 77] },
    'active-string': { is_active: 'true' },
  };
  for (const [name, odd] of Object.entries(options)) {
    fault(name, async () => {
      const honest = JSON.parse((await ask(OPTIONS)).body).data.payment_providers as object[];
      const told = JSON.parse((await suffer(name, { path: OPTIONS })).body).data.payment_providers;
      expect(told).toEqual(honest.map((option) => ({ ...option, ...odd })));
    });
  }
  test('the faults of amounts and records trouble payment options too', async () => {
    const told = JSON.parse((await suffer('negative', { path: OPTIONS })).body).data.payment_providers;
    expect(told[0].min_amount).toBe(-12.5);
    expect(JSON.parse((await suffer('no-wallets', { path: OPTIONS })).body).data).toEqual({
      payment_providers: [],
    });
  });
});

test('a fault that is not of the status leaves it as in a good answer', () => {
  const ofStatus =
    /^(?:redirect-|error-|rate-limit|(?:unauthorized|forbidden|not-found|unprocessable|no-content|flapping|status)$)/;
  const others = [...statuses].filter(([name, status]) => status !== 200 && !ofStatus.test(name));
  const unread = { reset: 0, close: 0, hang: 0, 'early-hints': 103, 'not-http': 0 };
  expect(Object.fromEntries(others)).toEqual(unread);
});

test('every fault there is has been shown to produce what it claims', () => {
  expect([...FAULTS.keys()].filter((name) => !shown.has(name))).toEqual([]);
});

test('a kept connection takes many faults in turn without a listener left behind', async () => {
  const warnings: Error[] = [];
  const warn = (warning: Error) => void warnings.push(warning);
  process.on('warning', warn);
  const pool = new Client(sandbox.address);
  const headers = { 'public-key': 'pk-sandbox-acme-ug', 'secret-key': 'sk-sandbox-acme-ug' };
  for (const name of Array.from({ length: 30 }, (_, index) => ['empty', 'slow', 'html'][index % 3]!)) {
    sandbox.faults.on('acme-ug', name, { value: '1' });
    const { statusCode, body } = await pool.request({ path: BALANCES, method: 'GET', headers });
    await body.dump();
    expect(statusCode).toBe(200);
  }
  await pool.close();
  process.off('warning', warn);
  expect(warnings).toEqual([]);
});

describe('switches', () => {
  test('trouble one merchant and leave the others alone', async () => {
    sandbox.faults.on('acme-ke', 'empty');
    expect((await ask()).body).toBe(good);
    sandbox.faults.off('acme-ke');
  });

  test('trouble all by a star; the own fault of a merchant goes before', async () => {
    sandbox.faults.on('*', 'empty');
    expect((await ask()).body).toBe('');
    sandbox.faults.on('acme-ug', 'no-content');
    expect((await ask()).status).toBe(204);
    sandbox.faults.off('*');
    sandbox.faults.off('acme-ug');
    expect((await ask()).body).toBe(good);
  });

  test('may trouble one operation only', async () => {
    sandbox.faults.on('acme-ug', 'empty', { operation: 'options' });
    expect((await ask()).body).toBe(good);
    expect((await ask(OPTIONS)).body).toBe('');
  });

  test('go off by themselves when their time is up', () => {
    let now = 1_000;
    const switches = createFaultSwitches(() => now);
    switches.on('acme-ug', 'hang', { forMs: 500 });
    expect(switches.take('acme-ug', 'balances')?.fault.name).toBe('hang');
    now = 1_499;
    expect(switches.list()).toMatchObject([{ name: 'hang', until: 1_500, times: 1 }]);
    now = 1_500;
    expect(switches.take('acme-ug', 'balances')).toBeUndefined();
    expect(switches.list()).toEqual([]);
  });

  test('know no fault by a wrong name', () => {
    expect(() => sandbox.faults.on('acme-ug', 'plague')).toThrow('no fault is called "plague"');
  });
});

test.each([
  ['status', '1000'],
  ['redirect-301', 'http://elsewhere.invalid/\r\nx: y'],
])('%s with a value that no answer can have: the connection is closed', async (name, value) => {
  expect(await suffer(name, { value, patience: 1_000 })).toMatchObject({ end: 'closed' });
});
