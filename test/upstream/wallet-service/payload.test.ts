import { monitorEventLoopDelay } from 'node:perf_hooks';
import { describe, expect, test } from 'vitest';
import { amountOf, compareAmounts } from '../../../src/domain/money.ts';
import { answering, clientOf, envelope, GOOD, serveHttp, WALLET } from '../service.ts';

/** A good envelope around this JSON text of one wallet's list. */
const around = (list: string) => envelope('LIST').replace('"LIST"', list);
const walletText = (fields: Record<string, string>) => {
  const all = Object.fromEntries(
    Object.entries(WALLET).map(([name, value]) => [name, JSON.stringify(value)]),
  );
  const text = Object.entries({ ...all, ...fields }).map(
    ([name, value]) => `${JSON.stringify(name)}:${value}`,
  );
  return `{${text.join(',')}}`;
};

async function readBody(body: string) {
  await using service = await answering(body);
  using client = clientOf(service.url);
  return { ...(await client.read()), deviations: client.deviations };
}

const readField = (value: string) => readBody(around(`[${walletText({ available_balance: value })}]`));

test.each([
  ['12345678901234567.89', '12345678901234567.89'],
  ['999999999999999999999999999999', '999999999999999999999999999999'],
  ['1e3', '1000'],
  ['1E-2', '0.01'],
  ['-0', '0'],
  ['-12.5', '-12.5'],
])('M1 %s arrives exactly', async (sent, available) => {
  expect(await readField(sent)).toMatchObject({ outcome: 'ok', wallets: [{ available }] });
});

test.each(['1e400', '1e999999999'])('M2 %s is unknown', async (sent) => {
  expect(await readField(sent)).toMatchObject({
    outcome: 'partial',
    wallets: [{ available: null, actual: '40000.5' }],
  });
});

test('M3 a string that holds a number is read and counted', async () => {
  const reading = await readField('"12.50"');
  expect(reading).toMatchObject({
    outcome: 'ok',
    wallets: [{ available: '12.50' }],
    deviations: ['amount_as_string'],
  });
});

test.each(['"1,250.00"', '""', '"NaN"', 'null', 'true', '[]', '{}'])(
  'M3 %s costs that field only',
  async (sent) => {
    const reading = await readField(sent);
    expect(reading).toMatchObject({ outcome: 'partial', wallets: [{ available: null, reserve: '0' }] });
    expect(reading.detail).toContain('unknown');
  },
);

test.each(['NaN', 'Infinity', '-Infinity', '+1', '.5', '0x10', '1_000', '01', "'1'"])(
  'M4 %s is not JSON',
  async (sent) => {
    expect(await readField(sent)).toMatchObject({ outcome: 'not_json', wallets: [] });
  },
);

test.each([
  around(`[{"available_balance":1,${walletText({}).slice(1)}]`),
  around(`[{"available\\u005fbalance":1,${walletText({}).slice(1)}]`),
  GOOD.replace('{', '{"code":401,'),
  GOOD.replace('"data":{', '"data":{"merchant_wallets":[],'),
])('M5 a key told twice is invalid', async (body) => {
  expect(await readBody(body)).toMatchObject({ outcome: 'invalid', wallets: [] });
});

describe('M6 a wallet told twice', () => {
  const other = walletText({ wallet_type: '"SERVICE_PAYMENTS"' });
  test('alike is one', async () => {
    const reading = await readBody(around(`[${walletText({})},${walletText({})}]`));
    expect(reading).toMatchObject({ outcome: 'ok', wallets: [{}], deviations: ['repeated_record'] });
    expect(reading.wallets).toHaveLength(1);
  });
  test.each(['"UGX"', '"ugx"'])('differently (%s) costs that wallet only', async (currency) => {
    const twin = walletText({ currency, reserve_balance: '1' });
    const reading = await readBody(around(`[${walletText({})},${other},${twin}]`));
    expect(reading).toMatchObject({
      outcome: 'partial',
      wallets: [{ walletType: 'SERVICE_PAYMENTS' }],
      unreadable: [{ currency: 'UGX', walletType: 'MERCHANT_PAYOUT', reason: 'duplicate' }],
    });
    expect(reading.detail).toContain('2 of 3');
  });
});

test('M7 a wallet that is not told is not there, until it is told again', async () => {
  const other = { ...WALLET, currency: 'KES' };
  const answers = [[WALLET, other], [other], [WALLET, other]];
  await using service = await serveHttp((_, response) =>
    response.setHeader('content-type', 'application/json').end(envelope(answers[service.hits - 1])),
  );
  using client = clientOf(service.url);
  const seen = [];
  for (const _ of answers) {
    const reading = await client.read();
    expect(reading.outcome).toBe('ok');
    seen.push(reading.wallets.map((wallet) => wallet.currency));
  }
  expect(seen).toEqual([['UGX', 'KES'], ['KES'], ['UGX', 'KES']]);
});

test('M8 an empty list is told as such, for the monitor to judge', async () => {
  expect(await readBody(envelope([]))).toMatchObject({ outcome: 'ok', wallets: [], unreadable: [] });
});

test.each([
  envelope(null),
  envelope({}),
  envelope(undefined, { data: {} }),
  envelope(undefined, { data: null }),
  envelope(undefined, { data: [] }),
  envelope(undefined, { data: [{ currency: 'UGX', balance: 1 }] }),
  '[]',
  '"ok"',
  'null',
  '7',
  '{}',
])('M8 another shape is invalid: %s', async (body) => {
  expect(await readBody(body)).toMatchObject({ outcome: 'invalid', wallets: [] });
});

