// What is known about the past: the store reads it, and pages and the API show it.
import type { Instant, Outcome, UnreadableWallet } from './observation.ts';
import type { Balance, WalletId } from './wallet.ts';

/** One firing of an alert, from its beginning to its end. */
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
  /** Every wallet known today, by account, currency and type, without those that were already forgotten at the instant. */
  readonly wallets: readonly PastWallet[];
  readonly accounts: readonly PastAccount[];
}

export interface PastWallet extends WalletId {
  readonly account: string;
  /** As it was last seen up to the instant; `null`: it hadn't been seen, or the store keeps nothing that old. */
  readonly seen: {
    readonly balance: Balance;
    readonly observedAt: Instant;
    readonly slot: Instant;
    /** When it became stale; `null` where the store doesn't have that. */
    readonly staleAt: Instant | null;
  } | null;
}

/** What an account's polls had brought up to the instant. */
export interface PastAccount {
  readonly account: string;
  /** The last poll that brought wallets. */
  readonly good: { readonly slot: Instant; readonly unreadable: readonly UnreadableWallet[] } | null;
  /** The last poll that had ended. */
  readonly last: { readonly slot: Instant; readonly outcome: Outcome; readonly detail: string | null } | null;
}

/** A period without a successful poll of an account. */
export interface Gap {
  /** The last success before it. */
  readonly since: Instant;
  /** The first success after it; `null` while it lasts. */
  readonly until: Instant | null;
  /** How many polls failed in it; 0: no poll took place. */
  readonly failed: number;
  /** How often each outcome occurred. */
  readonly outcomes: Readonly<Partial<Record<Outcome, number>>>;
}

export interface Gaps {
  /** Oldest first. */
  readonly gaps: readonly Gap[];
  /** The account's first slot of all; `null` when it was never polled. */
  readonly first: Instant | null;
}
