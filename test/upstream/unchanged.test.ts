import { expect, test } from 'vitest';
import { amountOf } from '../../src/domain/money.ts';
import { UNKNOWN_BALANCE, type WalletBalance } from '../../src/domain/wallet.ts';
import { createUnchanged } from '../../src/upstream/records/unchanged.ts';

function wallet(currency: string, available: string, more: Partial<WalletBalance> = {}): WalletBalance {
  const balance = { ...UNKNOWN_BALANCE, available: amountOf(available) };
  return { currency, walletType: 'MERCHANT_PAYOUT', exposable: true, ...balance, ...more };
}

test('a wallet that says the same is the same object, one that differs in anything is itself', () => {
  const unchanged = createUnchanged<WalletBalance>();
  const first = unchanged([wallet('UGX', '1.50'), wallet('KES', '7'), wallet('TZS', '3')]);
  const told = [
    wallet('UGX', '1.50'),
    wallet('KES', '7', { reserve: amountOf('0') }),
    wallet('TZS', '3.0'), // the digits are another text
  ];
  const second = unchanged(told);
  expect(second).toEqual(told);
  expect(second.map((each, i) => each === first[i])).toEqual([true, false, false]);
});

test('what a poll without wallets, of another account or in another order tells is left as it is', () => {
  const [unchanged, ofAnother] = [createUnchanged<WalletBalance>(), createUnchanged<WalletBalance>()];
  const first = unchanged([wallet('UGX', '1.50'), wallet('KES', '7')]);
  expect(unchanged([])).toEqual([]);
  expect(ofAnother([wallet('UGX', '1.50')])[0]).not.toBe(first[0]);
  const turned = [wallet('KES', '7'), wallet('UGX', '1.50')];
  expect(unchanged(turned)).toEqual(turned);
});

test('records with lists are never the same object', () => {
  const unchanged = createUnchanged<{ readonly prefixes: readonly string[] }>();
  unchanged([{ prefixes: ['25677'] }]);
  const told = { prefixes: ['25677'] };
  expect(unchanged([told])[0]).toBe(told);
});
