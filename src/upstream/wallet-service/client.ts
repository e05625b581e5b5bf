// The two operations of the service for one account: wallets and payment options. Made by `app/sources.ts` through
// the registry in `../services.ts`.
import type { OptionSource } from '../../monitor/polling/ports.ts';
import type { BalanceClient, BalanceSourceOptions, OptionSourceOptions, Service } from '../service.ts';
import { readOptions } from './payment-options.ts';
import { createSource } from './source.ts';
import { readWallets } from './wallets.ts';
import { optionsRequest, walletsRequest } from './wire.ts';

/** The source of an account's wallets. Throws for a base address that can never be used. */
export function createBalanceSource(options: BalanceSourceOptions): BalanceClient {
  return createSource(options, {
    name: 'wallets',
    filters: each(options.currencies).map((currency) => ({ currency })),
    subject: ({ currency }) => currency ?? 'all',
    request: walletsRequest,
    read: readWallets,
    unanswered: ({ currency }) => ({ currency: currency ?? '', walletType: '' }),
  });
}

/** The source of an account's payment options: one request per currency and transaction type, in one reading. */
export function createOptionSource(options: OptionSourceOptions): OptionSource {
  return createSource(options, {
    name: 'options',
    filters: each(options.currencies).flatMap((currency) =>
      each(options.transactionTypes).map((transactionType) => ({ currency, transactionType })),
    ),
    subject: ({ currency, transactionType }) => [currency, transactionType].filter(Boolean).join(' '),
    request: optionsRequest,
    read: readOptions,
    unanswered({ currency, transactionType }) {
      const type = transactionType?.toUpperCase() ?? '';
      return { currency: currency ?? '', transactionType: type, transactionMethod: '', providerCode: '' };
    },
  });
}

/** One request for each filter; without filters, one request for all. */
function each(filters: readonly string[]): readonly (string | null)[] {
  return filters.length === 0 ? [null] : filters;
}

export const walletService: Service = { balances: createBalanceSource, paymentOptions: createOptionSource };
