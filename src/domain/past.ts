// What is known of the past: what the store reads of it, and pages and API show.
import type { Instant, Outcome, UnreadableWallet } from './observation.ts';
import type { Balance, WalletId } from './wallet.ts';

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

/** What was known at an instant of the past. */
export interface PastKnowledge {
  /** Every wallet that is known today, by account, currency and type, without those that were forgotten by then. */
  readonly wallets: readonly PastWallet[];
  readonly accounts: readonly PastAccount[];
}

export interface PastWallet extends WalletId {
  readonly account: string;
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
