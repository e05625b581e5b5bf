// What the API answers, field by field, kept in golden/; and how far its questions may go.
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOON } from '../metrics/house.ts';
import { startFull } from './desk.ts';
import type { Web } from './start.ts';

const WALLET = 'account=acme&currency=UGX&wallet_type=MERCHANT_PAYOUT';
let web: Web;

beforeAll(async () => {
  web = await startFull();
  web.house.clock.advance(1_900); // so that what is a second old, and not yet two, is told of
});
afterAll(() => web[Symbol.asyncDispose]());

test.for([
  ['balances', '/api/v1/balances'],
  ['accounts', '/api/v1/accounts'],
  ['alerts', '/api/v1/alerts'],
  ['plan', '/api/v1/plan'],
  ['plan-csv', '/api/v1/plan?format=csv'],
  ['options', '/api/v1/options'],
  ['history', `/api/v1/balances/history?${WALLET}&limit=2`],
  ['at', '/api/v1/at'],
  ['statement', '/api/v1/statement'],
  ['statement-csv', '/api/v1/statement?format=csv'],
] as const)('%s', async ([name, path]) => {
  const { headers, body } = await request(`${web.url}${path}`);
  const text = await body.text();
  const isJson = headers['content-type'] === 'application/json; charset=utf-8';
  const names = ['content-type', 'content-disposition', 'cache-control'].filter((each) => headers[each]);
  const told = isJson ? `${JSON.stringify(JSON.parse(text), null, 2)}\n` : text.replaceAll('\r\n', '\n');
  await expect(`${names.map((each) => `${each}: ${headers[each]}\n`).join('')}\n${told}`).toMatchFileSnapshot(
    `golden/api-${name}.txt`,
  );
});

describe('how far a question may go', () => {
  const DAY = 86_400_000;
  const from = (ms: number) => `${WALLET}&to=${iso(NOON)}&from=${iso(NOON - ms)}`;
  const iso = (at: number) => new Date(at).toISOString();
  test.for([
    ['snapshots of 32 days', `balances/history?step=raw&${from(32 * DAY)}`],
    ['hours of five years', `balances/history?step=hour&${from(5 * 366 * DAY)}`],
    ['days of more than that', `balances/history?step=day&${from(6 * 366 * DAY)}`],
    ['what suits a long range', `balances/history?${from(6 * 366 * DAY)}`],
    ['50,000 points', `balances/history?limit=50000&${WALLET}`],
    ['10,000 lines', 'statement?limit=10000'],
    ['one line', 'statement?limit=1'],
  ] as const)('%s', async ([, question]) => {
    expect((await request(`${web.url}/api/v1/${question}`)).statusCode).toBe(200);
  });

  test.for([
    [`balances/history?step=raw&${from(32 * DAY + 1)}`, 'step=raw goes back at most 32 days at once.'],
    [`balances/history?step=hour&${from(5 * 366 * DAY + 1)}`, 'step=hour goes back at most 5 years at once.'],
    [`balances/history?step=week&${WALLET}`, 'step is raw, hour or day.'],
    [`balances/history?${from(0)}`, 'from is before to, and to is now where it isn’t given.'],
    [`balances/history?limit=50001&${WALLET}`, 'limit is a number from 1 to 50000.'],
    ['balances/history?account=acme&currency=UGX', 'account, currency and wallet_type are needed.'],
    ['balances/history?account=acme&wallet_type=A', 'account, currency and wallet_type are needed.'],
    ['balances/history?currency=UGX&wallet_type=A', 'account, currency and wallet_type are needed.'],
    ['statement?limit=10001', 'limit is a number from 1 to 10000.'],
    ['statement?limit=0', 'limit is a number from 1 to 10000.'],
    ['statement?format=xml', 'format is csv or json.'],
    ['plan?format=xml', 'format is csv or json.'],
  ] as const)('%s: %s', async ([question, error]) => {
    const { statusCode, body } = await request(`${web.url}/api/v1/${question}`);
    expect(await body.json()).toEqual({ error });
    expect(statusCode).toBe(400);
  });
});
