// The contract with the service: the only file that knows its paths, headers and field names. The sandbox takes them
// from here, so that both sides speak of the same things.
import type { Amount } from '../../domain/money.ts';
import { type PaymentOption, type PaymentOptionId, paymentOptionKey } from '../../domain/payment-option.ts';
import { AMOUNT_FIELDS, type WalletBalance, type WalletId, walletKey } from '../../domain/wallet.ts';
import { isJsonNumber, isJsonObject, type Json, type JsonProblem, readJson } from '../http/json.ts';
import { type CollectedRecords, collectRecords, type ReadRecord } from './collect-records.ts';
import type { OnContractDeviation, Reader } from './contract-deviation.ts';
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
} from './field.ts';

export const PATHS = { balances: '/data/wallet-balances', options: '/data/payment-providers' } as const;
export const HEADERS = {
  publicKey: 'public-key',
  secretKey: 'secret-key',
  version: 'x-api-version',
} as const;
export const QUERY = { currency: 'currency', transactionType: 'transaction_type' } as const;

const ENVELOPE = new Set(['code', 'status', 'message', 'data']);
/** Where in the envelope's data each operation's records stand. */
export const LISTS = { balances: 'merchant_wallets', options: 'payment_providers' } as const;
/** Our words and the service's. */
export const WALLET = {
  currency: 'currency',
  walletType: 'wallet_type',
  available: 'available_balance',
  actual: 'actual_balance',
  uncleared: 'uncleared_balance',
  reserve: 'reserve_balance',
} as const;
/** Our words and the service's. */
export const OPTION = {
  currency: 'transaction_currency',
  transactionType: 'transaction_type',
  transactionMethod: 'transaction_method',
  methodName: 'transaction_method_name',
  providerCode: 'provider_code',
  providerName: 'provider_name',
  min: 'min_amount',
  max: 'max_amount',
  maxDaily: 'max_daily_amount',
  active: 'is_active',
  prefixes: 'option_prefixes',
} as const;
const WALLET_FIELDS = new Set<string>(Object.values(WALLET));
const OPTION_FIELDS = new Set<string>(Object.values(OPTION));
const FAILURES = new Set(['false', 'error', 'failed', 'fail', 'failure']);
const MAX_PREFIXES = 100;

/** Who asks. `secretKey: null` sends none. */
export interface Sender {
  readonly publicKey: string;
  readonly secretKey: string | null;
  readonly userAgent: string;
}

