// What is told of a payment option that isn't as it was.
import { expect, test } from 'vitest';
import { amountOf } from '../../src/domain/money.ts';
import { changesBetween, presence } from '../../src/domain/option-change.ts';
import type { PaymentOption } from '../../src/domain/payment-option.ts';
import { option } from '../support/options.ts';

test.each<[Partial<PaymentOption>, field: string, before: string | null, after: string | null]>([
  [{ active: false }, 'active', 'true', 'false'],
  [{ active: null }, 'active', 'true', null],
  [{ min: amountOf('600') }, 'min_amount', '500', '600'],
  [{ max: amountOf('4000000') }, 'max_amount', '5000000', '4000000'],
  [{ maxDaily: null }, 'max_daily_amount', '20000000', null],
  [{ providerName: 'Mango Money' }, 'provider_name', 'Mango', 'Mango Money'],
  [{ methodName: 'Wallet' }, 'method_name', 'Mobile Money', 'Wallet'],
  [{ prefixes: ['77'] }, 'prefixes', '77 78', '77'],
])('%j is a change, and so is its return', (change, field, before, after) => {
  expect(changesBetween(option(), option(change))).toEqual([{ field, before, after }]);
  expect(changesBetween(option(change), option())).toEqual([{ field, before: after, after: before }]);
});

test('the same amount written otherwise is none', () => {
  expect(changesBetween(option(), option({ min: amountOf('500.00') }))).toEqual([]);
});

test('that it vanishes is one, and that it returns', () => {
  expect(presence(false)).toEqual({ field: 'present', before: 'true', after: 'false' });
  expect(presence(true)).toEqual({ field: 'present', before: 'false', after: 'true' });
});
