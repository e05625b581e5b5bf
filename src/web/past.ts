// The types of what pages and API read of the past. `domain/past.ts` has those that the store knows too. `sources.ts` has
// the functions that read them.
import type { Amount } from '../domain/money.ts';
import type { Instant, Outcome } from '../domain/observation.ts';
import type { OptionField } from '../domain/option-change.ts';
import type { PaymentOptionId } from '../domain/payment-option.ts';
import type { Balance, WalletId } from '../domain/wallet.ts';

export type { Episode, Gap, Gaps, PastAccount, PastKnowledge, PastWallet } from '../domain/past.ts';
export type { EpisodeDelivery } from '../monitor/alerts/outbox.ts';

/** What the available balance was at an instant. */
export interface SparkPoint {
  readonly at: Instant;
  readonly available: Amount | null;
}

export interface WalletName extends WalletId {
  readonly account: string;
}

/** From its first instant up to its last, without the last. */
export interface Range {
  readonly from: Instant;
  readonly to: Instant;
}

/** A snapshot, or the last one of an hour or a day. `null` is unknown, never zero. */
export interface HistoryPoint extends Balance {
  readonly at: Instant;
  /** The start of the hour or the day that ends at `at`; `null` for a snapshot. */
  readonly since: Instant | null;
  /** The slot of a single snapshot; `null` for an hour or a day. */
  readonly slot: Instant | null;
  readonly lowest: Amount | null;
  readonly highest: Amount | null;
  readonly samples: number;
}

export type Step = 'raw' | 'hour' | 'day';

/** One poll of an account that has ended. */
export interface PastPoll {
  readonly slot: Instant;
  readonly outcome: Outcome;
  /** Until when the wallets that it saw are fresh; `null` for a failed poll, and for one that was imported. */
  readonly staleAt: Instant | null;
  readonly httpStatus: number | null;
  readonly durationMs: number | null;
  readonly wallets: number | null;
  readonly detail: string | null;
}

/** Polls of an account that have ended. */
export interface PastPolls {
  /** The latest first, at most 1,000. */
  readonly polls: readonly PastPoll[];
  /** The account's first slot of all; `null` when it was never polled. */
  readonly first: Instant | null;
}

/** Which episodes; a part that is absent restricts nothing. */
export interface EpisodeQuestion {
  /** Only those that lasted at some instant from here on. */
  readonly since?: Instant;
  /** Only those that fired before this. */
  readonly until?: Instant;
  readonly rule?: string;
  readonly account?: string;
  readonly currency?: string;
  readonly walletType?: string;
  /** The ids of episodes that are left out. */
  readonly without?: readonly string[];
}

/** A rise of what a wallet holds, from one snapshot to the next. */
export interface SnapshotRise {
  readonly at: Instant;
  readonly by: Amount;
}

/** Which changes of payment options; a part that is absent restricts nothing. */
export interface OptionChangeQuestion {
  /** Only those seen from here on. */
  readonly since: Instant;
  /** Only those seen before this. */
  readonly until?: Instant;
  readonly account?: string;
  readonly currency?: string;
  readonly providerCode?: string;
}

/** One change of one field of a payment option. */
export interface OptionChange extends PaymentOptionId {
  readonly account: string;
  readonly seenAt: Instant;
  readonly field: OptionField;
  /** `null`: the service didn't tell it. */
  readonly before: string | null;
  readonly after: string | null;
}
