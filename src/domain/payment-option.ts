// Payment options: their names, what is known about one, and one finished poll of them. `wallet.ts` and
// `observation.ts` are the same for balances.
import type { Amount } from './money.ts';
import type { Instant, Polled, UnreadableReason } from './observation.ts';

/** Identifies one payment option within an account. */
export interface PaymentOptionId {
  /** Upper-case currency code, `UGX`. An open set. */
  readonly currency: string;
  /** Upper-case: `COLLECTION`, `PAYOUT`, or whatever else the service sends. */
  readonly transactionType: string;
  /** `MOBILE_MONEY` or another, as the service names it. */
  readonly transactionMethod: string;
  /** Short machine code of the provider, as the service names it. */
  readonly providerCode: string;
}

/** A way to collect or to pay out, as one response described it. */
export interface PaymentOption extends PaymentOptionId {
  /** For people only; text from outside, any characters. */
  readonly methodName: string;
  readonly providerName: string;
  /** The limits of one transaction; `null` is a limit that wasn't sent or can't be believed: unknown, never zero. */
  readonly min: Amount | null;
  readonly max: Amount | null;
  /** The most that one paying customer's number may move in a day: not a limit of the merchant. */
  readonly maxDaily: Amount | null;
  /** `null` when the service didn't say. */
  readonly active: boolean | null;
  /** Digit strings in the order sent; the specification doesn't say what they mean. */
  readonly prefixes: readonly string[];
  /** False when its labels fail the strict check: stored, but never exposed. */
  readonly exposable: boolean;
}

/** A payment option that a response named but whose record can't be believed. */
export interface UnreadableOption extends PaymentOptionId {
  readonly reason: UnreadableReason;
}

/** One finished poll of an account's payment options. */
export interface OptionObservation extends Polled {
  /** Empty unless `ok` or `partial`. */
  readonly options: readonly PaymentOption[];
  readonly unreadable: readonly UnreadableOption[];
}

/** A payment option that the newest good response doesn't bring, as it was when last seen. */
export interface LostOption extends PaymentOption {
  readonly lastSeen: Instant;
  /** True: that response doesn't name it. False: it names it, but the record can't be believed. */
  readonly vanished: boolean;
}

/** Makes a check whether one of the records is about an option, or may be, because the record's name lacks a part. */
export function aboutOption(records: readonly PaymentOptionId[]): (option: PaymentOptionId) => boolean {
  const named = new Set(records.map(paymentOptionKey));
  const incomplete = records.filter((record) => PARTS.some((part) => record[part] === ''));
  return (option) =>
    named.has(paymentOptionKey(option)) ||
    incomplete.some((record) => PARTS.every((part) => record[part] === '' || record[part] === option[part]));
}

const PARTS = ['currency', 'transactionType', 'transactionMethod', 'providerCode'] as const;

/** `UGX/PAYOUT/MOBILE_MONEY/mtn_ug`: the option's name within its account. */
export function paymentOptionKey(option: PaymentOptionId): string {
  return `${option.currency}/${option.transactionType}/${option.transactionMethod}/${option.providerCode}`;
}
