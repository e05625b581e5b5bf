// Wallets, as the service's balance inquiry tells them. Used by the balances operation in `client.ts`.
import { AMOUNT_FIELDS, type WalletBalance, type WalletId, walletKey } from '../../domain/wallet.ts';
import { isJsonObject, type Json } from '../http/json.ts';
import { type CollectedRecords, collectRecords, type ReadRecord } from '../records/collect-records.ts';
import type { Reader } from '../records/contract-deviation.ts';
import { amountIn, currencyIn, fieldsOf, nameIn, sameAmount } from '../records/field.ts';
import { listIn } from './envelope.ts';
import { LISTS, WALLET, type WalletsQuestion } from './wire.ts';

const WALLET_FIELDS = new Set<string>(Object.values(WALLET));

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
    onDeviation: reader.onDeviation,
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
