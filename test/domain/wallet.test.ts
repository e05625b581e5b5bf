import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseWalletKey, walletKey } from '../../src/domain/wallet.ts';

test('a wallet’s key is its currency, a slash and its type, whatever was asked before', () => {
  const name = fc.string({ maxLength: 12 });
  fc.assert(
    fc.property(fc.array(fc.tuple(name, name)), (names) => {
      for (const [currency, walletType] of [...names, ...names]) {
        expect(walletKey({ currency, walletType })).toBe(`${currency}/${walletType}`);
      }
    }),
  );
});

test('names without number, as a hostile service would send them, have their keys too', () => {
  for (let i = 0; i < 1_000; i++) {
    expect(walletKey({ currency: `C${i}`, walletType: 'MERCHANT_PAYOUT' })).toBe(`C${i}/MERCHANT_PAYOUT`);
    expect(walletKey({ currency: 'UGX', walletType: `T${i}` })).toBe(`UGX/T${i}`);
  }
});

test.each([
  ['UGX/MERCHANT_PAYOUT', { currency: 'UGX', walletType: 'MERCHANT_PAYOUT' }],
  ['U/P', { currency: 'U', walletType: 'P' }],
  ['UGX/a/b', { currency: 'UGX', walletType: 'a/b' }],
  ['UGX', undefined],
  ['/MERCHANT_PAYOUT', undefined],
  ['UGX/', undefined],
])('%s is read as %j', (text, wallet) => {
  expect(parseWalletKey(text)).toEqual(wallet);
});