test.each([
  ['a picture', '💰'],
  ['the end of a metric line', '"}\nevil 1'],
  ['the hash of two labels', '1,b:2'],
  ['10,000 letters', 'x'.repeat(10_000)],
  ['terminal codes', '\u001b[31m'],
  ['the beginning of a log line', '{"level":60}'],
  ['a line separator', 'a\u2028b'],
])('M9 X11 X12 a wallet type that is %s is kept apart, not exposed, and in no sentence', async (_, name) => {
  const bad = { ...WALLET, wallet_type: name };
  const reading = await readBody(
    envelope([WALLET, bad, { ...bad, wallet_type: `${name}!`, available_balance: 'x' }]),
  );
  expect(reading.outcome).toBe('partial');
  expect(reading.wallets.map((wallet) => wallet.exposable)).toEqual([true, false, false]);
  expect(new Set(reading.wallets.map((wallet) => wallet.walletType)).size).toBe(3);
  expect(reading.deviations).toEqual(['label']);
  expect(reading.detail).not.toContain(name.slice(0, 5));
  for (const wallet of reading.wallets) expect(wallet.walletType.length).toBeLessThanOrEqual(128);
});

test('M9 a new wallet type is kept and exposed', async () => {
  const reading = await readBody(envelope([{ ...WALLET, wallet_type: 'MERCHANT_ESCROW' }]));
  expect(reading).toMatchObject({
    outcome: 'ok',
    wallets: [{ walletType: 'MERCHANT_ESCROW', exposable: true }],
  });
});

describe('M10 50,000 wallets stall nobody', { tags: 'timed' }, () => {
  test.each([
    ['of full size', 50_000, WALLET, 'too_large', 0],
    ['of the smallest size', 50_000, {}, 'too_large', 0],
    ['as many as are read', 2_500, WALLET, 'partial', 1],
  ])('%s', async (_, count, wallet, outcome, kept) => {
    await using service = await answering(envelope(Array(count).fill(wallet)));
    using client = clientOf(service.url, { deadlineMs: 5_000 });
    const reading = await client.read(); // warms up the reader, as a running monitor is
    expect(reading).toMatchObject({ outcome });
    expect(reading.wallets).toHaveLength(kept);
    let least = Number.POSITIVE_INFINITY; // what else the machine does only adds to it
    for (let i = 0; i < 10 && least >= 50; i++) {
      const delay = monitorEventLoopDelay({ resolution: 1 });
      delay.enable();
      await client.read();
      delay.disable();
      least = Math.min(least, delay.max / 1e6);
    }
    expect(least).toBeLessThan(50);
  });
});

test('M11 200,000 nested arrays are invalid', async () => {
  const nested = '['.repeat(200_000) + ']'.repeat(200_000);
  expect(await readBody(nested)).toMatchObject({ outcome: 'invalid', wallets: [] });
  expect(await readBody(around(nested))).toMatchObject({ outcome: 'invalid', wallets: [] });
});

test('M12 unknown fields are passed over and counted', async () => {
  const body = envelope([{ ...WALLET, frozen: 1 }], { trace: { id: 'x' } });
  expect(await readBody(body)).toMatchObject({ outcome: 'ok', wallets: [{}], deviations: ['unknown_field'] });
});

test.each([
  ['JPY', '100.25', true],
  ['KWD', '1.125', true],
  ['XOF', '0', true],
  ['BTC', '0.12345678', true],
  ['USDT', '1.000000', true],
  ['XXX', '1', true],
  ['US$', '1', false],
])('M13 %s %s is kept as sent, exposed: %s', async (currency, amount, exposable) => {
  const reading = await readBody(
    around(`[${walletText({ currency: `"${currency}"`, available_balance: amount })}]`),
  );
  expect(reading).toMatchObject({ outcome: 'ok', wallets: [{ currency, available: amount, exposable }] });
});

test('M14 what Postgres can not store as text is not passed on', async () => {
  const names = ['A\\u0000B', '\\ud83d', '\\udc00x'];
  const reading = await readBody(
    around(`[${names.map((name) => walletText({ wallet_type: `"${name}"` }))}]`),
  );
  expect(reading.wallets).toHaveLength(3);
  for (const { walletType, exposable } of reading.wallets) {
    expect(exposable).toBe(false);
    expect(walletType.isWellFormed() && !walletType.includes('\0')).toBe(true);
  }
});

test('M15 amounts compare as decimals: 0.1 and 0.2 make 0.3, and a minor unit below is below', async () => {
  const { wallets } = await readBody(
    around(`[${walletText({ available_balance: '0.30', actual_balance: '0.29' })}]`),
  );
  const [wallet] = wallets;
  expect(compareAmounts(wallet!.available!, amountOf('0.3'))).toBe(0);
  expect(compareAmounts(wallet!.actual!, amountOf('0.3'))).toBe(-1);
});

test('X13 no key of an answer reaches a prototype', async () => {
  const evil = `{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},${walletText({}).slice(1)}`;
  const reading = await readBody(
    around(`[${evil},${walletText({ wallet_type: '"__proto__"' })}]`).replace(
      '{',
      '{"__proto__":{"code":401},',
    ),
  );
  expect(reading).toMatchObject({ outcome: 'ok', deviations: ['unknown_field', 'unknown_wallet_type'] });
  expect(reading.wallets.map((wallet) => wallet.walletType)).toEqual(['MERCHANT_PAYOUT', '__proto__']);
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});
