import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firesAtOnce, proposeRules } from '../../src/cli/init/first-rule.ts';
import { type Amount, amountOf, compareAmounts, percentOf } from '../../src/domain/money.ts';
import { wallet } from '../support/ledger.ts';

const payout = (available: string) => wallet(available, { walletType: 'MERCHANT_PAYOUT' });

test.each([
  ['9876543.21', '1900000'],
  ['1000', '200'],
  ['49', '9'],
  ['12', '2'],
  ['3.50', '0.7'],
  ['0', '1'],
  ['-12.50', '1'],
])('of %s the threshold is %s', (available, below) => {
  const [rule] = proposeRules([payout(available)]);
  expect(compareAmounts(rule!.below, amountOf(below))).toBe(0);
});

test.each([
  ['0', true],
  ['0.00', true],
  ['-12.50', true],
  ['0.01', false],
  ['1', false],
  ['9876543.21', false],
])('that of a wallet that holds %s fires at once: %s', (available, fires) => {
  expect(proposeRules([payout(available)]).map(firesAtOnce)).toEqual([fires]);
});

test('of payout wallets where there are any, else of all; never of one that can’t be read', () => {
  const collection = wallet('5000', { walletType: 'MERCHANT_COLLECTION' });
  const unread = { ...payout('1'), available: null };
  expect(proposeRules([collection, payout('5000'), unread]).map(({ name }) => name)).toEqual([
    'PayoutFloatLow',
  ]);
  expect(proposeRules([collection, unread]).map(({ name }) => name)).toEqual(['FloatLow']);
  expect(proposeRules([{ ...payout('1'), exposable: false }])).toEqual([]);
});

test('a proposed threshold never fires at once, and is within a fifth of what is there', () => {
  const digits = fc.bigInt({ min: 1n, max: 10n ** 20n });
  fc.assert(
    fc.property(digits, fc.integer({ min: 0, max: 6 }), (minor, decimals) => {
      const text = String(minor).padStart(decimals + 1, '0');
      const whole = text.slice(0, text.length - decimals);
      const available = amountOf(decimals === 0 ? whole : `${whole}.${text.slice(-decimals)}`);
      const [rule] = proposeRules([payout(available)]);
      const fifth: Amount = percentOf(available, amountOf('20'));
      expect(compareAmounts(rule!.below, available)).toBe(-1);
      expect(compareAmounts(rule!.below, fifth)).toBeLessThanOrEqual(0);
    }),
  );
});
