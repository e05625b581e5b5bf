// Describes wallets as the service's balance inquiry lists them. Used by the balances operation in `client.ts`.
import { forAmounts, type WalletBalance, type WalletId, walletKey } from '../../domain/wallet.ts';
import { amount, currencyIn, nameIn, recordsOf } from '../records/records.ts';
import { LISTS, WALLET, type WalletsQuestion } from './wire.ts';

const WALLET_TYPES = new Set(['MERCHANT_COLLECTION', 'MERCHANT_PAYOUT', 'SERVICE_PAYMENTS']);
const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));

/** The wallets in an envelope's data. */
export const readWallets = recordsOf<WalletsQuestion, WalletId, WalletBalance>({
  list: LISTS.balances,
  labels: { currency: [WALLET.currency, currencyIn], walletType: [WALLET.walletType, nameIn] },
  fields: forAmounts((field) => [WALLET[field], amount] as const),
  key: walletKey,

  asked(question) {
    const asked = question.currency?.toUpperCase();
    return ({ currency }) => asked === undefined || currency === '' || currency === asked;
  },

  /** Wallet types and currencies are open sets: an unknown one is read like any other, and reported. */
  onRecord({ currency, walletType }, onDeviation) {
    if (!WALLET_TYPES.has(walletType)) onDeviation('unknown_wallet_type', walletType);
    if (!CURRENCIES.has(currency)) onDeviation('unknown_currency', currency);
  },
});
