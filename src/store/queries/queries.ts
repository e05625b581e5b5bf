// The queries of the past for the page, the API and the command line.
import type { Gaps, PastKnowledge } from '../../domain/past.ts';
import type { StatementLine, StatementQuery } from '../../domain/statement.ts';
import { type WalletId, walletName } from '../../domain/wallet.ts';
import type { Clock } from '../../monitor/clock.ts';
import type { Schema } from '../postgres/connection.ts';
import type { Pool } from '../postgres/pool.ts';
import { type AtQuery, readAt } from './at.ts';
import { readGaps } from './gaps.ts';
import type { HistoryStep } from './history-step.ts';
import {
  type OptionChangeQuery,
  readOptionChanges,
  type StoredOptionChange,
} from './payment-option-changes.ts';
import { readPolls, type StoredPolls } from './polls.ts';
import { readRises, type StoredRise } from './rises.ts';
import { readSparklines, type StoredSparkPoint } from './sparklines.ts';
import { readStatementParts } from './statement.ts';
import {
  findWallet,
  readChart,
  readHistory,
  type StoredHistoryPoint,
  type StoredRange,
  stepFor,
} from './wallet-history.ts';

const SPARKLINES_MS = 30_000;

type QueriedWallet = WalletId & { readonly account: string };

/** Every method rejects when Postgres is away or slow, and when its signal aborts: then the server cancels the statement. */
export interface Queries {
  /** See `readSparklines`; charts may be half a minute old, and all readers share them. */
  sparklines(wallets: readonly QueriedWallet[]): Promise<ReadonlyMap<string, readonly StoredSparkPoint[]>>;
  /** An account's ended polls, the latest first, at most 1,000. */
  polls(account: string, range: StoredRange, signal?: AbortSignal): Promise<StoredPolls>;
  /** See `readChart`; `undefined` when no wallet of that name was ever seen. */
  chart(
    wallet: QueriedWallet,
    range: StoredRange,
    signal?: AbortSignal,
  ): Promise<readonly StoredHistoryPoint[] | undefined>;
  /**
   * Every snapshot, or figures by hour or day, oldest first, in parts that fit into memory; by default the step fits
   * the range.
   *
   * `undefined` when no wallet of that name was ever seen.
   */
  history(
    wallet: QueriedWallet,
    range: StoredRange,
    step?: HistoryStep,
    signal?: AbortSignal,
  ): Promise<AsyncIterable<readonly StoredHistoryPoint[]> | undefined>;
  /** The newest first, at most 1,000. */
  optionChanges(query: OptionChangeQuery, signal?: AbortSignal): Promise<readonly StoredOptionChange[]>;
  /** By account, wallet and day, in parts that fit into memory; each is read on demand. */
  statement(query: StatementQuery, signal?: AbortSignal): AsyncIterable<readonly StatementLine[]>;
  /** What was known at an instant, of these accounts or of all. */
  at(query: AtQuery & { readonly signal?: AbortSignal }): Promise<PastKnowledge>;
  /** The largest rises of a wallet within a range, oldest first; none for a wallet that was never seen. */
  rises(
    wallet: QueriedWallet,
    range: StoredRange,
    most: number,
    signal?: AbortSignal,
  ): Promise<readonly StoredRise[]>;
  /** When an account was not seen, within a range. */
  gaps(account: string, range: StoredRange, signal?: AbortSignal): Promise<Gaps>;
}

export interface QueriesOptions {
  readonly pool: Pool;
  readonly schema: Schema;
  readonly clock: Clock;
}

interface Charts {
  readonly key: string;
  readonly at: number;
  readonly read: Promise<Map<string, StoredSparkPoint[]>>;
}

export function createQueries({ pool, schema, clock }: QueriesOptions): Queries {
  let charts: Charts | undefined;

  const until = (signal?: AbortSignal) => (signal ? pool.until(signal) : pool);

  return {
    sparklines(wallets) {
      const at = clock.monotonic();
      const names = wallets.map(walletName).sort();
      const key = JSON.stringify(names); // sorted: the order changes often, the wallets seldom
      if (charts?.key !== key || at - charts.at >= SPARKLINES_MS) {
        const read = readSparklines(pool, schema, wallets, clock.now());
        const mine = { key, at, read };
        charts = mine;
        read.catch(() => {
          if (charts === mine) charts = undefined;
        });
      }
      return charts.read;
    },
    polls: (account, range, signal) => readPolls(until(signal), schema, account, range),

    async chart(name, range, signal) {
      const wallet = await findWallet(until(signal), schema, name);
      return wallet && (await readChart(until(signal), schema, wallet, range));
    },

    async history(name, range, step = stepFor(range), signal = undefined) {
      const wallet = await findWallet(until(signal), schema, name);
      return wallet && readHistory(until(signal), schema, { wallet, range, step });
    },

    optionChanges: (query, signal) => readOptionChanges(until(signal), schema, query),
    statement: (query, signal) => readStatementParts(until(signal), schema, query),
    at: ({ signal, ...query }) => readAt(until(signal), schema, query),
    async rises(name, range, most, signal) {
      const wallet = await findWallet(until(signal), schema, name);
      return wallet ? await readRises(until(signal), schema, wallet, { range, most }) : [];
    },
    gaps: (account, range, signal) => readGaps(until(signal), schema, account, range),
  };
}
