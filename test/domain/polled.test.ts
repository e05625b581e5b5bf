// Finished polls, and the options and wallets that they bring: what may be believed, and which records are about what.
import { expect, test } from 'vitest';
import { amountOf } from '../../src/domain/money.ts';
import { OUTCOMES, showsBalances, succeeded } from '../../src/domain/observation.ts';
import { aboutOption, paymentOptionKey } from '../../src/domain/payment-option.ts';
import { isBalances, recordCount } from '../../src/domain/poll-result.ts';
import {
  balanceDifference,
  balanceOf,
  couldBe,
  UNKNOWN_BALANCE,
  type WalletBalance,
  walletPath,
} from '../../src/domain/wallet.ts';
import { option, optionPoll } from '../support/options.ts';
import { payout, polled } from '../support/watching.ts';

const blind: WalletBalance = { ...payout('1'), available: null };

test('of all outcomes only these two bring what may be believed', () => {
  expect(OUTCOMES.filter(succeeded)).toEqual(['ok', 'partial']);
});

test.each([
  ['ok', [], true],
  ['ok', [blind], true],
  ['partial', [], false],
  ['partial', [blind], false],
  ['partial', [blind, payout('0')], true],
  ['deadline', [payout('5')], false],
] as const)('whether a poll that is %s with %j shows balances: %s', (outcome, wallets, shows) => {
  expect(showsBalances({ outcome, wallets })).toBe(shows);
});

test('a poll is one of balances or one of payment options, and has as many records as it read', () => {
  const balances = polled(0, [payout('5'), payout('6', 'MERCHANT_COLLECTION')]);
  const options = optionPoll(0, [option(), option({ currency: 'KES' }), option({ providerCode: 'AIR' })]);
  expect([isBalances(balances), recordCount(balances)]).toEqual([true, 2]);
  expect([isBalances(options), recordCount(options)]).toEqual([false, 3]);
});

test('an option is named by four parts', () => {
  expect(paymentOptionKey(option())).toBe('UGX/PAYOUT/MOBILE_MONEY/MANGO_UG');
});

test.each([
  ['no record', [], false],
  ['one that names it', [option()], true],
  ['one of another currency', [option({ currency: 'KES' })], false],
  ['one of another type', [option({ transactionType: 'COLLECTION' })], false],
  ['one of another method', [option({ transactionMethod: 'BANK' })], false],
  ['one of another provider', [option({ providerCode: 'AIR' })], false],
  ['one without its provider', [option({ providerCode: '' })], true],
  ['one without its currency', [option({ currency: '' })], true],
  ['one without its type', [option({ transactionType: '' })], true],
  ['one without its method', [option({ transactionMethod: '' })], true],
  ['one without its provider, of another currency', [option({ providerCode: '', currency: 'KES' })], false],
  [
    'one without any part',
    [option({ providerCode: '', currency: '', transactionType: '', transactionMethod: '' })],
    true,
  ],
  ['one of another, and one that names it', [option({ currency: 'KES' }), option()], true],
])('whether an option is meant by %s: %s', (_, records, is) => {
  expect(aboutOption(records)(option())).toBe(is);
});

test.each([
  ['UGX', 'MERCHANT_PAYOUT', true],
  ['', 'MERCHANT_PAYOUT', true],
  ['UGX', '', true],
  ['', '', true],
  ['KES', 'MERCHANT_PAYOUT', false],
  ['UGX', 'MERCHANT_COLLECTION', false],
  ['', 'MERCHANT_COLLECTION', false],
  ['KES', '', false],
])('whether a record of %j and %j could be about a payout wallet of UGX: %s', (currency, walletType, is) => {
  expect(couldBe({ currency, walletType }, { currency: 'UGX', walletType: 'MERCHANT_PAYOUT' })).toBe(is);
});

test('the path of a wallet’s page is safe whatever its names', () => {
  const names = { account: 'acme/ug', currency: 'U X', walletType: 'PAY?#é' };
  expect(walletPath(names)).toBe('/wallets/acme%2Fug/U%20X/PAY%3F%23%C3%A9');
});

test('only the four amounts of a wallet are its balance', () => {
  const { available, actual, uncleared, reserve } = payout('5');
  expect(balanceOf(payout('5'))).toEqual({ available, actual, uncleared, reserve });
  expect(UNKNOWN_BALANCE).toEqual({ available: null, actual: null, uncleared: null, reserve: null });
});

test('the difference of a balance is what is not explained; without one of its amounts it is not known', () => {
  const balance = {
    ...{ available: amountOf('70'), actual: amountOf('100.50') },
    ...{ uncleared: amountOf('20'), reserve: amountOf('10') },
  };
  expect(balanceDifference(balance)).toBe('0.5');
  for (const field of ['available', 'actual', 'uncleared', 'reserve'])
    expect(balanceDifference({ ...balance, [field]: null }), field).toBeNull();
});
