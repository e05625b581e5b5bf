// Payment options, as the service lists them. Used by the options operation in `client.ts`.
import type { Amount } from '../../domain/money.ts';
import { type PaymentOption, type PaymentOptionId, paymentOptionKey } from '../../domain/payment-option.ts';
import { isJsonObject, type Json } from '../http/json.ts';
import { type CollectedRecords, collectRecords, type ReadRecord } from '../records/collect-records.ts';
import type { Reader } from '../records/contract-deviation.ts';
import {
  amountIn,
  booleanIn,
  currencyIn,
  displayIn,
  fieldsOf,
  nameIn,
  sameAmount,
  textsIn,
  upperCaseNameIn,
} from '../records/field.ts';
import { listIn } from './envelope.ts';
import { LISTS, OPTION, type OptionsQuestion } from './wire.ts';

const OPTION_FIELDS = new Set<string>(Object.values(OPTION));
const MAX_PREFIXES = 100;

export type OptionsRead = CollectedRecords<PaymentOptionId, PaymentOption>;

/** The payment options in an envelope's data; `undefined` when it hasn't the documented shape. */
export function readOptions(
  data: Json | undefined,
  question: OptionsQuestion,
  reader: Reader,
): OptionsRead | undefined {
  const asked = {
    currency: question.currency?.toUpperCase(),
    type: question.transactionType?.toUpperCase(),
  };
  return collectRecords<PaymentOptionId, PaymentOption>(listIn(data, LISTS.options, reader), {
    read: (element) => readOption(element, reader),
    asked: ({ currency, transactionType }) =>
      (asked.currency === undefined || currency === '' || currency === asked.currency) &&
      (asked.type === undefined || transactionType === '' || transactionType === asked.type),
    key: paymentOptionKey,
    equal: sameOption,
    onDeviation: reader.onDeviation,
  });
}

function readOption(element: Json, reader: Reader): ReadRecord<PaymentOptionId, PaymentOption> {
  const nameless = { currency: '', transactionType: '', transactionMethod: '', providerCode: '' };
  if (!isJsonObject(element)) return { id: nameless, record: null, whole: false };
  const fields = fieldsOf(element, OPTION_FIELDS, reader);
  const labels = {
    currency: currencyIn(fields, OPTION.currency),
    transactionType: upperCaseNameIn(fields, OPTION.transactionType),
    transactionMethod: nameIn(fields, OPTION.transactionMethod),
    providerCode: nameIn(fields, OPTION.providerCode),
  };
  const id = {
    currency: labels.currency.text,
    transactionType: labels.transactionType.text,
    transactionMethod: labels.transactionMethod.text,
    providerCode: labels.providerCode.text,
  };
  if (Object.values(id).includes('')) return { id, record: null, whole: false };
  const limits = { min: limit(OPTION.min), max: limit(OPTION.max), maxDaily: limit(OPTION.maxDaily) };
  const active = booleanIn(fields, OPTION.active);
  const record = {
    ...id,
    ...limits,
    active,
    methodName: displayIn(fields, OPTION.methodName),
    providerName: displayIn(fields, OPTION.providerName),
    prefixes: textsIn(fields, OPTION.prefixes, MAX_PREFIXES),
    exposable: Object.values(labels).every((label) => label.exposable),
  };
  return { id, record, whole: active !== null && !Object.values(limits).includes(null) };

  function limit(name: string): Amount | null {
    const amount = amountIn(fields, name);
    return amount?.startsWith('-') ? null : amount; // no amount is that small
  }
}

function sameOption(a: PaymentOption, b: PaymentOption): boolean {
  const rest = ({ min: _min, max: _max, maxDaily: _maxDaily, ...others }: PaymentOption) =>
    JSON.stringify(others);
  const limits = ['min', 'max', 'maxDaily'] as const;
  return limits.every((limit) => sameAmount(a[limit], b[limit])) && rest(a) === rest(b);
}
