// The forms of pages: what is asked for stands in them again, so that it can be changed a little.
import { request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startFull, WALLET_PAGE } from './desk.ts';
import type { Web } from './start.ts';

let web: Web;
beforeAll(async () => {
  web = await startFull();
});
afterAll(() => web[Symbol.asyncDispose]());

/** What a browser would send if the form of a page were sent as it is; of a list all of its values. */
async function fieldsOf(
  path: string,
  url = web.url,
): Promise<Readonly<Record<string, string | readonly string[]>>> {
  const { body } = await request(`${url}${path}`);
  const [form = ''] = /<form class="ask".*?<\/form>/s.exec(await body.text()) ?? [];
  const fields: Record<string, string | string[]> = {};
  for (const [, name = '', value = ''] of form.matchAll(/<input name="([^"]*)"[^>]* value="([^"]*)"/g))
    fields[name] = value;
  for (const [, name = '', choices = ''] of form.matchAll(/<select name="([^"]*)">(.*?)<\/select>/gs))
    fields[name] = /<option value="([^"]*)" selected/.exec(choices)?.[1] ?? '';
  for (const [, name = '', value = '', checked] of form.matchAll(
    /<input type="checkbox" name="([^"]*)" value="([^"]*)"( checked)?/g,
  ))
    fields[name] = [...((fields[name] as string[] | undefined) ?? []), ...(checked ? [value] : [])];
  return fields;
}

test.each([
  ['/', { q: 'payout', currency: 'UGX', type: 'MERCHANT_PAYOUT', state: 'firing', order: 'name' }],
  ['/alerts', { rule: 'PayoutFloatLow', account: 'acme', from: '2026-11-02', to: '2026-11-20' }],
  ['/options', { provider_code: 'PAPAYA_UG', from: '2026-11-02', to: '2026-11-20' }],
  ['/at', { time: '2026-11-21T10:05:00', zone: 'Africa/Kampala', account: 'zeta' }],
  ['/plan', { cover: '14d', confidence: '0.9', account: 'acme', currency: 'KES', date: '' }],
  ['/plan', { cover: '', confidence: '', account: '', currency: '', date: '2026-12-31' }],
  [
    '/statement',
    {
      from: '2026-11-02',
      to: '2026-11-20',
      account: ['acme', 'zeta'],
      currency: ['KES'],
      wallet_type: ['X'],
    },
  ],
])('%s %o', async (path, asked) => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(asked))
    for (const each of [value].flat()) if (each !== '') query.append(name, each);
  expect(await fieldsOf(`${path}?${query}`)).toEqual(asked);
});

test('the plan of one wallet, to which its page leads, is not told as that of all types', async () => {
  const asked = { account: 'acme', currency: 'UGX', wallet_type: 'MERCHANT_PAYOUT' };
  expect(await fieldsOf(`/plan?${new URLSearchParams(asked)}`)).toMatchObject(asked);
});

test.each([
  ['/', { account: 'gone' }],
  ['/', { currency: 'XOF', type: 'GONE' }],
  ['/alerts', { account: 'gone' }],
  ['/plan', { account: 'gone', currency: 'XOF' }],
  ['/at', { account: 'gone', zone: 'Asia/Kathmandu' }],
])(
  '%s %o, of a name that is no longer there: what the answer is limited to is not told as all',
  async (path, asked) => {
    expect(await fieldsOf(`${path}?${new URLSearchParams(asked)}`)).toMatchObject(asked);
  },
);

test('an account is told where there is but one, and the address names another', async () => {
  const only = { account: 'acme', schedule: '* * * * *', timezone: 'UTC', staleAfter: 2 };
  await using renamed = await startFull({ accounts: () => [only] });
  expect(await fieldsOf('/alerts?account=gone', renamed.url)).toMatchObject({ account: 'gone' });
});

test('each field is labelled, and each choice has words and a value of its own', async () => {
  for (const path of ['/', '/alerts', '/options', '/accounts', '/at', '/plan', '/statement', WALLET_PAGE]) {
    const page = await (await request(`${web.url}${path}`)).body.text();
    for (const [, label] of page.matchAll(/<label class="field"><span>(.*?)<\/span>/gs))
      expect(label, path).toMatch(/\S/);
    for (const [, name, choices = ''] of page.matchAll(/<select name="([^"]*)">(.*?)<\/select>/gs)) {
      const all = [...choices.matchAll(/<option value="([^"]*)"[^>]*>(.*?)<\/option>/gs)];
      for (const [, , words] of all) expect(words, `${path} ${name}`).toMatch(/\S/);
      expect(new Set(all.map(([, value]) => value)).size, `${path} ${name}`).toBe(all.length);
    }
  }
});
