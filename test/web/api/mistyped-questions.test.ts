// Questions that were typed in a hurry: the API refuses them, as it would answer something else than what was meant.
import { request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Web } from '../start.ts';
import { startWithPast } from '../with-past.ts';

const WALLET = 'account=acme&currency=UGX&wallet_type=MERCHANT_PAYOUT';
const INSTANTS = 'from and to are instants (ISO 8601), range a duration (24h, 7d).';
let web: Web;

beforeAll(async () => {
  web = await startWithPast();
});
afterAll(() => web[Symbol.asyncDispose]());

async function answerTo(path: string): Promise<{ readonly statusCode: number; readonly error: unknown }> {
  const { statusCode, headers, body } = await request(`${web.url}/api/v1/${path}`);
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  return { statusCode, error: ((await body.json()) as { error?: unknown }).error };
}

test.each([
  ['plan?acount=acme', 'acount is no parameter: did you mean account?'],
  ['plan?wallet-type=X', 'wallet-type is no parameter: did you mean wallet_type?'],
  ['statement?curency=UGX', 'curency is no parameter: did you mean currency?'],
  ['options?provider=MTN', 'provider is no parameter: did you mean provider_code?'],
  [`balances/history?${WALLET}&form=2026-11-20`, 'form is no parameter: did you mean from?'],
  ['balances?account=acme', 'account is no parameter here: it takes none'],
  ['accounts?currency=UGX', 'currency is no parameter here: it takes none'],
  ['alerts?from=2026-11-20', 'from is no parameter here: it takes none'],
  ['at?date=2026-11-20', 'date is no parameter here: it takes time, account, zone'],
  ['at?at=2026-11-20T14:05', 'at is no parameter here: it takes time, account, zone'],
  ['alerts?since=7d', 'since is no parameter here: it takes none'],
  [
    'plan?account=acme&account=zeta',
    'account stands here more than once, with different values: it takes one',
  ],
  [
    'statement?from=2026-11-20&from=2026-11-21',
    'from stands here more than once, with different values: it takes one',
  ],
  [
    `balances/history?${WALLET}&account=zeta`,
    'account stands here more than once, with different values: it takes one',
  ],
  [`balances/history?${WALLET}&from=5`, INSTANTS],
  [`balances/history?${WALLET}&from=11/20/2026`, INSTANTS],
  [`balances/history?${WALLET}&from=Nov 20 2026`, INSTANTS],
  [`balances/history?${WALLET}&range=7`, INSTANTS],
  [
    `balances/history?${WALLET}&from=2026-11-20&to=2026-11-19`,
    'from is before to, and to is now where it isn’t given.',
  ],
  ['plan?account=acmee', 'No account is called acmee; did you mean acme?'],
  [
    'options?account=other&from=2020-01-01&to=2020-01-02',
    'No account is called other; there are acme, zeta, acme-ug.',
  ],
  ['at?account=acme-uk', 'No account is called acme-uk; did you mean acme?'],
  ['plan?account=acme&account=', 'account stands here more than once, with different values: it takes one'],
  ['statement?account=nobody', 'No account is called nobody; there are acme, zeta.'],
  ['statement?account=acme&account=nobody', 'No account is called nobody; there are acme, zeta.'],
  ['statement?account=nobody&account=acme&format=csv', 'No account is called nobody; there are acme, zeta.'],
  ['statement?currency=UGX&currency=ZZZ', 'No wallet has the currency ZZZ; there are UGX, KES, USD.'],
  [
    'statement?wallet_type=MERCHANT_COLLECTION&wallet_type=MERCHANT_PAYOT',
    'No wallet has the type MERCHANT_PAYOT; did you mean MERCHANT_PAYOUT?',
  ],
  ['statement?account=acme&currency=KES', 'No wallet of that account, currency and type was ever seen.'],
  ['plan?account=acme&currency=XXX', 'No wallet has the currency XXX; there are UGX, KES, USD.'],
  ['plan?account=acme&currency=UXG', 'No wallet has the currency UXG; did you mean UGX?'],
  ['plan?account=acme&currency=U_g', 'No wallet has the currency U_g; did you mean UGX?'], // a code may be so, if one were
  [
    'plan?account=acme&wallet_type=MERCHANT_PAYOT',
    'No wallet has the type MERCHANT_PAYOT; did you mean MERCHANT_PAYOUT?',
  ],
  [
    'plan?account=acme&wallet_type=OTHER&format=csv',
    'No wallet has the type OTHER; there are MERCHANT_PAYOUT, MERCHANT_COLLECTION, SERVICE_PAYMENTS.',
  ],
  [
    'options?currency=XXX&from=2020-01-01&to=2020-01-02',
    'No payment option has the currency XXX; there are UGX.',
  ],
  [
    'options?provider_code=MTN&from=2020-01-01&to=2020-01-02',
    'No payment option has the provider code MTN; there are MANGO_UG, PAPAYA_UG, CARD_UG.',
  ],
  ['plan?currency=ugx', 'currency ugx: codes are in upper case; did you mean UGX?'],
  ['statement?currency=KES&currency=ugx', 'currency ugx: codes are in upper case; did you mean UGX?'],
])('%s', async (path, error) => {
  expect(await answerTo(path)).toEqual({ statusCode: 400, error });
});

test.each([
  'balances?_=1764500000000', // so that no cache answers
  'plan?_=1732380000', // as clients add it against caches
  'plan?account=acme&account=acme',
  'plan?account=', // as an untouched field of a form
  'statement?account=acme&account=zeta&currency=UGX&currency=KES',
  'at?account=before', // no longer configured
  'statement?account=before',
  'statement?account=before&account=acme',
  'statement?currency=UGX&currency=TZS', // of a wallet that was forgotten
  'statement', // there are no wallets yet
  'statement?account=zeta', // nor are there of this one, which is configured
  `balances/history?${WALLET}&from=2026-11-20T13:00:00%2B0300`,
  'plan?currency=XXX', // zeta has no wallet yet: it may have this currency
  'plan?account=zeta&wallet_type=OTHER',
  'plan?account=acme&currency=KES',
  'options?currency=XXX', // which changed
  'options?account=before', // no longer configured, but something changed
  'options?account=acme&currency=UGX', // whose payment options are not polled
  'options?currency=UGX&provider_code=CARD_UG&from=2020-01-01&to=2020-01-02',
])('%s is understood', async (path) => {
  expect((await answerTo(path)).statusCode).toBe(200);
});
