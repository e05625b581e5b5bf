import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSimulatedClock } from '../../src/sandbox/clock.ts';
import { MERCHANTS } from '../../src/sandbox/merchants.ts';
import { createScenario } from '../../src/sandbox/scenario.ts';
import { createSandbox, type SandboxRequest } from '../../src/sandbox/server.ts';

const NOON = Date.UTC(2026, 10, 20, 9);
const scenario = createScenario({ seed: 'test', merchants: MERCHANTS });
const clock = createSimulatedClock({ wall: () => NOON });
const seen: SandboxRequest[] = [];
const sandbox = createSandbox({ scenario, clock, onRequest: (one) => seen.push(one) });
beforeAll(() => sandbox.start());
afterAll(() => sandbox.stop());

const KEYS = { 'public-key': 'pk-sandbox-acme-ug', 'secret-key': 'sk-sandbox-acme-ug' };

async function get(path: string, headers: Record<string, string> = KEYS, method: 'GET' | 'POST' = 'GET') {
  const { statusCode, headers: got, body } = await request(`${sandbox.address}${path}`, { headers, method });
  const text = await body.text();
  return { status: statusCode, type: got['content-type'], text, json: JSON.parse(text) };
}

describe('GET /data/wallet-balances', () => {
  test("answers the account's wallets in the document's envelope, amounts as JSON numbers digit by digit", async () => {
    const { status, type, text, json } = await get('/data/wallet-balances');
    expect(status).toBe(200);
    expect(type).toBe('application/json; charset=utf-8');
    expect(json).toMatchObject({ code: 200, status: 'success', message: 'Request completed successfully.' });
    const told = scenario.at('acme-ug', NOON);
    expect(json.data.merchant_wallets).toHaveLength(told.length);
    for (const wallet of told) {
      expect(text).toContain(
        `{"currency":"${wallet.currency}","wallet_type":"${wallet.walletType}","available_balance":${wallet.available},` +
          `"actual_balance":${wallet.actual},"uncleared_balance":${wallet.uncleared},"reserve_balance":${wallet.reserve}}`,
      );
    }
  });

  test('holds all three wallet types', async () => {
    const { json } = await get('/data/wallet-balances?currency=UGX');
    const types = json.data.merchant_wallets.map((wallet: { wallet_type: string }) => wallet.wallet_type);
    expect(types).toEqual(['MERCHANT_COLLECTION', 'MERCHANT_PAYOUT', 'SERVICE_PAYMENTS']);
  });

  test('answers an empty list when no wallet has the currency', async () => {
    const { status, text } = await get('/data/wallet-balances?currency=JPY');
    expect(status).toBe(200);
    expect(text).toContain('"data":{"merchant_wallets":[]}');
  });

  test.each([
    ['no keys', {}, 401, 'Unauthorized API access. Unknown Merchant'],
    [
      'an unknown public key',
      { ...KEYS, 'public-key': 'pk' },
      401,
      'Unauthorized API access. Unknown Merchant',
    ],
    [
      "another merchant's secret",
      { ...KEYS, 'secret-key': 'sk-sandbox-acme-ke' },
      401,
      'Unauthorized API access. Invalid secret key',
    ],
    ['another version', { ...KEYS, 'x-api-version': '2' }, 400, 'Unsupported API version 2'],
  ])('refuses %s in an envelope', async (_, headers, status, message) => {
    const answer = await get('/data/wallet-balances', headers as Record<string, string>);
    expect(answer.status).toBe(status);
    expect(answer.text).toBe(`{"code":${status},"status":"error","message":"${message}","data":{}}`);
  });

  test('refuses a parameter that the document does not name', async () => {
    expect(await get('/data/wallet-balances?page=2')).toMatchObject({
      status: 400,
      json: { message: 'property page should not exist' },
    });
  });
});

describe('GET /data/payment-providers', () => {
  test('needs the public key only, compares the filters without case, answers the capitalised type', async () => {
    const { 'public-key': key } = KEYS;
    const path = '/data/payment-providers?currency=ugx&transaction_type=COLLECTION';
    const { status, json } = await get(path, { 'public-key': key });
    expect(status).toBe(200);
    const [first] = json.data.payment_providers;
    expect(Object.keys(first)).toEqual([
      'provider_name',
      'provider_code',
      'transaction_method',
      'transaction_method_name',
      'transaction_type',
      'transaction_currency',
      'min_amount',
      'max_amount',
      'max_daily_amount',
      'is_active',
      'option_prefixes',
    ]);
    expect(first).toMatchObject({ transaction_type: 'Collection', transaction_currency: 'UGX' });
    for (const prefix of first.option_prefixes) expect(prefix).toMatch(/^\d{2}$/);
  });

  test('offers cards where cards are taken', async () => {
    const { json } = await get('/data/payment-providers?currency=USD&transaction_type=COLLECTION');
    const methods = json.data.payment_providers.map(
      (one: { transaction_method: string }) => one.transaction_method,
    );
    expect(methods).toContain('MOBILE_MONEY');
    expect(methods).toContain('CARD');
  });

  test('refuses to answer without the filters', async () => {
    expect(await get('/data/payment-providers?currency=UGX')).toMatchObject({
      status: 400,
      json: { message: 'transaction_type should not be empty' },
    });
  });
});

test('anything else is a 404 in an envelope', async () => {
  expect(await get('/v1/wallet-balances')).toMatchObject({
    status: 404,
    json: { code: 404, status: 'error' },
  });
  expect(await get('/data/wallet-balances', KEYS, 'POST')).toMatchObject({ status: 404 });
});

test('each request is told to whoever listens', async () => {
  seen.length = 0;
  await get('/data/wallet-balances');
  await get('/data/wallet-balances', {});
  expect(seen).toMatchObject([
    { merchant: 'acme-ug', operation: 'balances', fault: null },
    { merchant: null, operation: 'balances', fault: null },
  ]);
});

test('a port that is taken is said to be, that of the control door too', async () => {
  const { host } = new URL(sandbox.address);
  for (const taken of [{ listen: host }, { control: host }]) {
    await using second = createSandbox({ scenario, ...taken });
    await expect(second.start()).rejects.toThrow(`can't listen on ${host}: another process listens there`);
  }
});
