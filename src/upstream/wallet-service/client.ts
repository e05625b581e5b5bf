// The two operations of the service, for one account each.
import type { Instant } from '../../domain/observation.ts';
import type { PaymentOption, PaymentOptionId } from '../../domain/payment-option.ts';
import type { WalletBalance, WalletId } from '../../domain/wallet.ts';
import type { BalanceSource, OptionSource, Reading } from '../../monitor/polling/ports.ts';
import {
  createRequester,
  type RequesterOptions,
  type RequestResult,
  type ServiceOperation,
} from '../http/request-with-retry.ts';
import type { Evidence } from '../http/send.ts';
import {
  type OptionsQuestion,
  optionsRequest,
  readOptions,
  readWallets,
  type WalletsQuestion,
  walletsRequest,
} from './wire.ts';

interface Asking {
  readonly notAfter: Instant;
  readonly signal: AbortSignal;
}

/** What a read brought, and what can be shown to anybody about how. */
export interface ProbeResult {
  readonly reading: Reading;
  /** Of the last request; `null` when none was made. */
  readonly evidence: Evidence | null;
  /** Requests made, retries included. */
  readonly requests: number;
}

export interface BalanceClient extends BalanceSource {
  /** As `read`, with evidence. */
  probe(asking: Asking): Promise<ProbeResult>;
}

export interface BalanceSourceOptions extends RequesterOptions {
  readonly secretKey: () => string;
  /** One request for each, in one reading; when empty one request for all. */
  readonly currencies: readonly string[];
}

/** The wallets of an account. Throws for a base address that could never be asked. */
export function createBalanceSource({ currencies, ...options }: BalanceSourceOptions): BalanceClient {
  const ask = createRequester(options, WALLETS);
  const questions: readonly WalletsQuestion[] =
    currencies.length === 0 ? [{ currency: null }] : currencies.map((currency) => ({ currency }));

  return {
    probe: (asking) => ask(questions, asking).then(probeOf),
    read: (asking) =>
      ask(questions, asking)
        .then(probeOf)
        .then(({ reading }) => reading),
  };
}

function probeOf({
  records: wallets,
  evidence,
  requests,
  ...rest
}: RequestResult<WalletId, WalletBalance>): ProbeResult {
  return { reading: { ...rest, wallets }, evidence, requests };
}

export interface OptionSourceOptions extends RequesterOptions {
  /** Empty: no filter. */
  readonly currencies: readonly string[];
  /** Empty: no filter. */
  readonly transactionTypes: readonly string[];
}

/** The payment options of an account: one request per currency and transaction type, in one reading. */
export function createOptionSource(options: OptionSourceOptions): OptionSource {
  const ask = createRequester(options, OPTIONS);
  const each = (filters: readonly string[]) => (filters.length === 0 ? [null] : filters);
  const questions = each(options.currencies).flatMap((currency) =>
    each(options.transactionTypes).map((transactionType) => ({ currency, transactionType })),
  );
  return {
    async read(asking) {
      const {
        records,
        evidence: _,
        requests: __,
        ...rest
      }: RequestResult<PaymentOptionId, PaymentOption> = await ask(questions, asking);
      return { ...rest, options: records };
    },
  };
}

const WALLETS: ServiceOperation<WalletsQuestion, WalletId, WalletBalance> = {
  request: walletsRequest,
  read: readWallets,
};

const OPTIONS: ServiceOperation<OptionsQuestion, PaymentOptionId, PaymentOption> = {
  request: optionsRequest,
  read: readOptions,
};
