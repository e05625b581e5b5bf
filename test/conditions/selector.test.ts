import { expect, test } from 'vitest';
import {
  globsMeet,
  isGlob,
  matchesGlob,
  selectsOption,
  selectsWallet,
} from '../../src/conditions/selector.ts';

test.each([
  ['*', '', true],
  ['*', 'acme-ug', true],
  ['acme-*', 'acme-ug', true],
  ['acme-*', 'beta-ug', false],
  ['*-ug', 'acme-ug', true],
  ['a*e-?g', 'acme-ug', true],
  ['a*e-?g', 'acme-g', false],
  ['UGX', 'UGX', true],
  ['UGX', 'UGXX', false],
  ['', '', true],
  ['', 'a', false],
  ['a', '', false],
  ['a**', 'a', true],
  ['a?', 'a', false],
  ['?', '*', true],
  ['a*bc', 'abbc', true],
  ['a*b*c', 'abcbc', true],
  ['ab*bc', 'abc', false],
  ['*b*bc', 'abc', false],
  ['*a', 'ab', false],
  ['(a+)+$', 'aaaa', false],
])('glob %j on %j: %s', (glob, text, matches) => expect(matchesGlob(glob, text)).toBe(matches));

test('X15 a hostile glob takes no exponential time', () => {
  expect(matchesGlob('*a'.repeat(30), `${'a'.repeat(2_000)}b`)).toBe(false);
});

const WALLETS = { account: 'acme-*', currency: 'UGX', walletType: 'MERCHANT_*' };

test.each([
  ['it', 'acme-ug', {}, true],
  ['one of another account', 'beta', {}, false],
  ['one of another currency', 'acme-ug', { currency: 'KES' }, false],
  ['one of another type', 'acme-ug', { walletType: 'SERVICE' }, false],
])('which wallets a rule is about: %s', (_what, account, change, selects) => {
  const wallet = { currency: 'UGX', walletType: 'MERCHANT_PAYOUT', ...change };
  expect(selectsWallet(WALLETS, account, wallet)).toBe(selects);
});

test.each([
  ['it', 'acme-ug', {}, true],
  ['one of another account', 'beta', {}, false],
  ['one of another currency', 'acme-ug', { currency: 'KES' }, false],
  ['one of another type', 'acme-ug', { transactionType: 'COLLECTION' }, false],
  ['one of another provider', 'acme-ug', { providerCode: 'KIWI_UG' }, false],
])('which payment options a rule is about: %s', (_what, account, change, selects) => {
  const selector = { account: 'acme-*', currency: 'UGX', transactionType: 'PAYOUT', providerCode: 'MANGO_*' };
  const option = { currency: 'UGX', transactionType: 'PAYOUT', providerCode: 'MANGO_UG', ...change };
  expect(selectsOption(selector, account, option)).toBe(selects);
});

test.each([
  ['UGX', 'UGX', true],
  ['UGX', 'UG', false],
  ['UG', 'UGX', false],
  ['UGX', 'UGY', false],
  ['U?X', 'UGX', true],
  ['UGX', '??X', true],
  ['UGX', '??Y', false],
  ['?', '', false],
  ['*', '', true],
  ['', '*', true],
  ['*', '?', true],
  ['a*', '*b', true],
  ['a*', 'b*', false],
  ['*a', '*b', false],
  ['a*c', 'abc', true],
  ['a*c', 'abd', false],
  ['abc', 'a*c', true],
  ['abd', 'a*c', false],
  ['a*', 'a', true],
  ['a', 'a*', true],
])('some text matches both %j and %j: %s', (a, b, meet) => {
  expect([globsMeet(a, b), globsMeet(b, a)]).toEqual([meet, meet]);
});

test('X15 two hostile globs take no exponential time either', () => {
  expect(globsMeet(`${'*a'.repeat(60)}b`, `${'a*'.repeat(60)}c`)).toBe(false);
});

test.each([
  ['acme', false],
  ['', false],
  ['acme-*', true],
  ['acme-??', true],
])('%j may match more than itself: %s', (text, is) => expect(isGlob(text)).toBe(is));
