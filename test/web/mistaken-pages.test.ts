// Pages that are asked about what isn't there say so, by the API's sentence. What was there once is shown.
import { request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Web } from './start.ts';
import { startWithPast } from './with-past.ts';

let web: Web;
let away: Web;
beforeAll(async () => {
  web = await startWithPast();
  const gone = async (): Promise<never> => {
    throw new Error('away');
  };
  away = await startWithPast({
    at: gone,
    optionChanges: gone,
    async *statement() {
      yield await gone();
    },
  });
});
afterAll(async () => {
  await web[Symbol.asyncDispose]();
  await away[Symbol.asyncDispose]();
});

async function ask(of: Web, path: string): Promise<{ readonly status: number; readonly text: string }> {
  const { statusCode, body } = await request(`${of.url}${path}`, { headers: { accept: 'text/html' } });
  return { status: statusCode, text: await body.text() };
}

const LONG_AGO = 'from=2020-01-01&to=2020-01-02';

test.each([
  ['/accounts/nobody', 404, 'There is nothing here'],
  ['/wallets/nobody/UGX/MERCHANT_PAYOUT', 404, 'There is nothing here'],
  ['/wallets/acme/UGX/NOTHING', 404, 'There is nothing here'],
  ['/at?account=acme-uk', 400, 'No account is called acme-uk; did you mean acme?'],
  ['/plan?account=nobody', 400, 'No account is called nobody; there are acme, zeta.'],
  ['/plan?account=acme&wallet_type=MERCHANT_PAYOT', 400, 'did you mean MERCHANT_PAYOUT?'],
  ['/statement?account=nobody', 400, 'No account is called nobody; there are acme, zeta.'],
  ['/statement?account=acme&account=nobody', 400, 'No account is called nobody; there are acme, zeta.'],
  ['/statement?currency=ZZZ', 400, 'No wallet has the currency ZZZ; there are UGX, KES, USD.'],
  [`/options?account=other&${LONG_AGO}`, 400, 'No account is called other; there are acme, zeta, acme-ug.'],
  [`/options?currency=XXX&${LONG_AGO}`, 400, 'No payment option has the currency XXX; there are UGX.'],
])('%s is answered with %i', async (path, status, said) => {
  const answer = await ask(web, path);
  expect(answer.status).toBe(status);
  expect(answer.text).toContain(said);
  expect(answer.text).toContain('<main');
});

test.each([
  '/at?account=before', // no longer configured
  '/statement?account=before',
  '/statement?account=acme&account=before',
  '/options?account=before',
  '/alerts?account=before',
  '/statement?account=zeta', // which has no wallet yet
  '/plan?account=zeta',
  '/plan?currency=XXX', // zeta may have it
])('%s is shown', async (path) => {
  expect((await ask(web, path)).status).toBe(200);
});

test.each([
  '/at?account=before',
  '/at?account=nobody',
  '/statement?account=before',
  '/statement?account=nobody&currency=ZZZ',
  '/options?account=before',
])('while the past can’t be read, nobody knows whether it has %s: that is said', async (path) => {
  const { status, text } = await ask(away, path);
  expect(status).toBe(200);
  expect(text).toMatch(/can’t be read|database is away|doesn’t answer/i);
});
