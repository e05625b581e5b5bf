// Names of the service's document, until src/upstream/wire.ts exports them.
export const PATHS = { balances: '/data/wallet-balances', options: '/data/payment-providers' } as const;
export const HEADERS = {
  publicKey: 'public-key',
  secretKey: 'secret-key',
  version: 'x-api-version',
} as const;
export const ENVELOPE = { code: 'code', status: 'status', message: 'message', data: 'data' } as const;
export const LISTS = { balances: 'merchant_wallets', options: 'payment_providers' } as const;
export const FIELDS = {
  wallet: {
    currency: 'currency',
    walletType: 'wallet_type',
    available: 'available_balance',
    actual: 'actual_balance',
    uncleared: 'uncleared_balance',
    reserve: 'reserve_balance',
  },
  option: {
    providerName: 'provider_name',
    providerCode: 'provider_code',
    method: 'transaction_method',
    methodName: 'transaction_method_name',
    transactionType: 'transaction_type',
    currency: 'transaction_currency',
    min: 'min_amount',
    max: 'max_amount',
    maxDaily: 'max_daily_amount',
    active: 'is_active',
    prefixes: 'option_prefixes',
  },
} as const;
