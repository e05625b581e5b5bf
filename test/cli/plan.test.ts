import { expect, test } from 'vitest';
import { command } from '../support/command.ts';
import { testDatabase } from '../support/postgres.ts';

test.each([
  [['acme-ug/UGX/MERCHANT_PAYOUT'], '--requested takes a wallet and an amount'],
  [['acme-ug/UGX/MERCHANT_PAYOUT', '5', '6'], '--requested takes a wallet and an amount'],
  [['acme-ug/UGX/MERCHANT_PAYOUT', '0'], 'the amount must be above 0'],
  [['acme-ug/UGX/MERCHANT_PAYOUT', '-5'], 'the amount must be above 0'],
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
