import { expect, test } from 'vitest';
import { command } from '../support/command.ts';
import { testDatabase } from '../support/postgres.ts';

test.each([
  [['acme-ug/UGX/MERCHANT_PAYOUT'], '--requested takes a wallet and an amount'],
  [['acme-ug/UGX/MERCHANT_PAYOUT', '5', '6'], '--requested takes a wallet and an amount'],
  [['acme-ug/UGX/MERCHANT_PAYOUT', '0'], 'the amount must be above 0'],
  [['acme-ug/UGX/MERCHANT_PAYOUT', '-5'], 'the amount must be above 0'],
  [
    ['acme-ug/UGX/MERCHANT_PAYOUT', '5,000,000'],
    'the amount must be a number without commas, such as 5000000',
  ],
  [['nobody/UGX/MERCHANT_PAYOUT', '5'], 'no account is called nobody; there are acme-ug, acme-ke'],
])('what is noted as requested must make sense: %s', async (asked, message) => {
  const { code, stderr } = await command(['plan', '--requested', ...asked], {
    url: 'postgres://nowhere.invalid/x',
  });
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});

test('without a wallet that could be planned for there is a sentence, not a table of titles', async () => {
  await using db = await testDatabase();
  const { code, stdout } = await command(['plan'], { url: db.url });
  expect(code).toBe(0);
  expect(stdout).toBe('There is nothing to plan yet: no wallet is known that money goes out from.\n');
  expect((await command(['plan', '--json'], { url: db.url })).stdout).toBe('[]\n');
});

test('a wallet that is expected and was never seen has no plan, and an account without wallets is named', async () => {
  await using db = await testDatabase();
  const yaml =
    '  - {name: zeta, base_url: https://pay.example.com, public_key: p, secret_key: s, timezone: Africa/Kampala, expect: [UGX/MERCHANT_PAYOUT, UGX/MERCHANT_COLLECTION]}\n';
  const { stdout, stderr } = await command(['plan'], { url: db.url, yaml });
  expect(stdout).toMatch(/^zeta +UGX\/MERCHANT_PAYOUT +\? +no plan: its balance is not known$/m);
  expect(stderr).toBe('floatwatch: no wallet was seen yet of acme-ug, acme-ke\n');
  expect(JSON.parse((await command(['plan', '--json'], { url: db.url, yaml })).stdout)).toEqual([
    {
      ...{ account: 'zeta', currency: 'UGX', wallet_type: 'MERCHANT_PAYOUT', timezone: 'Africa/Kampala' },
      unplanned: 'balance_unknown',
    },
  ]);
});
