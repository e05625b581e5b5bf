// What the page, the API and the command line read of the past.
import type { Instant } from '../domain/observation.ts';
import type { Clock } from '../monitor/ports.ts';
import { quoteSchema } from './connection.ts';
import { type PollRow, readPolls } from './polls.ts';
import type { Pool } from './pool.ts';
import { readSparklines, type SparkPoint } from './sparklines.ts';

const SPARKLINES_MS = 30_000;

/** From its first instant up to, and without, its last. */
export interface Range {
  readonly from: Instant;
  readonly to: Instant;
}

/** Every method rejects when Postgres is away or slow. */
export interface Readings {
  /** See `readSparklines`; a chart may be half a minute old, however many look at it. */
  sparklines(): Promise<ReadonlyMap<string, readonly SparkPoint[]>>;
  /** An account's polls that have ended, the latest first, at most 1,000. */
  polls(account: string, range: Range): Promise<readonly PollRow[]>;
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
  };
}
