// The ledger: one row per poll, first its claim, then its result. The lock and the history in one (docs/adr/0004).
import type { Instant, Observation } from '../../domain/observation.ts';
import type { Clock } from '../../monitor/clock.ts';
import type { Ledger } from '../../monitor/storage/ports.ts';
import type { Schema } from '../postgres/connection.ts';
import { withPartitions } from '../postgres/partitions.ts';
import type { Pool } from '../postgres/pool.ts';
import { createClaims } from './claims.ts';
import { completePolls } from './complete-polls.ts';
import { createIds } from './ids.ts';
import { readEnded, readLatest } from './read-polls.ts';

export interface LedgerOptions {
  readonly pool: Pool;
  readonly schema: Schema;
  /** This process' name, as people see it in `polls`. */
  readonly replica: string;
  readonly clock: Clock;
  /** Until when what a poll of this slot sees is to be believed: the board's own rule, kept for the views. */
  readonly staleAt: (account: string, slot: Instant) => Instant;
  /** The time zone of an account's business day; UTC by default. */
  readonly timezone?: (account: string) => string;
  /** Told when our clock is ahead of the database's by more than two seconds, at most every 30 s. */
  readonly onClockAhead?: (byMs: number) => void;
}

export interface PostgresLedger extends Ledger {
  /**
   * Writes results in one transaction, all or none; says of each, in the same order, what became of it.
   *
   * `stored`: it is there now, or was already. `conflict`: another result of the slot was first, or the slot was
   * taken over from us; ours is kept beside it. Rejects with the driver's error; may be tried again as it is.
   */
  close(observations: readonly Observation[]): Promise<('stored' | 'conflict')[]>;
}

/** A ledger over a pool that it doesn't own. Its schema must have been migrated. */
export function createLedger(options: LedgerOptions): PostgresLedger {
  const { pool, schema, replica, clock, staleAt, timezone = () => 'UTC', onClockAhead = () => {} } = options;
  const ids = createIds({ pool, schema, timezone });
  const claims = createClaims({
    pool,
    schema,
    operation: 'balances',
    ids,
    replica,
    clock,
    onClockAhead,
  });

  return {
    claim: (due) => careful(() => claims.claim(due)),
    takeOver: (open, olderThanMs) => careful(() => claims.takeOver(open, olderThanMs)),
    ended: (open) => careful(() => readEnded({ pool, schema, ids }, open)),
    latest: (accounts) => careful(() => readLatest({ pool, schema, ids }, accounts)),

    async close(observations) {
      const context = { pool, schema, ids, replica, staleAt };
      const fates = await careful(() =>
        withPartitions(pool, schema, observations, () => completePolls(context, observations, claims.of)),
      );
      claims.forget(observations);
      return fates;
    },
  };

  /** After any failure the database may be another one than before. */
  async function careful<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      ids.forget();
      throw error;
    }
  }
}
