import { expect, test } from 'vitest';
import { amountOf } from '../../src/domain/money.ts';
import { UNKNOWN_BALANCE, type WalletBalance } from '../../src/domain/wallet.ts';
import { createUnchanged } from '../../src/monitor/polling/unchanged.ts';

const SLOT = Date.parse('2026-11-02T08:00:00Z');

function wallet(currency: string, available: string, more: Partial<WalletBalance> = {}): WalletBalance {
  const balance = { ...UNKNOWN_BALANCE, available: amountOf(available) };
  return { currency, walletType: 'MERCHANT_PAYOUT', exposable: true, ...balance, ...more };
}

function seen(account: string, wallets: readonly WalletBalance[]) {
  const times = { slot: SLOT, startedAt: SLOT, observedAt: SLOT, durationMs: 0 };
  const fine = { outcome: 'ok', httpStatus: 200, envelopeCode: 200, detail: null, unreadable: [] } as const;
  return { account, ...times, ...fine, wallets };
}

test('a wallet that says the same is the same object, one that differs in anything is itself', () => {
  const unchanged = createUnchanged();
  const first = unchanged(seen('acme', [wallet('UGX', '1.50'), wallet('KES', '7'), wallet('TZS', '3')]));
  const told = [
    wallet('UGX', '1.50'),
    wallet('KES', '7', { reserve: amountOf('0') }),
    wallet('TZS', '3.0'), // the digits are another text
  ];
  const second = unchanged(seen('acme', told));
  expect(second).toEqual(seen('acme', told));
  expect(second.wallets.map((each, i) => each === first.wallets[i])).toEqual([true, false, false]);
});

test('what a poll without wallets, of another account or in another order tells is left as it is', () => {
  const unchanged = createUnchanged();
  const first = unchanged(seen('acme', [wallet('UGX', '1.50'), wallet('KES', '7')]));
  expect(unchanged(seen('acme', []))).toEqual(seen('acme', []));
  const turned = [wallet('KES', '7'), wallet('UGX', '1.50')];
  expect(unchanged(seen('other', [wallet('UGX', '1.50')])).wallets[0]).not.toBe(first.wallets[0]);
  expect(unchanged(seen('acme', turned))).toEqual(seen('acme', turned));
});
