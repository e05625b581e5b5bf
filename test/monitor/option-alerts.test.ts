// What one answer tells of each option that it names, and of those that are known.
import { expect, test } from 'vitest';
import type { PaymentOption, UnreadableOption } from '../../src/domain/payment-option.ts';
import { paymentOptionKey } from '../../src/domain/payment-option.ts';
import { createOptionAlerts, samplesOf } from '../../src/monitor/alerts/option-alerts.ts';
import { option, optionPoll } from '../support/options.ts';
import { START } from '../support/watching.ts';

const [mango, kiwi, plum] = ['MANGO_UG', 'KIWI_UG', 'PLUM_UG'].map((providerCode) =>
  option({ providerCode }),
) as [PaymentOption, PaymentOption, PaymentOption];
const known = new Map(
  [mango, kiwi].map((id) => [
    paymentOptionKey(id),
    createOptionAlerts(id, { account: 'acme-ug', rules: [], register: (alert) => alert }),
  ]),
);
const wrong = (id: PaymentOption, change: Partial<UnreadableOption> = {}) => {
  const { currency, transactionType, transactionMethod, providerCode } = id;
  return {
    currency,
    transactionType,
    transactionMethod,
    providerCode,
    reason: 'malformed',
    ...change,
  } as const;
};

test.each([
  ['names all of them', [mango, kiwi], [], ['MANGO_UG seen', 'KIWI_UG seen']],
  ['names one', [mango], [], ['MANGO_UG seen', 'KIWI_UG missing']],
  ['names a new one', [mango, plum], [], ['MANGO_UG seen', 'PLUM_UG seen', 'KIWI_UG missing']],
  [
    'names one that can not be a label',
    [mango, { ...kiwi, exposable: false }],
    [],
    ['MANGO_UG seen', 'KIWI_UG missing'],
  ],
  ['is wrong about one', [mango], [wrong(kiwi)], ['MANGO_UG seen', 'KIWI_UG unreadable']],
  ['is wrong about a new one', [mango], [wrong(plum)], ['MANGO_UG seen', 'KIWI_UG missing']],
  ['may be about one', [mango], [wrong(kiwi, { providerCode: '' })], ['MANGO_UG seen', 'KIWI_UG failed']],
  [
    'may be about another',
    [mango],
    [wrong(kiwi, { providerCode: '', currency: 'KES' })],
    ['MANGO_UG seen', 'KIWI_UG missing'],
  ],
] as const)('an answer that %s', (_what, options, unreadable, expected) => {
  const samples = [...samplesOf(optionPoll(START, options, { unreadable }), known)];
  expect(samples.map(([{ providerCode }, { kind }]) => `${providerCode} ${kind}`)).toEqual(expected);
});
