// When Postgres is asked for the names of wallets: once for each wallet, and again after a reset.
import { expect, test } from 'vitest';
import { createWalletNames } from '../../../src/store/ledger/wallet-names.ts';
import type { Schema } from '../../../src/store/postgres/connection.ts';
import type { Queryable } from '../../../src/store/postgres/pool.ts';

const name = (wallet_type: string) => ({ currency: 'UGX', wallet_type, exposable: true });
const ROWS = [
  { account_id: 1, wallet_id: 1, ...name('A') },
  { account_id: 1, wallet_id: 2, ...name('B') },
  { account_id: 2, wallet_id: 1, ...name('C') },
];

function names() {
  const asked: unknown[] = [];
  const db = {
    async query(_: string, values: readonly [string, string]) {
      asked.push(values);
      const [accounts, wallets] = values.map((text) => text.slice(1, -1).split(',').map(Number));
      return ROWS.filter(
        ({ account_id, wallet_id }) => accounts!.includes(account_id) && wallets!.includes(wallet_id),
      );
    },
  } as unknown as Queryable;
  return { it: createWalletNames(db, '"floatwatch"' as Schema), asked };
}

const [one, two, other, gone] = [
  { account_id: 1, wallet_id: 1 },
  { account_id: 1, wallet_id: 2 },
  { account_id: 2, wallet_id: 1 },
  { account_id: 2, wallet_id: 9 },
];

test('wallets of one number have the names of their accounts, and one that is gone has none', async () => {
  const { it, asked } = names();
  const nameOf = await it.names([one, two, other, gone]);
  expect([one, two, other, gone].map(nameOf)).toEqual([name('A'), name('B'), name('C'), undefined]);
  expect(asked).toEqual([['{1,2}', '{1,2,9}']]);
});

test('only what is not known is asked for', async () => {
  const { it, asked } = names();
  await it.names([one]);
  const nameOf = await it.names([one, two]);
  expect([one, two].map(nameOf)).toEqual([name('A'), name('B')]);
  await it.names([two, one]);
  await it.names([]);
  expect(asked).toEqual([
    ['{1}', '{1}'],
    ['{1}', '{2}'],
  ]);
});

test('after a reset all is asked for anew; who was told before still knows it', async () => {
  const { it, asked } = names();
  const before = await it.names([one]);
  it.reset();
  expect(before(one)).toEqual(name('A'));
  await it.names([one]);
  expect(asked).toHaveLength(2);
});
