// That a top-up was asked for, told by the API: only where it is allowed, and only by a user who has shown a password.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashSync } from 'bcryptjs';
import { request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWeb } from './start.ts';

const PATH = '/api/v1/plan/requested';
const GOOD = { wallet: 'acme/UGX/MERCHANT_PAYOUT', amount: '5000000.50' };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'floatwatch-web-requested-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function start(answer: () => Promise<string | undefined> = async () => undefined, users = true) {
  const configFile = join(folder, 'users.yml');
  writeFileSync(configFile, users ? `basic_auth_users:\n  alice: ${hashSync('right', 4)}\n` : '{}\n');
  const asked: unknown[] = [];
  const requestTopUp = (...what: unknown[]) => {
    asked.push(what);
    return answer();
  };
  const web = await startWeb({}, { configFile }, { requestTopUp });
  const post = async (body: unknown, headers: Readonly<Record<string, string>> = {}) => {
    const authorization = `Basic ${Buffer.from('alice:right').toString('base64')}`;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const reply = await request(`${web.url}${PATH}`, {
      method: 'POST',
      body: text,
      headers: { authorization, 'content-type': 'application/json', ...headers },
    });
    return { statusCode: reply.statusCode, text: await reply.body.text() };
  };
  return { web, asked, post };
}

test('it is kept with the name of who told it', async () => {
  const { web, asked, post } = await start();
  await using _ = web;
  expect(await post(GOOD)).toEqual({ statusCode: 201, text: '{"requested":"5000000.50"}' });
  const wallet = { account: 'acme', currency: 'UGX', walletType: 'MERCHANT_PAYOUT' };
  expect(asked).toEqual([[wallet, { amount: '5000000.50', by: 'api alice' }]]);
});

test.each([
  ['no JSON', '{'],
  ['nothing', ''],
  ['no object', 'null'],
  ['a number, which has been through floating point', { ...GOOD, amount: 5_000_000 }],
  ['nothing to send', { ...GOOD, amount: '0' }],
  ['a debt', { ...GOOD, amount: '-5' }],
  ['no amount', { ...GOOD, amount: 'all' }],
  ['no wallet', { ...GOOD, wallet: 'acme' }],
])('%s is refused', async (_name, body) => {
  const { web, asked, post } = await start();
  await using _ = web;
  const { statusCode, text } = await post(body);
  expect(statusCode).toBe(400);
  expect(text).toContain('the body must be');
  expect(asked).toEqual([]);
});

test('nobody may without a password, nor where nobody has one, nor another site', async () => {
  const { web, asked, post } = await start();
  await using _ = web;
  expect((await post(GOOD, { authorization: 'Basic eDp5' })).statusCode).toBe(401);
  expect((await post(GOOD, { origin: 'http://evil.example.com' })).statusCode).toBe(403);
  const open = await start(undefined, false);
  await using __ = open.web;
  expect((await open.post(GOOD)).statusCode).toBe(403);
  expect([...asked, ...open.asked]).toEqual([]);
});

test('a wallet that is not known, and a database that is away, are told', async () => {
  const unknown = await start(async () => 'there is no wallet acme/UGX/X');
  await using _ = unknown.web;
  expect(await unknown.post(GOOD)).toEqual({
    statusCode: 400,
    text: '{"error":"there is no wallet acme/UGX/X"}',
  });
  const away = await start(async () => {
    throw new Error('away');
  });
  await using __ = away.web;
  expect((await away.post(GOOD)).statusCode).toBe(503);
});

test('where it is not allowed there is no such path', async () => {
  await using web = await startWeb();
  expect((await request(`${web.url}${PATH}`, { method: 'POST', body: '{}' })).statusCode).toBe(405);
});

test('the description of the API has it, where it is allowed', async () => {
  const { web } = await start();
  await using _ = web;
  const paths = async (url: string) => {
    const headers = { authorization: `Basic ${Buffer.from('alice:right').toString('base64')}` };
    const { body } = await request(`${url}/api/openapi.json`, { headers });
    return ((await body.json()) as { paths: Readonly<Record<string, object>> }).paths;
  };
  expect(Object.keys((await paths(web.url))[PATH] ?? {})).toEqual(['post']);
  await using without = await startWeb();
  expect(await paths(without.url)).not.toHaveProperty([PATH]);
});
