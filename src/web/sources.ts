// The functions with which pages and API read. app/web.ts hands them in; a page or route whose source is missing doesn't
// exist.
import type { Rule } from '../conditions/rule.ts';
import type { Alert } from '../domain/alert.ts';
import type { Amount } from '../domain/money.ts';
import type { Instant } from '../domain/observation.ts';
import type { Silence } from '../domain/silence.ts';
import type { StatementLine, StatementQuery } from '../domain/statement.ts';
import type { Board, WalletView } from '../monitor/board/board.ts';
import type { PaymentOptionBoard } from '../monitor/board/payment-option-board.ts';
import type { Clock } from '../monitor/clock.ts';
import type { Fan } from '../monitor/forecast/fan.ts';
import type { PlanQuestion, PlanRow } from '../monitor/forecast/plans.ts';
import type {
  Episode,
  EpisodeDelivery,
  EpisodeQuestion,
  Gaps,
  HistoryPoint,
  OptionChange,
  OptionChangeQuestion,
  PastKnowledge,
  PastPolls,
  Range,
  SnapshotRise,
  SparkPoint,
  Step,
  WalletName,
} from './past.ts';

export type * from './past.ts';

/** What the configuration says of an account. */
export interface AccountInfo {
  readonly account: string;
  /** Cron fields. */
  readonly schedule: string;
  readonly timezone: string;
  /** Missed slots (plus 30 s) until the account's wallets are stale. */
  readonly staleAfter: number;
}

/** A receiver of alerts, and how its deliveries stand. */
export interface ReceiverView {
  readonly name: string;
  readonly kind: string;
  /** What is wrong; `null` while all is well, `undefined` until the receiver has answered. */
  readonly trouble: string | null | undefined;
  /** Where people open it, without a slash at its end; absent for a receiver that has no page. */
  readonly url?: string | null;
  /** Whether its last answer said which alerts are silenced. @default false */
  readonly tellsSilences?: boolean;
}

/**
 * Reads what was known at an instant, of these accounts, or of all if none is named, and calls `onPart` each time that some
 * of it has been read. Rejects when Postgres is away or slow.
 */
export type ReadAt = (query: {
  readonly at: Instant;
  readonly accounts: readonly string[];
  readonly signal?: AbortSignal;
  readonly onPart?: () => void;
}) => Promise<PastKnowledge>;

/**
 * The sources of pages and API. Those that read the database reject when it is away: the page is then shown without that part.
 */
export interface PageSources {
  readonly clock: Clock;
  readonly board: () => Board;
  /** Payment options; absent: there is no page of them. */
  readonly options?: () => PaymentOptionBoard;
  /** The newest first, at most 1,000. */
  readonly optionChanges?: (
    question: OptionChangeQuestion,
    signal?: AbortSignal,
  ) => Promise<readonly OptionChange[]>;
  /** The alerts about which there is something to tell, as they stand now. */
  readonly alerts: () => readonly Alert[];
  /** How many alerts there are in all. @default as many as {@link alerts} gives */
  readonly alertCount?: () => number;
  readonly accounts: () => readonly AccountInfo[];
  readonly version: string;
  /** A line on top of every page; `null`, or absent: none. */
  readonly notice?: () => string | null;
  /** The shard of this process: every answer names it when there are several. @default one of one */
  readonly shards?: { readonly shard: number; readonly total: number };
  /** A sentence about an account that other processes work for; `undefined` for any other name. @default there is none */
  readonly otherShard?: (account: string) => string | undefined;
  /** How people reach these pages, without a slash at its end; for links that are read elsewhere. @default '' */
  readonly externalUrl?: string;
  /** Where people open Grafana, without a slash at its end; absent: no page leads there. */
  readonly grafanaUrl?: string;
  /**
   * Seconds between two refreshes of an open page.
   *
   * @default 15
   */
  readonly refreshSeconds?: number;
  /** The last 24 hours of these wallets for the small charts, about 100 points each, by account/CURRENCY/TYPE. */
  readonly sparklines?: (
    wallets: readonly WalletName[],
  ) => Promise<ReadonlyMap<string, readonly SparkPoint[]>>;
  /** How long a fresh wallet's money lasts, as the metrics tell it. */
  readonly runway?: (
    wallet: WalletView,
  ) => readonly { readonly confidence: string; readonly seconds: number }[];
  /**
   * The plan of every wallet from which money goes out, in the order of the configuration; without a question: as
   * configured.
   */
  readonly plan?: (question?: PlanQuestion) => Promise<readonly PlanRow[]>;
  /**
   * Records that a top-up was requested; absent: nobody may. Rejects while the database is away, and resolves to a
   * sentence when the request can't be right.
   */
  readonly requestTopUp?: (
    wallet: WalletName,
    asked: { readonly amount: Amount; readonly by: string },
  ) => Promise<string | undefined>;
  /** The plan of one wallet; `undefined` for a wallet that others are topped up from. */
  readonly planOf?: (wallet: WalletName) => PlanRow | undefined;
  /** At most about 1,500 points, oldest first; `undefined` for a wallet that was never seen. */
  readonly chart?: (
    wallet: WalletName,
    range: Range,
    signal?: AbortSignal,
  ) => Promise<readonly HistoryPoint[] | undefined>;
  /** As {@link chart}, but with all points in the step asked for, in parts that fit into memory. */
  readonly history?: (
    wallet: WalletName,
    range: Range,
    step?: Step,
    signal?: AbortSignal,
  ) => Promise<AsyncIterable<readonly HistoryPoint[]> | undefined>;
  readonly polls?: (account: string, range: Range, signal?: AbortSignal) => Promise<PastPolls>;
  /** The newest first, at most `most`. */
  readonly episodes?: (
    query: EpisodeQuestion & { readonly most: number; readonly signal?: AbortSignal },
  ) => Promise<readonly Episode[]>;
  /** The episode whose id begins with these 16 digits; `undefined` when none is known. */
  readonly episode?: (id: string, signal?: AbortSignal) => Promise<Episode | undefined>;
  /** What receivers were told of an episode, the oldest first. */
  readonly deliveries?: (episode: string, signal?: AbortSignal) => Promise<readonly EpisodeDelivery[]>;
  /** The receivers of alerts. */
  readonly receivers?: () => readonly ReceiverView[];
  /** Who has silenced which alerts, as last read: no page waits for it. */
  readonly silences?: () => readonly Silence[];
  /** The rules that operators configured. */
  readonly rules?: () => readonly Rule[];
  /** The largest rises within a range, oldest first, at most `most`. */
  readonly rises?: (
    wallet: WalletName,
    range: Range,
    most: number,
    signal?: AbortSignal,
  ) => Promise<readonly SnapshotRise[]>;
  /** What is expected of a wallet's future; `undefined` when that isn't known. */
  readonly fan?: (wallet: WalletView, horizonMs: number) => Fan | undefined;
  /** The runbook as Markdown; alerts lead to it at `/runbook`. */
  readonly runbook?: string;
  /** By account, wallet and business day, in parts that fit into memory. */
  readonly statement?: (
    query: StatementQuery,
    signal?: AbortSignal,
  ) => AsyncIterable<readonly StatementLine[]>;
  /** What was known at an instant, of these accounts, or of all if none is named. */
  readonly at?: ReadAt;
  /** When an account wasn't seen, within a range. */
  readonly gaps?: (account: string, range: Range, signal?: AbortSignal) => Promise<Gaps>;
}
