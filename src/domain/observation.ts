// The one value in which every poll ends. Board, alerts and store consume it; nothing flows back.
import type { WalletBalance, WalletId } from './wallet.ts';

/** How a poll ended: a closed list, in the order in which documents show it. */
export const OUTCOMES = [
  'ok',
  'partial', // some wallets were unreadable
  'empty', // no wallets where there were some
  'deadline',
  'connect',
  'tls',
  'auth',
  'rate_limited',
  'upstream_4xx',
  'upstream_5xx',
  'redirect',
  'too_large',
  'encoding',
  'not_json',
  'invalid', // JSON, but not the envelope
  'rejected', // the envelope itself says that it failed
  'protocol',
  'aborted', // we stopped
  'lost', // the process that claimed the slot died
] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Milliseconds since 1970 in UTC, whole. */
export type Instant = number;

/** A wallet that a response named but whose record can't be believed. */
export interface UnreadableWallet extends WalletId {
  readonly reason: UnreadableReason;
}

/**
 * Why a record can't be believed. `duplicate`: the service sent it twice with different values; `malformed`: it could not
 * be read; `unanswered`: not one record, but all records that the poll didn't get: of a currency (or type) without an
 * answer, or, without any name, those beyond the number that is kept of one answer.
 */
export type UnreadableReason = 'duplicate' | 'malformed' | 'unanswered';

/** One finished poll of one account for one slot, of wallets or of payment options. */
export interface Polled {
  readonly account: string;
  readonly slot: Instant;
  readonly outcome: Outcome;
  /** When the request was started, by the wall clock of the replica that polled. */
  readonly startedAt: Instant;
  /** When the response had been read (or had failed), by the wall clock of the replica that polled. */
  readonly observedAt: Instant;
  /** From start to end by the monotonic clock, in milliseconds. */
  readonly durationMs: number;
  readonly httpStatus: number | null;
  readonly envelopeCode: number | null;
  /** One sentence for people about a failure; scrubbed of secrets. */
  readonly detail: string | null;
}

/** One finished poll of an account's wallets. */
export interface Observation extends Polled {
  /** Empty unless `ok` or `partial`. */
  readonly wallets: readonly WalletBalance[];
  readonly unreadable: readonly UnreadableWallet[];
}

/** Whether the poll brought wallets that may be believed. */
export function succeeded(outcome: Outcome): boolean {
  return outcome === 'ok' || outcome === 'partial';
}

/** Whether the poll brought balances: all of them, or the available amount of at least one wallet. */
export function showsBalances({ outcome, wallets }: Pick<Observation, 'outcome' | 'wallets'>): boolean {
  return outcome === 'ok' || (outcome === 'partial' && wallets.some(({ available }) => available !== null));
}
