// The second operation goes through the same door as the first: the same accidents, the same names.
import { describe, expect, test } from 'vitest';
import { createLogger } from '../../../src/app/log/logger.ts';
import { createOrigins } from '../../../src/upstream/http/origins.ts';
import { createOptionSource } from '../../../src/upstream/wallet-service/client.ts';
import { answering, KEYS, type Service, serveHttp } from '../service.ts';

const OPTION = {
  provider_name: 'Hills Mobile',
  provider_code: 'hills_ug',
  transaction_method: 'MOBILE_MONEY',
  transaction_method_name: 'Mobile money',
  transaction_type: 'Payout',
  transaction_currency: 'UGX',
  min_amount: 500,
  max_amount: 5000000.5,
  max_daily_amount: 20000000,
  is_active: true,
  option_prefixes: ['77', '078', ''],
};
const body = (options: unknown, fields: object = {}) =>
  JSON.stringify({
    code: 200,
    status: 'success',
    message: 'ok',
    data: { payment_providers: options },
    ...fields,
  });

async function read(service: Service, deadlineMs = 15_000) {
  const origins = createOrigins({ concurrency: () => 4 });
  const source = createOptionSource({
    baseUrl: service.url,
    allowInsecureHttp: false,
    jsonMediaTypes: [],
    publicKey: () => KEYS.publicKey,
    secretKey: null,
    deadlineMs,
    retries: 0,
    userAgent: 'floatwatch/test',
    clock: { now: () => Date.now(), monotonic: () => performance.now() },
    random: () => 0,
    scrub: (text) => text,
    onDeviation() {},
    origins,
    currencies: ['UGX'],
    transactionTypes: ['PAYOUT'],
  });
  try {
    return await source.read({ notAfter: Date.now() + 60_000, signal: new AbortController().signal });
  } finally {
    origins.close();
  }
}

describe('an accident has the name that it has for balances', () => {
  test.each([
    ['U10', 'not_json', '<html>log in</html>', { headers: { 'content-type': 'text/html' } }],
    ['U11', 'redirect', '', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }],
    ['U12', 'auth', '{}', { status: 401 }],
    ['U13', 'rate_limited', '{}', { status: 429, headers: { 'retry-after': '86400' } }],
    ['U14', 'upstream_5xx', '<html>', { status: 503, headers: { 'content-type': 'text/html' } }],
    ['U15', 'auth', body([OPTION], { code: 401, status: 'error' }), {}],
    ['U15', 'upstream_5xx', body([OPTION]), { status: 500 }],
    ['U7', 'encoding', body([OPTION]), { headers: { 'content-encoding': 'gzip' } }],
    ['U8', 'too_large', ' '.repeat(2 ** 21), {}],
    ['M8', 'invalid', body(null), {}],
  ] as const)('%s is %s', async (_, outcome, text, answer) => {
    await using service = await answering(text, answer);
    expect(await read(service)).toMatchObject({ outcome, options: [] });
  });

  test('U3 no answer at all is `deadline`, in time', async () => {
    await using service = await serveHttp(() => {});
    expect(await read(service, 300)).toMatchObject({ outcome: 'deadline', options: [] });
  });
});

test('a good answer is read exactly: type raised, prefixes as text and in order', async () => {
  await using service = await answering(body([OPTION]));
  expect(await read(service)).toMatchObject({
    outcome: 'ok',
    options: [
      {
        ...{ currency: 'UGX', transactionType: 'PAYOUT', providerCode: 'hills_ug', active: true },
        ...{ min: '500', max: '5000000.5', maxDaily: '20000000', prefixes: ['77', '078', ''] },
      },
    ],
  });
});

test('X11 hostile names of options stay on one line of the log', async () => {
  const name = 'a\n{"level":60}\u001b[31m<script>';
  await using service = await answering(
    body([{ ...OPTION, provider_name: name, provider_code: 'x'.repeat(1_024) }]),
  );
  const { options } = await read(service);
  expect(options).toHaveLength(1);
  const lines: string[] = [];
  const log = createLogger({
    level: 'info',
    format: 'json',
    scrub: (t) => t,
    write: (line) => lines.push(line),
  });
  log.info({ option: options[0] }, 'read');
  expect(lines.join('').trimEnd().split('\n')).toHaveLength(1);
  expect(lines.join('')).not.toContain('\u001b');
});