/** A GET request, without body. */
export interface WireRequest {
  /** To be put behind the base address; begins with a slash and holds the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What is asked for: wallets of one currency, or of all when it is `null`. */
export interface WalletsQuestion {
  readonly currency: string | null;
}

/** What is asked for: the payment options of one currency and transaction type; case doesn't matter, `null` is any. */
export interface OptionsQuestion {
  readonly currency: string | null;
  readonly transactionType: string | null;
}

export function walletsRequest({ currency }: WalletsQuestion, sender: Sender): WireRequest {
  const query = currency === null ? '' : `?${new URLSearchParams({ [QUERY.currency]: currency })}`;
  return { path: PATHS.balances + query, headers: headersOf(sender) };
}

export function optionsRequest(question: OptionsQuestion, sender: Sender): WireRequest {
  const { currency, transactionType } = question;
  const query = new URLSearchParams({
    ...(currency !== null && { [QUERY.currency]: currency.toUpperCase() }),
    ...(transactionType !== null && { [QUERY.transactionType]: transactionType.toUpperCase() }),
  });
  return { path: `${PATHS.options}${query.size > 0 ? '?' : ''}${query}`, headers: headersOf(sender) };
}

function headersOf({ publicKey, secretKey, userAgent }: Sender): Record<string, string> {
  return {
    [HEADERS.publicKey]: publicKey,
    ...(secretKey === null ? {} : { [HEADERS.secretKey]: secretKey }),
    [HEADERS.version]: '1',
    accept: 'application/json',
    'accept-encoding': 'identity', // a compressed answer could be a bomb: it isn't asked for and isn't opened
    'user-agent': userAgent,
  };
}

/** What the text of a response turned out to be. */
export type BodyForm = 'empty' | 'web_page' | 'byte_order_mark' | JsonProblem | 'no_envelope' | 'envelope';

export interface Envelope {
  readonly body: BodyForm;
  /** `null` when absent, `NaN` when it isn't a whole number. */
  readonly code: number | null;
  /** What the status field says: that it went well, that it failed, or (`null`) nothing that we know. */
  readonly success: boolean | null;
  readonly data: Json | undefined;
}

/** Opens the envelope that both operations share. Its message is never looked at. `null` is a text not in UTF-8. */
export function readEnvelope(text: string | null, onDrift: OnContractDeviation): Envelope {
  const closed = (body: BodyForm): Envelope => ({ body, code: null, success: null, data: undefined });
  if (text === null) return closed('syntax');
  if (text.startsWith('\ufeff')) return closed('byte_order_mark');
  const reading = readJson(text);
  if ('problem' in reading) {
    if (reading.problem !== 'syntax') return closed(reading.problem);
    const start = text.trimStart();
    return closed(start === '' ? 'empty' : start.startsWith('<') ? 'web_page' : 'syntax');
  }
  if (!isJsonObject(reading.value)) return closed('no_envelope');
  const fields = fieldsOf(reading.value, ENVELOPE, { onDrift });
  const status = booleanIn(fields, 'status') ?? displayIn(fields, 'status').toLowerCase();
  const success = FAILURES.has(String(status))
    ? false
    : status === 'success' || status === true
      ? true
      : null;
  const code = readCode(reading.value.get('code'), onDrift);
  return { body: 'envelope', code, success, data: reading.value.get('data') };
}

function readCode(value: Json | undefined, onDrift: OnContractDeviation): number | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string') onDrift('code_as_string');
  const text = typeof value === 'string' ? value : isJsonNumber(value) ? value.source : '';
  return /^-?\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
}

export type WalletsRead = CollectedRecords<WalletId, WalletBalance>;

/** The wallets in an envelope's data; `undefined` when it hasn't the documented shape. */
export function readWallets(
  data: Json | undefined,
  question: WalletsQuestion,
  reader: Reader,
): WalletsRead | undefined {
  const asked = question.currency?.toUpperCase();
  return collectRecords<WalletId, WalletBalance>(listIn(data, LISTS.balances, reader), {
    read: (element) => readWallet(element, reader),
    asked: ({ currency }) => asked === undefined || currency === '' || currency === asked,
    key: walletKey,
    equal: (a, b) => AMOUNT_FIELDS.every((field) => sameAmount(a[field], b[field])),
    onDrift: reader.onDrift,
  });
}

function readWallet(element: Json, reader: Reader): ReadRecord<WalletId, WalletBalance> {
  if (!isJsonObject(element)) return { id: { currency: '', walletType: '' }, record: null, whole: false };
  const fields = fieldsOf(element, WALLET_FIELDS, reader);
  const currency = currencyIn(fields, WALLET.currency);
  const walletType = nameIn(fields, WALLET.walletType);
  const id = { currency: currency.text, walletType: walletType.text };
  const available = amountIn(fields, WALLET.available);
  const actual = amountIn(fields, WALLET.actual);
  const uncleared = amountIn(fields, WALLET.uncleared);
  const reserve = amountIn(fields, WALLET.reserve);
  const known = [available, actual, uncleared, reserve].filter((amount) => amount !== null).length;
  if (id.currency === '' || id.walletType === '' || known === 0) return { id, record: null, whole: false };
  const exposable = currency.exposable && walletType.exposable;
  return { id, record: { ...id, available, actual, uncleared, reserve, exposable }, whole: known === 4 };
}

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
    onDrift: reader.onDrift,
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

function listIn(data: Json | undefined, name: string, { onDrift }: Reader): readonly Json[] | undefined {
  if (!isJsonObject(data)) return undefined;
  if (data.size > 1) onDrift('unknown_field');
  const list = data.get(name);
  return Array.isArray(list) ? list : undefined;
}
