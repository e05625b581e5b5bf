import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command } from '../support/command.ts';
import { ledgerOf, observation, recentSlot, wallet } from '../support/ledger.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';

const SECRETS = 'base_url: https://pay.example.com, public_key: pk-123456, secret_key: sk-123456';
let db: TestDatabase;

beforeAll(async () => {
  db = await testDatabase();
  const slot = recentSlot();
  await ledgerOf(db.pool).complete([
    observation(slot, { account: 'acme-ug' }),
    observation(slot, { account: 'unread', wallets: [wallet(null)] }),
    observation(slot, { account: 'awaiting' }),
  ]);
});
afterAll(() => db[Symbol.asyncDispose]());

const check = async (...accounts: readonly string[]) => {
  const yaml = `  - {name: unread, ${SECRETS}}\n  - {name: awaiting, ${SECRETS}, expect: [UGX/MERCHANT_PAYOUT, UGX/SERVICE_PAYMENTS]}\n`;
  return (await command(['balances', ...accounts, '--check'], { url: db.url, yaml })).code;
};

describe('floatwatch balances --check', () => {
  test('exits with 0 when all is known', async () => {
    expect(await check('acme-ug')).toBe(0);
  });

  test.for([
    ['an account that was never read', 'acme-ke'],
    ['an expected wallet that was never named', 'awaiting'],
    ['an amount that could not be read', 'unread'],
  ])('exits with 1 for %s, beside others that are known', async ([, account]) => {
    expect(await check('acme-ug', account!)).toBe(1);
  });
});
