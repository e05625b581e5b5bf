// Payment options and their polls for tests.
import { amountOf } from '../../src/domain/money.ts';
import type { OptionObservation, PaymentOption } from '../../src/domain/payment-option.ts';

/** MANGO_UG's payout of UGX, active, from 500 to 5,000,000, unless told otherwise. */
export function option(change: Partial<PaymentOption> = {}): PaymentOption {
  return {
    currency: 'UGX',
    transactionType: 'PAYOUT',
    transactionMethod: 'MOBILE_MONEY',
    providerCode: 'MANGO_UG',
    methodName: 'Mobile Money',
    providerName: 'Mango',
    min: amountOf('500'),
    max: amountOf('5000000'),
    maxDaily: amountOf('20000000'),
    active: true,
    prefixes: ['77', '78'],
    exposable: true,
    ...change,
  };
}

/** A poll of `acme-ug` that saw these options. */
export function optionPoll(
  slot: number,
  options: readonly PaymentOption[],
  change: Partial<OptionObservation> = {},
): OptionObservation {
  return {
    account: 'acme-ug',
    slot,
    outcome: 'ok',
    startedAt: slot + 100,
    observedAt: slot + 350,
    durationMs: 250,
    httpStatus: 200,
    envelopeCode: 200,
    detail: null,
    options,
    unreadable: [],
    ...change,
  };
}

/** A poll of `acme-ug` that saw nothing. */
export function failedOptionPoll(slot: number, change: Partial<OptionObservation> = {}): OptionObservation {
  const none = { httpStatus: null, envelopeCode: null, detail: 'connection refused' };
  return optionPoll(slot, [], { outcome: 'connect', ...none, ...change });
}
