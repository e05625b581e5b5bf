// Commands that only read.
import { expect, test } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { configFolder } from '../support/floatwatch-config.ts';
import { capture } from '../support/io.ts';
import { emptyDatabase } from '../support/postgres.ts';

test.for([
  ['balances'],
  ['plan'],
  ['statement'],
  ['history', 'acme/UGX/MERCHANT_PAYOUT'],
  ['alerts'],
  ['options'],
  ['simulate'],
])('E16 %s leaves a database without our schema as it is, and says what to do', async (args) => {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await emptyDatabase());
  const account = { name: 'acme', base_url: 'http://127.0.0.1:1', public_key: 'p', secret_key: 's' };
  const rule = { name: 'Low', severity: 'warning', wallets: { account: 'acme' }, below: '1' };
  const config = stack.use(
    await configFolder({
      database: { url: database.url },
      accounts: [account],
      alerts: { rules: [rule] },
    }),
  );
  const { io, written } = capture();
  expect(await main([...args, '--config.file', config.file], io)).toBe(1);
  expect(written().stderr).toMatch(/is not up to date.*floatwatch migrate/);
  const [row] = await database.pool.query<{ there: boolean }>(
    `SELECT to_regnamespace('floatwatch') IS NOT NULL AS there`,
  );
  expect(row?.there).toBe(false);
});
