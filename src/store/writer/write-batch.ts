// Writes one batch into Postgres: each result goes to the ledger of its kind. Decides what happens to each result,
// whatever Postgres answers. Used by `result-writer.ts`; the app passes the ledgers.
import type { Observation } from '../../domain/observation.ts';
import type { OptionObservation } from '../../domain/payment-option.ts';
import { isBalances, type PollResult } from '../../domain/poll-result.ts';
import type { Completed } from '../ledger/codec.ts';
import { classifyFailure, type WriteFailure } from '../postgres/sqlstate.ts';

/** What the writer needs from the ledgers. */
export interface BatchWriter {
  /**
   * Writes results in one transaction, all or none; returns for each, in the same order, what happened to it.
   *
   * Idempotent: a result that an earlier write stored without an acknowledgement is `stored`. Rejects with the
   * driver's error. Settles by its own timeouts.
   */
  complete(results: readonly PollResult[]): Promise<readonly Completed[]>;
}

/** The ledger for results of one kind; see {@link BatchWriter}. */
interface Ledger<Seen> {
  complete(results: readonly Seen[]): Promise<readonly Completed[]>;
}

export interface Ledgers {
  readonly balances: Ledger<Observation>;
  readonly options: Ledger<OptionObservation>;
  /** Why nothing may be written yet, in a sentence; `null` when writing is allowed. */
  notReady(): string | null;
}

/**
 * Passes each result of a batch to the ledger of its kind, in one transaction for each ledger.
 *
 * When the second ledger fails, the first has committed: its results are `stored` when they come again.
 */
export function createBatchWriter({ balances, options, notReady }: Ledgers): BatchWriter {
  return {
    async complete(results) {
      const reason = notReady();
      if (reason !== null) throw new Error(reason);
      const ofBalances = results.filter(isBalances);
      const ofOptions = results.filter((result): result is OptionObservation => !isBalances(result));
      const stored = [
        ...(ofBalances.length > 0 ? await balances.complete(ofBalances) : []),
        ...(ofOptions.length > 0 ? await options.complete(ofOptions) : []),
      ];
      const outcomes = new Map(
        [...ofBalances, ...ofOptions].map((result, i) => [result, stored[i]] as const),
      );
      return results.map((result) => outcomes.get(result)!);
    },
  };
}

/** What happened to one result. */
export type WriteResult =
  | { readonly kind: 'stored' | 'conflict' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'failed'; readonly verdict: WriteFailure };

/**
 * Writes a batch and never rejects.
 *
 * A batch that Postgres refuses for ever is halved until the bad record is alone, so that it does not block the
 * others. A write that failed by contention (a deadlock, a serialization failure) runs again at once, at most twice.
 * Any other failure ends the batch: results that are not written by then have `failed`.
 */
export async function writeBatch(writer: BatchWriter, batch: readonly PollResult[]): Promise<WriteResult[]> {
  const verdict = await attempt();
  if (Array.isArray(verdict)) return verdict;
  const { policy, reason } = verdict;
  if (policy === 'retry' || policy === 'config') return batch.map(() => ({ kind: 'failed', verdict }));
  if (batch.length === 1) return [policy === 'success' ? { kind: 'stored' } : { kind: 'refused', reason }];

  const middle = Math.ceil(batch.length / 2);
  const results = await writeBatch(writer, batch.slice(0, middle));
  const failed = results.find((result) => result.kind === 'failed');
  const rest = batch.slice(middle);
  return [...results, ...(failed ? rest.map(() => failed) : await writeBatch(writer, rest))];

  async function attempt(retries = 2): Promise<WriteResult[] | WriteFailure> {
    try {
      const answers = await writer.complete(batch);
      if (answers.length !== batch.length) throw new Error('the ledger did not answer for each result');
      return answers.map((kind) => (kind === 'future' ? FUTURE : { kind }));
    } catch (error) {
      const verdict = classifyFailure(error);
      return verdict.contention && retries > 0 ? attempt(retries - 1) : verdict;
    }
  }
}

/** Why a result is refused and set aside when its slot is ahead of the database's clock. */
export const FUTURE_REASON =
  "its slot lies ahead of the database's clock: ours or the database's is wrong (see ClockSkewed)";

const FUTURE: WriteResult = { kind: 'refused', reason: FUTURE_REASON };

/** The result of a write that was given up: nobody knows whether it was stored. */
export const ENDLESS: WriteResult = {
  kind: 'failed',
  verdict: {
    policy: 'retry',
    sqlstate: null,
    reason: 'a write did not end',
    contention: false,
    disconnected: true,
  },
};
