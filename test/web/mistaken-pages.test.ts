// Pages that are asked about what isn't there say so, by the API's sentence. What was there once is shown.
import { request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PAST_EPISODE } from './desk.ts';
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
    episodes: gone,
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

// What is asked for there is a filter of what is known: it finds nothing, as a selector of Prometheus does, and the page says why.
test.each([
  ['/?account=nobody', 'No account is called nobody; there are acme, zeta.'],
  ['/?account=acme-uk&state=fine', 'No account is called acme-uk; did you mean acme?'],
  ['/?account=acme&currency=ZZZ', 'No wallet has the currency ZZZ; there are UGX, KES, USD.'],
  [
    '/?account=acme&type=MERCHANT_PAYOT',
    'No wallet has the type MERCHANT_PAYOT; did you mean MERCHANT_PAYOUT?',
  ],
  ['/alerts?account=nobody', 'No account is called nobody; there are acme, zeta.'],
  ['/alerts?rule=OptionOf', 'No rule or built-in alert is called OptionOf; did you mean OptionOff?'],
  [
    '/alerts?rule=BalanceUnknow',
    'No rule or built-in alert is called BalanceUnknow; did you mean BalanceUnknown?',
  ],
  ['/?state=firng', 'No state is called firng; did you mean firing?'],
  ['/?account=acme&state=bad', 'No state is called bad; there are firing, unknown, pending, fine.'],
])('%s finds nothing, and says why', async (path, said) => {
  const { status, text } = await ask(web, path);
  expect(status).toBe(200);
  expect(text).toContain(`<p class="mistake">${said}`);
});

test('a state that doesn’t exist is a choice of the form, as nothing else is found', async () => {
  const { text } = await ask(web, '/?state=firng');
  expect(text).toContain('<option value="firng" selected>firng</option>');
  expect(text).toContain('No wallet is like that.');
  expect(text).not.toContain('href="/wallets/');
});

// How to show it is no filter: all is shown, in the usual way, and the page says that there is no other such way.
test.each([
  ['/?order=nam', 'No order is called nam; did you mean name?', 'href="/wallets/acme/UGX/MERCHANT_PAYOUT"'],
  ['/?order=x', 'No order is called x; there are urgency, share, lasts, name, amount.', 'the worst first'],
  ['/plan?view=table', 'No view is called table; there are cards, list.', 'As a list'],
  [
    '/wallets/acme/UGX/MERCHANT_PAYOUT?zone=Kampala',
    'No time zone is called Kampala; these times are in Africa/Kampala.',
    'UTC+03:00',
  ],
  [
    '/accounts/acme?zone=Nowhere',
    'No time zone is called Nowhere; these times are in Africa/Kampala.',
    'UTC+03:00',
  ],
  [
    `/alerts/${PAST_EPISODE.episode.slice(0, 16)}?zone=Nowhere`,
    'No time zone is called Nowhere; these times are in Africa/Kampala.',
    'UTC+03:00',
  ],
])('%s is shown as usual, and says that there is no such', async (path, said, shown) => {
  const { status, text } = await ask(web, path);
  expect(status).toBe(200);
  expect(text).toContain(`<p class="mistake">${said}`);
  expect(text).toContain(shown);
});

test.each([
  '/?state=firing',
  '/?state=fine&order=amount',
  '/plan?view=list',
  '/plan?view=cards',
  '/accounts/acme?zone=Africa/Nairobi',
  '/?account=acme&q=nothing',
  '/?account=zeta', // which has no wallet yet
  '/?currency=ZZZ', // zeta may have it
  '/?account=acme&currency=USD&type=MERCHANT_PAYOUT', // each of them is there
  '/alerts?account=before', // no longer configured
  '/alerts?account=zeta',
  '/alerts?rule=PayoutFloatLow', // no longer configured
  '/alerts?rule=BalanceUnknown',
  '/alerts?rule=OptionOff&from=2026-11-20',
])('%s names nothing that isn’t there', async (path) => {
  const { status, text } = await ask(web, path);
  expect(status).toBe(200);
  expect(text).not.toContain('class="mistake"');
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
  '/alerts?account=nobody',
])('while the past can’t be read, nobody knows whether it has %s: that is said', async (path) => {
  const { status, text } = await ask(away, path);
  expect(status).toBe(200);
  expect(text).toMatch(/can’t be read|database is away|doesn’t answer/i);
});
