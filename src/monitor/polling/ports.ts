// What polling needs from outside: sources that read an account at its service, and listeners for metrics and logs.
// `upstream/` implements the sources; `app/` passes them in.
import type { Instant, Observation, Outcome, Polled, UnreadableWallet } from '../../domain/observation.ts';
import type { PaymentOption, UnreadableOption } from '../../domain/payment-option.ts';
import type { WalletBalance } from '../../domain/wallet.ts';
import type { StoreOutcome } from '../storage/ports.ts';

/** What one read of an account's wallets brought, before the monitor gives it its slot. */
export interface Reading {
  /** Never `empty` or `lost`: only the monitor knows these. It also decides whether `ok` without wallets is good. */
  readonly outcome: Exclude<Outcome, 'empty' | 'lost'>;
  readonly httpStatus: number | null;
  readonly envelopeCode: number | null;
  /** One sentence for people, scrubbed of secrets; `null` when all went well. */
  readonly detail: string | null;
  readonly wallets: readonly WalletBalance[];
  readonly unreadable: readonly UnreadableWallet[];
}

/** One account at its service. */
export interface BalanceSource {
  /**
   * Reads every wallet of the account, retries included, within the account's own deadline.
   *
   * Never rejects: each failure is an outcome. `notAfter` (wall clock) bounds waiting for a retry that the
   * service asked for; `signal` ends it at once with the outcome `aborted`.
   */
  read(request: { readonly notAfter: Instant; readonly signal: AbortSignal }): Promise<Reading>;
}

/** Like {@link Reading}, for the payment options of an account. */
export interface OptionReading extends Omit<Reading, 'wallets' | 'unreadable'> {
  readonly options: readonly PaymentOption[];
  readonly unreadable: readonly UnreadableOption[];
}

/** The payment options of one account at its service; each rule of {@link BalanceSource} holds here too. */
export interface OptionSource {
  read(request: { readonly notAfter: Instant; readonly signal: AbortSignal }): Promise<OptionReading>;
}

/** Called when something happens, for metrics and logs. None of these may throw or wait. */
export interface PollEvents<Seen extends Polled> {
  observed(seen: Seen, lagMs: number): void;
  /** Slots that went by without a poll, because the process was stopped, asleep or still busy. */
  missed(account: string, slots: number): void;
  /** A claim, a take-over or a look at other replicas' polls failed: Postgres is away. */
  ledgerFailed(error: unknown): void;
  /** What the store did with the result, and how long that took. */
  kept(seen: Seen, kept: StoreOutcome, tookMs: number): void;
}

export type MonitorEvents = PollEvents<Observation>;
