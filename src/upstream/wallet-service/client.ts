// The two operations of the service, for one account each: wallets and payment options. Made by `app/sources.ts`
// through the registry in `../services.ts`.
import type { PaymentOption, PaymentOptionId } from '../../domain/payment-option.ts';
import type { WalletBalance, WalletId } from '../../domain/wallet.ts';
import type { OptionSource } from '../../monitor/polling/ports.ts';
import { createRequester, type RequestResult } from '../http/request-with-retry.ts';
import type { CollectedRecords } from '../records/collect-records.ts';
import type {
  BalanceClient,
  BalanceSourceOptions,
  OptionSourceOptions,
  ProbeResult,
  Service,
} from '../service.ts';
import { createOperation } from './operation.ts';
import { readOptions } from './payment-options.ts';
import { readWallets } from './wallets.ts';
import { type OptionsQuestion, optionsRequest, type WalletsQuestion, walletsRequest } from './wire.ts';

/** The wallets of an account. Throws for a base address that could never be asked. */
export function createBalanceSource({ currencies, ...options }: BalanceSourceOptions): BalanceClient {
  const operation = createOperation(options, { request: walletsRequest, read: readWallets });
  const ask = createRequester(options, operation);
  const questions: readonly WalletsQuestion[] = each(currencies).map((currency) => ({ currency }));
  const probe: BalanceClient['probe'] = (asking) => ask(questions, asking).then(probeOf);
  return { probe, read: (asking) => probe(asking).then(({ reading }) => reading) };
}

/** The payment options of an account: one request per currency and transaction type, in one reading. */
export function createOptionSource(options: OptionSourceOptions): OptionSource {
  const operation = createOperation(options, { request: optionsRequest, read: readOptions });
  const ask = createRequester(options, operation);
  const questions: readonly OptionsQuestion[] = each(options.currencies).flatMap((currency) =>
    each(options.transactionTypes).map((transactionType) => ({ currency, transactionType })),
  );
  return {
    async read(asking) {
      const { evidence: _, requests: __, contents, ...rest } = await ask(questions, asking);
      const { records, unreadable } = joined<PaymentOptionId, PaymentOption>(contents);
      return { ...rest, options: records, unreadable };
    },
  };
}

function probeOf(result: RequestResult<CollectedRecords<WalletId, WalletBalance>>): ProbeResult {
  const { evidence, requests, contents, ...rest } = result;
  const { records, unreadable } = joined(contents);
  return { reading: { ...rest, wallets: records, unreadable }, evidence, requests };
}

/** A question for each filter; without any, one question about all. */
function each(filters: readonly string[]): readonly (string | null)[] {
  return filters.length === 0 ? [null] : filters;
}

function joined<Id, Value extends Id>(contents: readonly CollectedRecords<Id, Value>[]) {
  return {
    records: contents.flatMap(({ records }) => records),
    unreadable: contents.flatMap(({ unreadable }) => unreadable),
  };
}

export const walletService: Service = { balances: createBalanceSource, paymentOptions: createOptionSource };
