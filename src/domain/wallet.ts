// Wallets and their amounts: how they are named, and what is computed from the four amounts of one. Used everywhere.
import { type Amount, netAmount } from './money.ts';

/**
 * The most wallets of one account that are stored, and the most missing ones that are remembered and have alerts. Without
 * a limit, a service could name new ones without end.
 */
export const MAX_WALLETS = 2_000;

/** Identifies one wallet within an account, as the service names it. */
export interface WalletId {
  /** Upper-case currency code, `UGX`. An open set. */
  readonly currency: string;
  /** `MERCHANT_COLLECTION`, `MERCHANT_PAYOUT`, `SERVICE_PAYMENTS`, or whatever else the service sends. */
  readonly walletType: string;
}

export const AMOUNT_FIELDS = ['available', 'actual', 'uncleared', 'reserve'] as const;
export type AmountField = (typeof AMOUNT_FIELDS)[number];

/** The four amounts of a wallet; `null` is one that the service sent unreadable: unknown, never zero. */
export type Balance = Readonly<Record<AmountField, Amount | null>>;

/** Makes a value for each of the four amounts; all code that handles all four uses it. */
export function forAmounts<T>(of: (field: AmountField) => T): Record<AmountField, T> {
  const all = {} as Record<AmountField, T>;
  for (const field of AMOUNT_FIELDS) all[field] = of(field);
  return all;
}

/** No amount is known. */
export const UNKNOWN_BALANCE: Balance = forAmounts(() => null);

/** Only the four amounts of an object that has more fields. */
export function balanceOf(from: Balance): Balance {
  return forAmounts((field) => from[field]);
}

/** A wallet and its balance as one response reported them. */
export interface WalletBalance extends WalletId, Balance {
  /** False when its labels fail the strict check: stored, but never exposed (labels come from outside). */
  readonly exposable: boolean;
}

const keys = new Map<string, Map<string, string>>(); // accounts have the same wallet names: each key is made once
const MAX_CURRENCIES = 200;
const MAX_TYPES = 50; // per currency; further keys are made each time

/** `UGX/MERCHANT_PAYOUT`: the wallet's name within its account. */
export function walletKey({ currency, walletType }: WalletId): string {
  const types = keys.get(currency);
  const known = types?.get(walletType);
  if (known !== undefined) return known;
  const key = `${currency}/${walletType}`;
  if (!types && keys.size < MAX_CURRENCIES) keys.set(currency, new Map([[walletType, key]]));
  else if (types && types.size < MAX_TYPES) types.set(walletType, key);
  return key;
}

/**
 * `acme/UGX/MERCHANT_PAYOUT`: the wallet's name among all accounts.
 *
 * People read it and give it to commands; code that has wallets of several accounts in one map keeps them by it.
 */
export function walletName(wallet: WalletId & { readonly account: string }): string {
  return `${wallet.account}/${walletKey(wallet)}`;
}

/** Whether a record, whose name may lack a part, could be about this wallet. */
export function couldBe(record: WalletId, wallet: WalletId): boolean {
  return (
    (record.currency === '' || record.currency === wallet.currency) &&
    (record.walletType === '' || record.walletType === wallet.walletType)
  );
}

/** `/wallets/acme/UGX/MERCHANT_PAYOUT`: the path of a wallet's page, after the external URL. */
export function walletPath({
  account,
  currency,
  walletType,
}: WalletId & { readonly account: string }): string {
  return `/wallets/${[account, currency, walletType].map(encodeURIComponent).join('/')}`;
}

/** Reads `UGX/MERCHANT_PAYOUT`; `undefined` when there aren't two non-empty parts. */
export function parseWalletKey(text: string): WalletId | undefined {
  const slash = text.indexOf('/');
  if (slash < 1 || slash === text.length - 1) return undefined;
  return { currency: text.slice(0, slash), walletType: text.slice(slash + 1) };
}

/**
 * actual − (available + uncleared + reserve), or `null` when one of the four is unknown.
 *
 * Information, not a check: the service's own samples break the identity.
 *
 * `net` is `netAsWritten` where people read it beside other amounts.
 */
export function balanceDifference(balance: Balance, net = netAmount): Amount | null {
  const { available, actual, uncleared, reserve } = balance;
  if (available === null || actual === null || uncleared === null || reserve === null) return null;
  return net([actual], [available, uncleared, reserve]);
}

/** Says what is wrong with a currency that was typed in lower case: no wallet has one, as codes are kept in upper case. */
export function flawOfCurrency(typed: string): string | undefined {
  const code = typed.toUpperCase();
  return /^[A-Za-z0-9]{3,12}$/.test(typed) && typed !== code
    ? `${typed}: codes are in upper case; did you mean ${code}?`
    : undefined;
}
