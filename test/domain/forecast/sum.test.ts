import Big from 'big.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  amountOfEstimate,
  least,
  notNegative,
  roundedDown,
  roundedUp,
} from '../../../src/domain/forecast/sum.ts';
import { amountOf } from '../../../src/domain/money.ts';

const amount = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 24n }), fc.integer({ min: 0, max: 8 }))
  .map(([digits, decimals]) => amountOf(new Big(String(digits)).div(`1${'0'.repeat(decimals)}`).toFixed()));
const step = fc.constantFrom('100000', '1000', '1', '0.01', '250', '0.3').map(amountOf);

test('rounding up is never below, by less than a step, and a whole number of steps', () => {
  fc.assert(
    fc.property(amount, step, (sum, to) => {
      const rounded = new Big(roundedUp(sum, to));
      expect(rounded.gte(sum)).toBe(true);
      expect(rounded.minus(to).lt(sum)).toBe(true);
      expect(rounded.mod(to).eq('0')).toBe(true);
    }),
  );
});

test('rounding down is never above, by less than a step, and a whole number of steps', () => {
  fc.assert(
    fc.property(amount, step, (sum, to) => {
      const rounded = new Big(roundedDown(sum, to));
      expect(rounded.lte(sum)).toBe(true);
      expect(rounded.plus(to).gt(sum)).toBe(true);
      expect(rounded.mod(to).eq('0')).toBe(true);
    }),
  );
});

test('an estimate becomes an amount that is not below it', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1e18, noNaN: true }), (estimate) => {
      expect(new Big(amountOfEstimate(estimate)).gte(String(estimate))).toBe(true);
    }),
  );
  expect(amountOfEstimate(-3)).toBe('0');
  expect(amountOfEstimate(Number.NaN)).toBe('0');
  expect(amountOfEstimate(12.341)).toBe('12.35');
});

test.each([
  ['3', '5', '3'],
  ['5', '3', '3'],
  ['-3', '0', '-3'],
  ['1.0', '1.00', '1.0'],
])('the lesser of %s and %s is %s', (a, b, lesser) => {
  expect(least(amountOf(a), amountOf(b))).toBe(lesser);
});

test.each([
  ['-0.01', '0'],
  ['0', '0'],
  ['0.00', '0'],
  ['0.01', '0.01'],
  ['7', '7'],
])('%s, or nothing where it is less, is %s', (amount, sum) => {
  expect(notNegative(amountOf(amount))).toBe(sum);
});
