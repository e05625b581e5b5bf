// What a service is to the rest of the program: a source of wallets for one account, and perhaps one of payment options.
import type { Instant } from '../domain/observation.ts';
import type { BalanceSource, OptionSource, Reading } from '../monitor/polling/ports.ts';
import type { RequesterOptions } from './http/request-with-retry.ts';
import type { Evidence } from './http/send.ts';
import type { OnContractDeviation } from './records/contract-deviation.ts';

/** An interface that accounts can be polled by. */
export interface Service {
  /** The wallets of an account. Throws for a base address that could never be asked. */
  readonly balances: (options: BalanceSourceOptions) => BalanceClient;
  /** The payment options of an account; `null` when the service has none. Throws as `balances` does. */
  readonly paymentOptions: ((options: OptionSourceOptions) => OptionSource) | null;
}

interface SourceOptions extends RequesterOptions {
  /** Asked for each poll, so that a key whose file changes needs no restart. */
  readonly publicKey: () => string;
  /** Told at most once per kind, name and answer. */
  readonly onDeviation: OnContractDeviation;
}

export interface BalanceSourceOptions extends SourceOptions {
  readonly secretKey: () => string;
  /** One request for each, in one reading; when empty one request for all. */
  readonly currencies: readonly string[];
}

export interface OptionSourceOptions extends SourceOptions {
  /** `null` where none is sent. */
  readonly secretKey: (() => string) | null;
  /** Empty: no filter. */
  readonly currencies: readonly string[];
  /** Empty: no filter. */
  readonly transactionTypes: readonly string[];
}

export interface BalanceClient extends BalanceSource {
  /** As `read`, with evidence. */
  probe(asking: { readonly notAfter: Instant; readonly signal: AbortSignal }): Promise<ProbeResult>;
}

/** What a read brought, and what can be shown to anybody about how. */
export interface ProbeResult {
  readonly reading: Reading;
  /** Of the last request; `null` when none was made. */
  readonly evidence: Evidence | null;
  /** Requests made, retries included. */
  readonly requests: number;
}
