// What the page, the API and the command line read of the past.
import type { WalletId } from '../../domain/wallet.ts';
import type { Clock } from '../../monitor/ports.ts';
import { quoteSchema } from '../postgres/connection.ts';
import type { Pool } from '../postgres/pool.ts';
import { type OptionChange, readOptionChanges } from './payment-option-changes.ts';
import { type PollRow, readPolls } from './polls.ts';
import { readSparklines, type SparkPoint } from './sparklines.ts';
import { readStatement, type StatementLine, type StatementQuery } from './statement.ts';
import {
  findWallet,
  type HistoryPoint,
  type Range,
  readChart,
  readHistory,
  type Step,
  stepFor,
} from './wallet-history.ts';

const SPARKLINES_MS = 30_000;

type WalletName = WalletId & { readonly account: string };

/** Every method rejects when Postgres is away or slow. */
export interface Readings {
  /** See `readSparklines`; a chart may be half a minute old, however many look at it. */
  sparklines(): Promise<ReadonlyMap<string, readonly SparkPoint[]>>;
  /** An account's polls that have ended, the latest first, at most 1,000. */
  polls(account: string, range: Range): Promise<readonly PollRow[]>;
  /** See `readChart`; `undefined` when no wallet of the name was ever seen. */
  chart(wallet: WalletName, range: Range): Promise<readonly HistoryPoint[] | undefined>;
  /**
   * Oldest first: every snapshot (a year of minutes is half a million), or figures by hour or day; by default what
   * suits the range. `undefined` when no wallet of the name was ever seen.
   */
  history(wallet: WalletName, range: Range, step?: Step): Promise<readonly HistoryPoint[] | undefined>;
  /** The newest first, at most 1,000. */
  optionChanges(accounts: readonly string[], since: number): Promise<readonly OptionChange[]>;
  statement(query: StatementQuery): Promise<readonly StatementLine[]>;
}

export interface ReadingsOptions {
  readonly pool: Pool;
  readonly schema: string;
  readonly clock: Clock;
}

export function createReadings({ pool, schema, clock }: ReadingsOptions): Readings {
  const home = quoteSchema(schema);
  let charts: { readonly at: number; readonly read: Promise<Map<string, SparkPoint[]>> } | undefined;

  return {
    sparklines() {
      const at = clock.monotonic();
      if (!charts || at - charts.at >= SPARKLINES_MS) {
        const read = readSparklines(pool, home, clock.now());
        const mine = { at, read };
        charts = mine;
        read.catch(() => {
          if (charts === mine) charts = undefined;
        });
      }
      return charts.read;
    },
    polls: (account, range) => readPolls(pool, home, account, range),

    async chart(name, range) {
      const wallet = await findWallet(pool, home, name);
      return wallet && (await readChart(pool, home, wallet, range));
    },

    async history(name, range, step = stepFor(range)) {
      const wallet = await findWallet(pool, home, name);
      if (!wallet) return undefined;
      const points: HistoryPoint[] = [];
      for await (const part of readHistory(pool, home, { wallet, range, step })) points.push(...part);
      return points;
    },

    optionChanges: (accounts, since) => readOptionChanges(pool, home, { accounts, since }),
    statement: (query) => readStatement(pool, home, query),
  };
}
