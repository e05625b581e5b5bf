// The words of the service: its paths, headers, field names and requests. Only `wallets.ts` and `payment-options.ts`
// read records by them. The sandbox uses them too, so that both sides use the same words.
import type { AmountField, WalletId } from '../../domain/wallet.ts';
import type { WireRequest } from '../http/connection.ts';

export const PATHS = { balances: '/data/wallet-balances', options: '/data/payment-providers' } as const;
export const HEADERS = {
  publicKey: 'public-key',
  secretKey: 'secret-key',
  version: 'x-api-version',
} as const;
export const QUERY = { currency: 'currency', transactionType: 'transaction_type' } as const;

/** The name of each operation's list in the envelope's data. */
export const LISTS = { balances: 'merchant_wallets', options: 'payment_providers' } as const;
/** Our names and the service's. */
export const WALLET = {
  currency: 'currency',
  walletType: 'wallet_type',
  available: 'available_balance',
  actual: 'actual_balance',
  uncleared: 'uncleared_balance',
  reserve: 'reserve_balance',
} as const satisfies Readonly<Record<AmountField | keyof WalletId, string>>;
/** Our names and the service's. */
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

/** The keys of the account that asks. `secretKey: null` sends none. */
export interface Sender {
  readonly publicKey: string;
  readonly secretKey: string | null;
}

/** Asks for the wallets of one currency, or of all when it is `null`. */
export interface WalletsQuestion {
  readonly currency: string | null;
}

/** Asks for the payment options of one currency and transaction type. Case does not matter; `null` means any. */
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

function headersOf({ publicKey, secretKey }: Sender): Record<string, string> {
  return {
    [HEADERS.publicKey]: publicKey,
    ...(secretKey === null ? {} : { [HEADERS.secretKey]: secretKey }),
    [HEADERS.version]: '1',
  };
}
