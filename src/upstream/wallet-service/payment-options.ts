// Describes payment options as the service lists them. Used by the options operation in `client.ts`.
import { type PaymentOption, type PaymentOptionId, paymentOptionKey } from '../../domain/payment-option.ts';
import {
  currencyIn,
  flag,
  limit,
  nameIn,
  recordsOf,
  text,
  texts,
  upperCaseNameIn,
} from '../records/records.ts';
import { LISTS, OPTION, type OptionsQuestion } from './wire.ts';

/** The payment options in an envelope's data. */
export const readOptions = recordsOf<OptionsQuestion, PaymentOptionId, PaymentOption>({
  list: LISTS.options,
  labels: {
    currency: [OPTION.currency, currencyIn],
    transactionType: [OPTION.transactionType, upperCaseNameIn],
    transactionMethod: [OPTION.transactionMethod, nameIn],
    providerCode: [OPTION.providerCode, nameIn],
  },
  fields: {
    min: [OPTION.min, limit],
    max: [OPTION.max, limit],
    maxDaily: [OPTION.maxDaily, limit],
    active: [OPTION.active, flag],
    methodName: [OPTION.methodName, text],
    providerName: [OPTION.providerName, text],
    prefixes: [OPTION.prefixes, texts],
  },
  key: paymentOptionKey,

  asked(question) {
    const askedCurrency = question.currency?.toUpperCase();
    const askedType = question.transactionType?.toUpperCase();
    return ({ currency, transactionType }) =>
      (askedCurrency === undefined || currency === '' || currency === askedCurrency) &&
      (askedType === undefined || transactionType === '' || transactionType === askedType);
  },
});
