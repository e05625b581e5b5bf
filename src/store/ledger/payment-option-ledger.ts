// The ledger of payment options: claims and results as for balances, and of what was seen only what is new.
import type { Instant } from '../../domain/observation.ts';
import { succeeded } from '../../domain/observation.ts';
import type { OptionObservation } from '../../domain/payment-option.ts';
import type { OptionLedger } from '../../monitor/storage/ports.ts';
import { withPartitions } from '../postgres/partitions.ts';
import { createClaims } from './claims.ts';
import { createIds } from './ids.ts';
import type { LedgerOptions } from './ledger.ts';
import { stored as storedNames } from './payment-option-rows.ts';
import { applySeen } from './payment-option-state.ts';
import { type Result, type RowsContext, resultKey, writeRows, writtenKey } from './poll-rows.ts';
import { readEndedOptions, readLatestOptions } from './read-payment-option-polls.ts';
import { recordConflicts } from './record-conflicts.ts';

/** A ledger over a pool that it doesn't own. Its schema must have been migrated. */
export function createOptionLedger(options: LedgerOptions): OptionLedger {
  const { pool, schema, replica, clock, staleAt, timezone = () => 'UTC', onClockAhead = () => {} } = options;
  const operation = 'options';
  const ids = createIds({ pool, schema, timezone });
  const claims = createClaims({ pool, schema, operation, ids, replica, clock, onClockAhead });
  const rows: RowsContext<OptionObservation> = {
    schema,
    operation,
    replica,
    staleAt,
    count: (observation) => observation.options.length,
    unreadable: ({ unreadable }) =>
      unreadable.length === 0 ? null : JSON.stringify(unreadable.map(storedNames)),
    records: (observation) => JSON.stringify(observation.options.map(storedNames)),
  };

  return {
    claim: (due) => careful(() => claims.claim(due)),
    takeOver: (open, olderThanMs) => careful(() => claims.takeOver(open, olderThanMs)),
    ended: (open) => careful(() => readEndedOptions({ pool, schema, ids }, open)),
    latest: (accounts) => careful(() => readLatestOptions({ pool, schema, ids }, accounts)),

    async close(observations) {
      if (observations.length === 0) return [];
      const fates = await careful(() =>
        withPartitions(pool, schema, observations, () => closeAll(observations)),
      );
      claims.forget(observations);
      return fates;
    },
  };

  async function closeAll(observations: readonly OptionObservation[]): Promise<('stored' | 'conflict')[]> {
    const accounts = await ids.accounts(observations.map(({ account }) => account));
    const results = observations.map((observation) => ({
      accountId: accounts.get(observation.account)!,
      claim: claims.of(observation),
      observation,
    }));
    const first = new Map<string, Result<OptionObservation>>();
    for (const result of results) if (!first.has(resultKey(result))) first.set(resultKey(result), result);
    const batch = [...first.values()].sort(
      (a, b) => a.accountId - b.accountId || a.observation.slot - b.observation.slot,
    );
    return await pool.transaction(async (tx) => {
      const written = new Set((await writeRows(tx, rows, batch)).map(writtenKey));
      const good = batch.filter(
        (each) => written.has(resultKey(each)) && succeeded(each.observation.outcome),
      );
      if (good.length > 0) await applySeen(tx, schema, good.map(believed));
      const rest = results.filter(
        (each) => !written.has(resultKey(each)) || first.get(resultKey(each)) !== each,
      );
      const losers = new Set(rest.length > 0 ? await recordConflicts(tx, rows, rest) : []);
      return results.map((each) => (losers.has(each) ? 'conflict' : 'stored'));
    });
  }

  function believed({ accountId, observation }: Result<OptionObservation>) {
    const until: Instant = staleAt(observation.account, observation.slot);
    return { accountId, observation, staleAt: until };
  }

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
