// The two operations of the service, for one account each: wallets and payment options. Made by `app/sources.ts`
// through the registry in `../services.ts`.
import type { PaymentOptionId } from '../../domain/payment-option.ts';
import type { OptionSource } from '../../monitor/polling/ports.ts';
import { createRequester } from '../http/request-with-retry.ts';
import type { CollectedRecords } from '../records/collect-records.ts';
import type { BalanceClient, BalanceSourceOptions, OptionSourceOptions, Service } from '../service.ts';
import { createOperation } from './operation.ts';
import { readOptions } from './payment-options.ts';
import { readWallets } from './wallets.ts';
import { type OptionsQuestion, optionsRequest, type WalletsQuestion, walletsRequest } from './wire.ts';

/** The wallets of an account. Throws for a base address that could never be asked. */
export function createBalanceSource({ currencies, ...options }: BalanceSourceOptions): BalanceClient {
  const operation = createOperation(options, {
    subject: ({ currency }) => currency ?? 'all',
    ...{ request: walletsRequest, read: readWallets },
  });
  const ask = createRequester(options, operation);
  const questions: readonly WalletsQuestion[] = each(currencies).map((currency) => ({ currency }));
  const probe: BalanceClient['probe'] = async (asking) => {
    const { evidence, requests, contents, ...rest } = await ask(questions, asking);
    const unanswered = ({ currency }: WalletsQuestion) => ({ currency: currency ?? '', walletType: '' });
    const { records: wallets, unreadable } = joined(contents, questions.map(unanswered));
    return { reading: { ...rest, wallets, unreadable }, evidence, requests };
  };
  return { probe, read: (asking) => probe(asking).then(({ reading }) => reading) };
}

/** The payment options of an account: one request per currency and transaction type, in one reading. */
export function createOptionSource(options: OptionSourceOptions): OptionSource {
  const operation = createOperation(options, {
    subject: ({ currency, transactionType }) => [currency, transactionType].filter(Boolean).join(' '),
    ...{ request: optionsRequest, read: readOptions },
  });
  const ask = createRequester(options, operation);
  const questions: readonly OptionsQuestion[] = each(options.currencies).flatMap((currency) =>
    each(options.transactionTypes).map((transactionType) => ({ currency, transactionType })),
  );
  return {
    async read(asking) {
      const { evidence: _, requests: __, contents, ...rest } = await ask(questions, asking);
      const { records: options, unreadable } = joined(contents, questions.map(unansweredOption));
      return { ...rest, options, unreadable };
    },
  };
}

/** A question for each filter; without any, one question about all. */
function each(filters: readonly string[]): readonly (string | null)[] {
  return filters.length === 0 ? [null] : filters;
}

function unansweredOption({ currency, transactionType }: OptionsQuestion): PaymentOptionId {
  const type = transactionType?.toUpperCase() ?? '';
  return { currency: currency ?? '', transactionType: type, transactionMethod: '', providerCode: '' };
}

/**
 * The records of all answers. Where some questions have an answer and others haven't, an unreadable record without a
 * whole name (`asked`) stands for each of these: so what they would have told of counts as unknown, not as gone.
 */
function joined<Id, Value extends Id>(
  contents: readonly (CollectedRecords<Id, Value> | null)[],
  asked: readonly Id[],
): Pick<CollectedRecords<Id, Value>, 'records' | 'unreadable'> {
  const answered = contents.some((content) => content !== null);
  return {
    records: contents.flatMap((content) => content?.records ?? []),
    unreadable: contents.flatMap((content, i) => {
      if (content) return content.unreadable;
      return answered ? [{ ...asked[i]!, reason: 'unanswered' as const }] : [];
    }),
  };
}

export const walletService: Service = { balances: createBalanceSource, paymentOptions: createOptionSource };
