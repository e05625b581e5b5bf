import { describe, expect, test } from 'vitest';
import { createScrubber } from '../../../src/config/scrub.ts';
import { secretOf } from '../../../src/config/secret.ts';
import { backoff } from '../../../src/upstream/http/backoff.ts';
import { createOrigins } from '../../../src/upstream/http/origins.ts';
import { createRest } from '../../../src/upstream/http/rest.ts';
import { createOptionSource } from '../../../src/upstream/wallet-service/client.ts';
import { readOptions } from '../../../src/upstream/wallet-service/payment-options.ts';
import { eventually } from '../../support/eventually.ts';
import { answering, clientOf, envelope, KEYS, opened, serveHttp, WALLET } from '../service.ts';

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
    ['keys refused: the other is not asked', [401, () => []], good, 'auth', [], [], 1],
    ['asked too often: nor is it', [429, () => []], good, 'rate_limited', [], [], 1],
  ])('%s', (_, ...of) => expectPoll(...of));

  test.each<[string, Say, Say, string, string[], string[], number]>([
    ['neither', failing, failing, 'upstream_5xx', [], [], 4],
    [
      'the first fails: the other is read, and it does not pass for both',
      failing,
      good,
      'partial',
      ['KES'],
      ['UGX'],
      3,
    ],
    [
      'the second fails: the first is read, and it does not pass for both',
      good,
      failing,
      'partial',
      ['UGX'],
      ['KES'],
      3,
    ],
    ['one fails, the other has holes', failing, holed, 'partial', ['KES'], ['UGX', 'KES'], 3],
  ])('%s', (_, ...of) => expectPoll(...of));

  async function expectPoll(
    first: Say,
    second: Say,
    outcome: string,
    wallets: string[],
    unreadable: string[],
    requests: number,
  ) {
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
  }

  test('what failed is said, with the currency', async () => {
    await using service = await serveHttp((request, response) => {
      response.setHeader('content-type', 'application/json');
      if (request.url?.endsWith('KES')) response.statusCode = 503;
      response.end(envelope([WALLET]));
    });
    using client = clientOf(service.url, { currencies: ['UGX', 'KES'] });
    expect(await client.read()).toMatchObject({
      outcome: 'partial',
      httpStatus: 503,
      detail: 'KES was not read: The service failed by itself (HTTP 503); nothing is wrong on our side.',
      unreadable: [{ currency: 'KES', walletType: '', reason: 'unanswered' }],
    });
  });

  test('what is not asked because another was told to wait meanwhile does not pass for read', async () => {
    const rest = createRest({ now: Date.now, monotonic: () => performance.now() });
    await using service = await serveHttp((_, response) => {
      rest.begin(60_000, 'rate_limited');
      response.setHeader('content-type', 'application/json');
      response.end(envelope([WALLET]));
    });
    using client = clientOf(service.url, { currencies: ['UGX', 'KES'], rest });
    expect(await client.read()).toMatchObject({
      outcome: 'partial',
      detail: expect.stringContaining('KES was not read: Nothing was sent'),
      unreadable: [{ currency: 'KES', walletType: '', reason: 'unanswered' }],
    });
    expect(service.hits).toBe(1);
  });
});

