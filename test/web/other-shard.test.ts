// What a shard answers about an account of another shard: one sentence, although the database knows the account.
import { request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeApi } from '../../src/web/api/openapi.ts';
import { accountElsewhere } from '../../src/web/views/question.ts';
import { PAST_EPISODE, sourcesOfDesk } from './desk.ts';
import type { Web } from './start.ts';
import { startWithPast } from './with-past.ts';

const SAID = 'before is an account of shard 0 of 2.';
const otherShard = (account: string) => (account === 'before' ? SAID : undefined);
let web: Web;
beforeAll(async () => {
  web = await startWithPast({ otherShard });
});
afterAll(() => web[Symbol.asyncDispose]());

async function ask(path: string, accept = '*/*') {
  const { statusCode, body } = await request(`${web.url}${path}`, { headers: { accept } });
  return { status: statusCode, text: await body.text() };
}

test.each([
  ['/accounts/before', 404, `<p>${SAID}</p>`],
  ['/wallets/before/UGX/MERCHANT_PAYOUT', 404, `<p>${SAID}</p>`],
  ['/at?account=before', 400, SAID],
  ['/plan?account=before', 400, SAID],
  ['/statement?account=before', 400, SAID],
  ['/statement?account=acme&account=before', 400, SAID],
  ['/options?account=before', 400, SAID],
  ['/?account=before', 200, `<p class="mistake">${SAID}`],
  ['/alerts?account=before', 200, `<p class="mistake">${SAID}`],
])('the page %s is answered with %i and the sentence', async (path, status, said) => {
  const answer = await ask(path, 'text/html');
  expect(answer.status).toBe(status);
  expect(answer.text).toContain(said);
  expect(answer.text).toContain('<main');
  expect(answer.text).not.toContain('did you mean');
  expect(answer.text).not.toContain(PAST_EPISODE.episode.slice(0, 16));
});

test('so is every route of the API that takes an account', async () => {
  const { paths } = describeApi(sourcesOfDesk(() => web.house) as never) as {
    paths: Record<string, { get?: { parameters: { name: string }[]; responses: object } }>;
  };
  const routes = Object.entries(paths).flatMap(([path, { get }]) =>
    get?.parameters.some(({ name }) => name === 'account') ? [{ path, ...get }] : [],
  );
  expect(routes.length).toBeGreaterThan(4);
  for (const { path, parameters, responses } of routes) {
    const wallet = ['account=before', 'currency=UGX', 'wallet_type=MERCHANT_PAYOUT'];
    const taken = wallet.filter((each) => parameters.some(({ name }) => each.startsWith(`${name}=`)));
    const { status, text } = await ask(`${path}?${taken.join('&')}`);
    expect([path, status, JSON.parse(text)]).toEqual([path, '404' in responses ? 404 : 400, { error: SAID }]);
  }
});

test('whoever is no browser reads the sentence as a line', async () => {
  expect(await ask('/accounts/before')).toEqual({ status: 404, text: `${SAID}\n` });
  expect(await ask('/wallets/before/UGX/MERCHANT_PAYOUT')).toEqual({ status: 404, text: `${SAID}\n` });
  expect(await ask('/accounts/nobody')).toEqual({ status: 404, text: 'There is nothing here.\n' });
});

test('the first such account of a question is named; without shards there is none', () => {
  expect(accountElsewhere({ account: ['acme', 'before'] }, { otherShard })).toBe(SAID);
  expect(accountElsewhere({ account: 'acme' }, { otherShard })).toBeUndefined();
  expect(accountElsewhere({}, { otherShard })).toBeUndefined();
  expect(accountElsewhere({ account: 'before' }, {})).toBeUndefined();
});
