// What pages and API read. app/web.ts hands it in; a page or route whose source is missing doesn't exist.
import type { Alert } from '../domain/alert.ts';
import type { Amount } from '../domain/money.ts';
import type { Instant, Outcome } from '../domain/observation.ts';
import type { OptionField } from '../domain/option-change.ts';
import type { PaymentOptionId } from '../domain/payment-option.ts';
import type { StatementPosition, StatementQuery } from '../domain/statement.ts';
import type { Balance, WalletId } from '../domain/wallet.ts';
import type { Board, WalletView } from '../monitor/board/board.ts';
import type { PaymentOptionBoard } from '../monitor/board/payment-option-board.ts';
import type { Clock } from '../monitor/clock.ts';

/** What the configuration says of an account. */
export interface AccountInfo {
  readonly account: string;
  /** Cron fields. */
  readonly schedule: string;
  readonly timezone: string;
  /** Missed slots (plus 30 s) until what is known is stale. */
  readonly staleAfter: number;
}

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
  readonly rule: string;
  readonly severity: string;
  readonly account: string;
  readonly currency: string;
  readonly walletType: string;
  readonly firingAt: Instant;
  /** `null` while it lasts. */
  readonly resolvedAt: Instant | null;
  readonly value: string | null;
  readonly threshold: string | null;
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

/** The sources of pages and API. Those that read the database reject when it is away: a page is then shown without. */
export interface PageSources {
  readonly clock: Clock;
  readonly board: () => Board;
  /** Payment options; absent: there is no page of them. */
  readonly options?: () => PaymentOptionBoard;
  /** The newest first. */
  readonly optionChanges?: (since: Instant, signal?: AbortSignal) => Promise<readonly OptionChange[]>;
  readonly alerts: () => readonly Alert[];
  readonly accounts: () => readonly AccountInfo[];
  readonly version: string;
  /** Where people open Grafana, without a slash at its end; absent: no page leads there. */
  readonly grafanaUrl?: string;
  /**
   * Seconds between reloads of a page that is left open.
   *
   * @default 15
   */
  readonly refreshSeconds?: number;
  /** The last 24 hours of these wallets for the small charts, some 100 points each, by account/CURRENCY/TYPE. */
  readonly sparklines?: (
    wallets: readonly WalletName[],
  ) => Promise<ReadonlyMap<string, readonly SparkPoint[]>>;
  /** How long a fresh wallet's money lasts, as the metrics tell it. */
  readonly runway?: (
    wallet: WalletView,
  ) => readonly { readonly confidence: string; readonly seconds: number }[];
  /** At most some 1,500 points, oldest first; `undefined` for a wallet that was never seen. */
  readonly chart?: (
    wallet: WalletName,
    range: Range,
    signal?: AbortSignal,
  ) => Promise<readonly HistoryPoint[] | undefined>;
  /** As {@link chart}, but all of them in the step asked for, in parts that fit into memory. */
  readonly history?: (
    wallet: WalletName,
    range: Range,
    step?: Step,
  ) => Promise<AsyncIterable<readonly HistoryPoint[]> | undefined>;
  readonly polls?: (account: string, range: Range, signal?: AbortSignal) => Promise<PastPolls>;
  /** The newest first, at most `most`. */
  readonly episodes?: (query: {
    readonly most: number;
    readonly signal?: AbortSignal;
  }) => Promise<readonly Episode[]>;
  /** The runbook as Markdown, to which alerts lead at `/runbook`. */
  readonly runbook?: string;
  /** By account, wallet and business day, in parts that fit into memory; their amounts are texts. */
  readonly statement?: (query: StatementQuery) => AsyncIterable<readonly StatementPosition[]>;
}