describe('a poll that makes no request', () => {
  test('for want of a key gives its turn back', async () => {
    await using service = await answering(envelope([WALLET]));
    let key = 'no\nkey';
    using client = clientOf(service.url, { publicKey: () => key, concurrency: 1 });
    expect((await client.probe()).requests).toBe(0);
    expect(service.hits).toBe(0);
    key = KEYS.publicKey;
    expect((await client.probe()).reading.outcome).toBe('ok');
    expect(service.hits).toBe(1);
  });

  test('since it was stopped while in line makes none afterwards, and nobody else loses a turn', async () => {
    let answer = () => {};
    await using service = await serveHttp((_, response) => {
      response.setHeader('content-type', 'application/json');
      answer = () => response.end(envelope([WALLET]));
    });
    using client = clientOf(service.url, { concurrency: 1 });
    const [first, stop] = [client.probe(), new AbortController()];
    const stopped = client.probe(stop.signal);
    const third = client.probe();
    stop.abort();
    expect(await stopped).toMatchObject({ reading: { outcome: 'aborted' }, requests: 0, evidence: null });
    await eventually(() => expect(service.hits).toBe(1));
    answer();
    expect((await first).reading.outcome).toBe('ok');
    await eventually(() => expect(service.hits).toBe(2));
    answer();
    expect((await third).reading.outcome).toBe('ok');
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
    const origins = createOrigins({ concurrency: () => 1 });
    const source = createOptionSource({
      baseUrl: service.url,
      allowInsecureHttp: false,
      jsonMediaTypes: [],
      publicKey: () => KEYS.publicKey,
      secretKey: null,
      deadlineMs: 15_000,
      retries: 0,
      userAgent: 'floatwatch/test',
      clock: { now: Date.now, monotonic: () => performance.now() },
      random: () => 0,
      scrub: (text) => text.toUpperCase(),
      onDeviation() {},
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

describe('D14 asked to wait', () => {
  const limited = (status: number, retryAfter?: string) =>
    serveHttp((_, response) => {
      response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end();
    });

  test.each([
    [429, 'in seconds', '7200', 'rate_limited'],
    [503, 'in seconds', '7200', 'upstream_5xx'],
    [429, 'as a date', new Date(Date.now() + 7_200_000).toUTCString(), 'rate_limited'],
  ])('HTTP %i with Retry-After %s: the next polls send nothing', async (status, _, retryAfter, outcome) => {
    await using service = await limited(status, retryAfter);
    using client = clientOf(service.url, { retries: 2 });
    expect((await client.read()).outcome).toBe(outcome);
    expect(service.hits).toBe(1);
    for (let slot = 0; slot < 2; slot++) {
      const { reading, requests, evidence } = await client.probe();
      expect(reading).toMatchObject({ outcome, httpStatus: null });
      expect(reading.detail).toMatch(/^Nothing was sent: .* wait .*(?:2h|1h59m)/);
      expect({ requests, evidence }).toEqual({ requests: 0, evidence: null });
    }
    expect(service.hits).toBe(1);
  });

  test('until a date: by the clock of the service, which may not be ours', async () => {
    const hourAgo = Date.now() - 3_600_000;
    await using service = await serveHttp((_, response) => {
      const until = new Date(hourAgo + 1_800_000).toUTCString();
      response.writeHead(429, { date: new Date(hourAgo).toUTCString(), 'retry-after': until }).end();
    });
    using client = clientOf(service.url, { retries: 0 });
    await client.read();
    expect((await client.read()).detail).toMatch(/^Nothing was sent: .* wait .*(?:30m|29m)/);
    expect(service.hits).toBe(1);
  });

  test('by the answer about one currency: the others are not asked either', async () => {
    await using service = await limited(503, '600');
    using client = clientOf(service.url, { currencies: ['UGX', 'KES'], retries: 0 });
    expect(await client.probe()).toMatchObject({ reading: { outcome: 'upstream_5xx' }, requests: 1 });
  });

  test.each([429, 200])(
    'HTTP %i that asks for nothing more is not asked again within the poll',
    async (status) => {
      const body = envelope({}, { code: 429, status: 'error' });
      await using service = await answering(body, { status });
      using client = clientOf(service.url, { retries: 2 });
      expect(await client.probe()).toMatchObject({ reading: { outcome: 'rate_limited' }, requests: 1 });
      expect(service.hits).toBe(1);
    },
  );
});

describe('asking again', () => {
  test('the pause doubles with each time, and is less than a minute', () => {
    expect([0, 1, 2, 10].map((retry) => backoff(retry, () => 0.5))).toEqual([500, 1_000, 2_000, 30_000]);
    expect(backoff(3, () => 0)).toBe(0);
  });

  test('begins with the shortest pause', { tags: 'timed' }, async () => {
    await using service = await answering('', { status: 503 });
    using client = clientOf(service.url, { deadlineMs: 2_900, retries: 2, random: () => 0.5 });
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

describe('X1 a service that gives our keys for names does not get them stored', () => {
  const keys = ['pk-"canary"/1f0c', 'sk-\\canary/+77ab'] as const;
  const [publicKey, secretKey] = keys;
  const options = {
    publicKey: () => publicKey,
    secretKey: () => secretKey,
    scrub: createScrubber(keys.map((key) => secretOf(key))),
  };
  /** As PHP and others write JSON. */
  const withSlashes = (json: string) => json.replaceAll('/', '\\/');
  const withCodes = (json: string) =>
    json.replace(/canary/g, (word) => [...word].map((c) => `\\u00${c.charCodeAt(0).toString(16)}`).join(''));

  test.each(
    keys.flatMap((key) => [
      key,
      `WALLET of ${key}!`,
      `${'x'.repeat(100)}${key}`, // where the name is cut
      `${key}${'x'.repeat(300)}`,
      encodeURIComponent(key),
      Buffer.from(key).toString('base64'),
      Buffer.from(key).toString('hex'),
    ]),
  )('%s', async (name) => {
    const body = envelope([{ ...WALLET, wallet_type: name }]);
    for (const written of [body, withSlashes(body), withCodes(body)]) {
      await using service = await answering(written);
      using client = clientOf(service.url, options);
      const { wallets } = await client.read();
      expect(wallets).toHaveLength(1);
      expect(wallets[0]?.walletType).toContain('[secret]');
      expect(wallets[0]?.exposable).toBe(false);
    }
  });

  test('nor as the text of a payment option', async () => {
    const option = {
      ...{ transaction_currency: 'UGX', transaction_type: 'PAYOUT', transaction_method: 'MOBILE_MONEY' },
      ...{ provider_code: `of ${secretKey}`, provider_name: secretKey, option_prefixes: ['77', publicKey] },
      ...{ min_amount: 1, max_amount: 2, max_daily_amount: 3, is_active: true },
    };
    const deviations: string[] = [];
    const data = opened(JSON.stringify({ data: { payment_providers: [option] } }))?.data;
    const read = readOptions(
      data,
      { currency: null, transactionType: null },
      { onDeviation: (deviation) => deviations.push(deviation), scrub: options.scrub },
    );
    expect(read?.records).toMatchObject([
      {
        providerCode: 'of [secret]',
        providerName: '[secret]',
        prefixes: ['77', '[secret]'],
        exposable: false,
      },
    ]);
    expect(deviations).toEqual(['label']);
  });

  test('an amount that happens to hold a key’s digits is an amount', async () => {
    const scrub = createScrubber([secretOf('400005')]);
    await using service = await answering(envelope([{ ...WALLET, actual_balance: 400005 }]));
    using client = clientOf(service.url, { ...options, scrub, secretKey: () => '400005' });
    expect(await client.read()).toMatchObject({
      outcome: 'ok',
      detail: null,
      wallets: [{ actual: '400005' }],
    });
  });
});
