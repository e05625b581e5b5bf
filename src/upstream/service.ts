// The interface of a service to the rest of the program: a source of wallets for one account, and perhaps one of payment options.
import type { Instant } from '../domain/observation.ts';
import type { BalanceSource, OptionSource, Reading } from '../monitor/polling/ports.ts';
import type { RequesterOptions } from './http/request-with-retry.ts';
import type { RequestEvidence } from './http/send.ts';
import type { OnContractDeviation } from './records/contract-deviation.ts';

/** An interface by which accounts can be polled. */
export interface Service {
  /** Makes the source of an account's wallets. Throws for a base address that can never be used. */
  readonly balances: (options: BalanceSourceOptions) => BalanceClient;
  /** Makes the source of an account's payment options; `null` when the service has none. Throws as `balances` does. */
  readonly paymentOptions: ((options: OptionSourceOptions) => OptionSource) | null;
}

interface SourceOptions extends RequesterOptions {
  /** Called for each poll, so that a key whose file changes needs no restart. */
  readonly publicKey: () => string;
  /** Called at most once per kind, name and answer. */
  readonly onDeviation: OnContractDeviation;
}

export interface BalanceSourceOptions extends SourceOptions {
  readonly secretKey: () => string;
  /** One request for each of these, in one reading. Empty: one request for all. */
  readonly currencies: readonly string[];
}

export interface OptionSourceOptions extends SourceOptions {
  /** `null`: no secret key is sent. */
  readonly secretKey: (() => string) | null;
  /** Empty: no filter. */
  readonly currencies: readonly string[];
  /** Empty: no filter. */
  readonly transactionTypes: readonly string[];
}

export interface BalanceClient extends BalanceSource {
  /** Like `read`, with evidence. */
  probe(asking: { readonly notAfter: Instant; readonly signal: AbortSignal }): Promise<ProbeResult>;
}

/** What a read returned, and the evidence of how it went, which anybody may see. */
export interface ProbeResult {
  readonly reading: Reading;
  /** The evidence of the last request; `null` when none was made. */
  readonly evidence: RequestEvidence | null;
  /** Requests made, retries included. */
  readonly requests: number;
}
