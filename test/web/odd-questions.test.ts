// Questions that nobody means are answered with 400 and a sentence, never with 500.
import { request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startFull } from './desk.ts';
import type { Web } from './start.ts';

const WALLET = 'account=acme&currency=UGX&wallet_type=MERCHANT_PAYOUT';
const cursor = (...parts: readonly string[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');
let web: Web;

beforeAll(async () => {
  web = await startFull();
});
afterAll(() => web[Symbol.asyncDispose]());

test.each([
  '/at?time=0000-01-01T00:00',
  '/at?time=0206-05-04T14:05&zone=Africa/Kampala',
  '/api/v1/at?time=0000-01-01T00:00Z',
  '/statement?from=0000-01-01&to=0000-02-01',
  '/api/v1/statement?from=0206-05-04&to=0206-05-05',
  `/api/v1/statement?after=${cursor('acme', 'UGX\0', 'MERCHANT_PAYOUT', '2026-11-20')}`,
  `/api/v1/balances/history?${WALLET}&range=9000y`,
  `/api/v1/balances/history?${WALLET}&range=285000y`,
  `/api/v1/balances/history?${WALLET}&from=-200000-01-01T00:00Z`,
  `/api/v1/balances/history?${WALLET}&from=2026-01-01&to=%2B200000-01-01T00:00Z`,
  '/options?to=9999-12-31',
  '/alerts?from=0000-01-01',
  '/alerts?from=2026-05-05&to=2026-05-04',
  `/wallets/acme/UGX/MERCHANT_PAYOUT?from=0206-05-04&to=0206-05-05`,
  '/statement?currency=UGX%00',
  '/api/v1/balances?account=%00',
])('%s', async (path) => {
  const { statusCode, body } = await request(`${web.url}${path}`);
  const text = await body.text();
  expect({ statusCode, text }).toMatchObject({ statusCode: 400 });
  expect(text).toMatch(/[a-z]+ [a-z]+/);
});
