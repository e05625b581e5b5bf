// What the pages are made from. app.ts hands these in; a page whose source is missing doesn't exist.
import type { Alert } from '../../domain/alert.ts';
import type { Amount } from '../../domain/money.ts';
import type { Instant } from '../../domain/observation.ts';
import type { Board, WalletView } from '../../monitor/board.ts';
import type { Clock } from '../../monitor/ports.ts';

/** What the configuration says of an account. */
export interface AccountInfo {
  readonly account: string;
  /** Cron fields. */
  readonly schedule: string;
  readonly timezone: string;
}

/** What the available balance was at an instant. */
export interface HistoryPoint {
  readonly at: Instant;
  readonly available: Amount | null;
}

export interface PageSources {
  readonly clock: Clock;
  readonly board: () => Board;
  readonly alerts: () => readonly Alert[];
  readonly accounts: () => readonly AccountInfo[];
  readonly version: string;
  /** Seconds between reloads of a page that is left open; default 15. */
  readonly refreshSeconds?: number;
  /** The last 24 hours of each wallet for the small charts, at most some 100 points each, by account/CURRENCY/TYPE. */
  readonly sparklines?: () => Promise<ReadonlyMap<string, readonly HistoryPoint[]>>;
  /** How long a fresh wallet's money lasts, as the metrics tell it. */
  readonly runway?: (
    wallet: WalletView,
  ) => readonly { readonly quantile: string; readonly seconds: number }[];
}
