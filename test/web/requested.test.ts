// That a top-up was asked for, told by the API: only where it is allowed, and only by a user who has shown a password.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashSync } from 'bcryptjs';
import { request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { amountOf } from '../../src/domain/money.ts';
import { createTopUpLog } from '../../src/store/plans/top-up-requests.ts';
import { createPool } from '../../src/store/postgres/pool.ts';
import { testDatabase } from '../support/postgres.ts';
import { createTcpProxy } from '../support/tcp-proxy.ts';
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

test('whatever byte of the database’s answer is the last to come, nobody is told what is not so', async () => {
  await using db = await testDatabase();
  const url = new URL(db.url);
  await using proxy = await createTcpProxy({ port: Number(url.port) });
  url.port = String(proxy.port);
  const wallet = { account: 'acme', currency: 'UGX', walletType: 'MERCHANT_PAYOUT' };
  const { web, post } = await start(async () => {
    await using pool = createPool({ url: url.href, max: 1 });
    const log = createTopUpLog(pool, '"floatwatch"');
    await log.add({ ...wallet, amount: amountOf('5'), by: 'api alice', at: null });
    return undefined;
  });
  await using _ = web;
  const outcomes = new Set<string>();
  let status = 0;
  for (let after = 400; status !== 201; after += 15) {
    proxy.inject({ down: { kind: 'cut', after } });
    const { statusCode, text } = await post(GOOD);
    const kept = await db.pool.query('DELETE FROM floatwatch.top_up_request RETURNING 1 AS one');
    outcomes.add(`${kept.length} ${text}`);
    status = statusCode;
  }
  const notKnown =
    '{"error":"the database is away: whether this was kept is not known, so see what is on its way before you say it again"}';
  expect(outcomes).toEqual(
    new Set([`0 ${notKnown}`, `1 ${notKnown}`, `1 ${JSON.stringify({ requested: GOOD.amount })}`]),
  );
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
