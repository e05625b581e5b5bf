import { describe, expect, test } from 'vitest';
import { createOptionSource } from '../../src/upstream/client.ts';
import { createOrigins } from '../../src/upstream/origins.ts';
import { backoff } from '../../src/upstream/retry.ts';
import { answering, clientOf, envelope, KEYS, serveHttp, WALLET } from './service.ts';

describe('an account that is asked once per currency', () => {
  type Say = readonly [status: number, wallets: (currency: string) => unknown[]];
  const good: Say = [200, (currency) => [{ ...WALLET, currency }]];
  const holed: Say = [
    200,
    (currency) => [
      { ...WALLET, currency, actual_balance: null },
      { currency, wallet_type: 'SERVICE_PAYMENTS' },
    ],
  ];
  const failing: Say = [503, () => []];

  test.each<[string, Say, Say, string, string[], string[], number]>([
    ['all well', good, good, 'ok', ['UGX', 'KES'], [], 2],
    ['the first in part', holed, good, 'partial', ['UGX', 'KES'], ['UGX'], 2],
    ['the second in part', good, holed, 'partial', ['UGX', 'KES'], ['KES'], 2],
    ['both in part', holed, holed, 'partial', ['UGX', 'KES'], ['UGX', 'KES'], 2],
    ['the first not at all: the other is not asked', failing, good, 'upstream_5xx', [], [], 2],
    ['the second not at all: the first does not pass for both', good, failing, 'upstream_5xx', [], [], 3],
  ])('%s', async (_, first, second, outcome, wallets, unreadable, requests) => {
    await using service = await serveHttp((request, response) => {
      const currency = new URL(request.url ?? '', service.url).searchParams.get('currency') ?? '';
      const [status, list] = currency === 'UGX' ? first : second;
      response.writeHead(status, { 'content-type': 'application/json' }).end(envelope(list(currency)));
    });
    using client = clientOf(service.url, { currencies: ['UGX', 'KES'], retries: 1 });
    const probe = await client.probe();
    expect(probe).toMatchObject({ reading: { outcome }, requests });
    expect(probe.reading.wallets.map((wallet) => wallet.currency)).toEqual(wallets);
    expect(probe.reading.unreadable.map((wallet) => wallet.currency)).toEqual(unreadable);
    expect(probe.reading.detail === null).toBe(outcome === 'ok');
    expect(service.hits).toBe(requests);
  });
});

describe('payment options', () => {
  test.each([
    [[], [], ['']],
    [['UGX'], [], ['?currency=UGX']],
    [[], ['PAYOUT'], ['?transaction_type=PAYOUT']],
    [
      ['UGX', 'KES'],
      ['COLLECTION', 'PAYOUT'],
      [
        '?currency=UGX&transaction_type=COLLECTION',
        '?currency=UGX&transaction_type=PAYOUT',
        '?currency=KES&transaction_type=COLLECTION',
        '?currency=KES&transaction_type=PAYOUT',
      ],
    ],
  ])('of currencies %j and types %j are asked one by one', async (currencies, transactionTypes, queries) => {
    const seen: string[] = [];
    await using service = await serveHttp((request, response) => {
      seen.push(request.url ?? '');
      response
        .setHeader('content-type', 'application/json')
        .end(envelope(null, { data: { payment_providers: [] } }));
    });
    const origins = createOrigins({ concurrency: 1 });
    const source = createOptionSource({
      baseUrl: service.url,
      allowInsecureHttp: false,
      publicKey: () => KEYS.publicKey,
      secretKey: null,
      deadlineMs: 2_000,
      retries: 0,
      userAgent: 'floatwatch/test',
      clock: { now: Date.now, monotonic: () => performance.now() },
      random: () => 0,
      scrub: (text) => text.toUpperCase(),
      onDrift() {},
      origins,
      currencies,
      transactionTypes,
    });
    const asking = { notAfter: Date.now() + 60_000, signal: new AbortController().signal };
    expect(await source.read(asking)).toMatchObject({ outcome: 'ok', options: [] });
    origins.close();
    expect(seen).toEqual(queries.map((query) => `/data/payment-providers${query}`));
  });
});

describe('asking again', () => {
  test('the pause doubles with each time, and is less than a minute', () => {
    expect([0, 1, 2, 10].map((retry) => backoff(retry, () => 0.5))).toEqual([500, 1_000, 2_000, 30_000]);
    expect(backoff(3, () => 0)).toBe(0);
  });

  test('begins with the shortest pause', async () => {
    await using service = await answering('', { status: 503 });
    using client = clientOf(service.url, { deadlineMs: 600, retries: 2, random: () => 0.1 });
    expect(await client.probe()).toMatchObject({ reading: { outcome: 'upstream_5xx' }, requests: 3 });
  });

  test('not when the next slot is due just then', async () => {
    await using service = await answering('', { status: 429, headers: { 'retry-after': '1' } });
    const clock = { now: () => 1_000_000, monotonic: () => performance.now() };
    using client = clientOf(service.url, { deadlineMs: 5_000, retries: 2, clock });
    expect(await client.read(1_001_000)).toMatchObject({ outcome: 'rate_limited' });
    expect(service.hits).toBe(1);
  });

  test('a poll that was stopped before it began made no request', async () => {
    await using service = await answering();
    using client = clientOf(service.url);
    expect(await client.probe(AbortSignal.abort())).toEqual({
      reading: expect.objectContaining({ outcome: 'aborted', wallets: [], unreadable: [] }),
      evidence: null,
      requests: 0,
    });
  });
});

describe('X1 a service that gives our keys for names of wallets does not get them stored', () => {
  const keys = { publicKey: 'pk-"canary"', secretKey: 'sk-\\canary' };
  const options = { publicKey: () => keys.publicKey, secretKey: () => keys.secretKey };
  const scrub = (text: string) =>
    Object.values(keys)
      .flatMap((key) => [JSON.stringify(key).slice(1, -1), key])
      .reduce((clean, key) => clean.replaceAll(key, '[secret]'), text);

  test.each(Object.values(keys).flatMap((key) => [key, `WALLET of ${key}!`]))('%s', async (name) => {
    await using service = await answering(envelope([WALLET, { ...WALLET, wallet_type: name }]));
    using client = clientOf(service.url, { ...options, scrub });
    const { wallets } = await client.read();
    expect(wallets.map((wallet) => wallet.walletType)).toEqual(['MERCHANT_PAYOUT', scrub(name)]);
  });

  test('an answer without them is read as it came', async () => {
    await using service = await answering();
    const scrubbed: string[] = [];
    using client = clientOf(service.url, {
      ...options,
      scrub: (text) => {
        scrubbed.push(text);
        return text;
      },
    });
    expect(await client.read()).toMatchObject({ outcome: 'ok', detail: null });
    expect(scrubbed).toEqual([]);
  });
});
