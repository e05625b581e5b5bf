// What is known of the past, as the database tells pages and API. `sources.ts` says how it is asked for.
import type { Amount } from '../domain/money.ts';
import type { Instant, Outcome, UnreadableWallet } from '../domain/observation.ts';
import type { OptionField } from '../domain/option-change.ts';
import type { PaymentOptionId } from '../domain/payment-option.ts';
import type { Balance, WalletId } from '../domain/wallet.ts';
import type { NotificationKind } from '../monitor/alerts/outbox.ts';

/** What the available balance was at an instant. */
export interface SparkPoint {
  readonly at: Instant;
  readonly available: Amount | null;
}

export interface WalletName extends WalletId {
  readonly account: string;
}

/** From its first instant up to, and without, its last. */
export interface Range {
  readonly from: Instant;
  readonly to: Instant;
}

/** A snapshot, or the last one of an hour or a day. `null` is unknown, never zero. */
export interface HistoryPoint extends Balance {
  readonly at: Instant;
  /** The start of an hour or a day, which `at` is the end of; `null` for a snapshot. */
  readonly since: Instant | null;
  /** Of a single snapshot; `null` for an hour or a day. */
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
  /** Until when what it saw was to be believed; `null` for a failure, and for one that was imported. */
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

/** An alert that fired once. */
export interface Episode {
  /** 64 hexadecimal digits; the first 16 are the name of its page. */
  readonly episode: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly rule: string;
  readonly severity: string;
  readonly account: string;
  readonly currency: string;
  readonly walletType: string;
  readonly pendingAt: Instant | null;
  readonly firingAt: Instant;
  /** `null` while it lasts. */
  readonly resolvedAt: Instant | null;
  readonly value: string | null;
  readonly threshold: string | null;
}

/** Which episodes; a part that is absent restricts nothing. */
export interface EpisodeQuestion {
  /** Those that lasted at some instant from here on. */
  readonly since?: Instant;
  /** Those that fired before this. */
  readonly until?: Instant;
  readonly rule?: string;
  readonly account?: string;
  readonly currency?: string;
  readonly walletType?: string;
}

/** One notification of an episode to one receiver. */
export interface EpisodeDelivery {
  readonly receiver: string;
  readonly kind: NotificationKind;
  readonly createdAt: Instant;
  /** When it was accepted, or given up; `null` while it waits. */
  readonly endedAt: Instant | null;
  readonly state: 'accepted' | 'waiting' | 'given_up';
  readonly attempts: number;
  /** What was said when it was last refused. */
  readonly detail: string | null;
}

/** A rise of what a wallet holds, from one snapshot to the next. */
export interface Rise {
  readonly at: Instant;
  readonly by: Amount;
}

/** One change of one field of a payment option. */
export interface OptionChange extends PaymentOptionId {
  readonly account: string;
  readonly seenAt: Instant;
  readonly field: OptionField;
  /** `null`: not told. */
  readonly before: string | null;
  readonly after: string | null;
}

/** What was known at an instant of the past. */
export interface PastKnowledge {
  /** Every wallet that is known today, by account, currency and type. */
  readonly wallets: readonly PastWallet[];
  readonly accounts: readonly PastAccount[];
}

export interface PastWallet extends WalletName {
  /** As it was last seen by then; `null`: it hadn't been seen, or nothing that old is kept. */
  readonly seen: {
    readonly balance: Balance;
    readonly observedAt: Instant;
    readonly slot: Instant;
    /** Until when it could be believed; `null` where that isn't kept. */
    readonly staleAt: Instant | null;
  } | null;
}

/** What an account's polls had said by then. */
export interface PastAccount {
  readonly account: string;
  /** The last one that brought wallets. */
  readonly good: { readonly slot: Instant; readonly unreadable: readonly UnreadableWallet[] } | null;
  /** The last one that had ended. */
  readonly last: { readonly slot: Instant; readonly outcome: Outcome; readonly detail: string | null } | null;
}

/** A stretch in which an account was not seen. */
export interface Gap {
  /** The last success before it. */
  readonly since: Instant;
  /** The first success after it; `null` while it lasts. */
  readonly until: Instant | null;
  /** Polls that failed in it; 0: none took place. */
  readonly failed: number;
  /** How often each outcome was. */
  readonly outcomes: Readonly<Partial<Record<Outcome, number>>>;
}

export interface Gaps {
  /** Oldest first. */
  readonly gaps: readonly Gap[];
  /** The account's first slot of all; `null` when it was never polled. */
  readonly first: Instant | null;
}
