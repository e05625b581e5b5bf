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

const asked = async (...argv: readonly string[]) => {
  const yaml = `  - {name: unread, ${SECRETS}}\n  - {name: awaiting, ${SECRETS}, expect: [UGX/MERCHANT_PAYOUT, UGX/SERVICE_PAYMENTS]}\n`;
  return await command(['balances', ...argv], { url: db.url, yaml });
};
const check = async (...accounts: readonly string[]) => (await asked(...accounts, '--check')).code;

test('accounts and expected wallets that are in no row are named beside them', async () => {
  const { stdout, stderr } = await asked();
  expect(stdout).not.toContain('acme-ke');
  expect(stderr).toBe('floatwatch: no balance is known of acme-ke, awaiting/UGX/SERVICE_PAYMENTS\n');
});

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
