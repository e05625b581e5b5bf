// Wallets, as the service's balance inquiry tells them. Used by the balances operation in `client.ts`.
import {
  AMOUNT_FIELDS,
  forAmounts,
  type WalletBalance,
  type WalletId,
  walletKey,
} from '../../domain/wallet.ts';
import { isJsonObject, type Json } from '../http/json.ts';
import { type CollectedRecords, collectRecords, type ReadRecord } from '../records/collect-records.ts';
import type { OnContractDeviation, Reader } from '../records/contract-deviation.ts';
import { amountIn, currencyIn, fieldsOf, nameIn, sameAmount } from '../records/field.ts';
import { listIn } from './envelope.ts';
import { LISTS, WALLET, type WalletsQuestion } from './wire.ts';

const WALLET_FIELDS = new Set<string>(Object.values(WALLET));
const WALLET_TYPES = new Set(['MERCHANT_COLLECTION', 'MERCHANT_PAYOUT', 'SERVICE_PAYMENTS']);
const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));

export type WalletsRead = CollectedRecords<WalletId, WalletBalance>;

/** The wallets in an envelope's data; `undefined` when it hasn't the documented shape. */
export function readWallets(
  data: Json | undefined,
  question: WalletsQuestion,
  reader: Reader,
): WalletsRead | undefined {
  const asked = question.currency?.toUpperCase();
  const wallets = collectRecords<WalletId, WalletBalance>(listIn(data, LISTS.balances, reader), {
    read: (element) => readWallet(element, reader),
    asked: ({ currency }) => asked === undefined || currency === '' || currency === asked,
    key: walletKey,
    equal: (a, b) => AMOUNT_FIELDS.every((field) => sameAmount(a[field], b[field])),
    onDeviation: reader.onDeviation,
  });
  for (const wallet of wallets?.records ?? []) tellUnknown(wallet, reader.onDeviation);
  return wallets;
}

/** Wallet types and currencies are open sets: one that is unknown is read like any other, and told. */
function tellUnknown(
  { currency, walletType, exposable }: WalletBalance,
  onDeviation: OnContractDeviation,
): void {
  if (!exposable) return; // told as a bad label already
  if (!WALLET_TYPES.has(walletType)) onDeviation('unknown_wallet_type', walletType);
  if (!CURRENCIES.has(currency)) onDeviation('unknown_currency', currency);
}

function readWallet(element: Json, reader: Reader): ReadRecord<WalletId, WalletBalance> {
  if (!isJsonObject(element)) return { id: { currency: '', walletType: '' }, record: null, whole: false };
  const fields = fieldsOf(element, WALLET_FIELDS, reader);
  const currency = currencyIn(fields, WALLET.currency);
  const walletType = nameIn(fields, WALLET.walletType);
  const id = { currency: currency.text, walletType: walletType.text };
  const balance = forAmounts((field) => amountIn(fields, WALLET[field]));
  const known = Object.values(balance).filter((amount) => amount !== null).length;
  if (id.currency === '' || id.walletType === '' || known === 0) return { id, record: null, whole: false };
  const exposable = currency.exposable && walletType.exposable;
  return { id, record: { ...id, ...balance, exposable }, whole: known === AMOUNT_FIELDS.length };
}
