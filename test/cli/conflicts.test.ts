import { expect, test } from 'vitest';
import { command } from '../support/command.ts';

test.each([
  'balances --watch --json',
  'balances --watch --check',
  'history --csv --json',
  'history --csv --chart',
  'history --json --chart',
  'plan --csv --json',
  'plan --backtest --csv',
  'plan --backtest --date 2030-01-01',
  'plan --backtest --requested acme-ug/UGX/MERCHANT_PAYOUT 5',
  'plan --requested acme-ug/UGX/MERCHANT_PAYOUT 5 --json',
  'plan --requested acme-ug/UGX/MERCHANT_PAYOUT 5 --csv',
  'plan --requested acme-ug/UGX/MERCHANT_PAYOUT 5 --cover 7d',
  'plan --requested acme-ug/UGX/MERCHANT_PAYOUT 5 --date 2030-01-01',
  'plan --requested acme-ug/UGX/MERCHANT_PAYOUT 5 --confidence 0.9',
  'schema --markdown --command balances',
  'simulate --csv history.csv --since 7d',
  'simulate --csv history.csv --until 1d',
  'statement --csv --json',
])('floatwatch %s is refused: one of the flags would be passed over', async (line) => {
  const { code, stderr, stdout } = await command(line.split(' '), { url: 'postgres://nowhere.invalid/none' });
  expect(stderr).toContain('cannot be used with');
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
});
