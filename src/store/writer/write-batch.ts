// One batch on its way into Postgres: each result goes to the ledger of its kind; and what becomes of each, whatever
// Postgres answers. Used by `result-writer.ts`; the app names the ledgers.
import type { Observation } from '../../domain/observation.ts';
import type { OptionObservation } from '../../domain/payment-option.ts';
import { isBalances, type PollResult } from '../../domain/poll-result.ts';
import type { Completed } from '../ledger/codec.ts';
import { classifyFailure, type WriteFailure } from '../postgres/sqlstate.ts';

/** What the writer needs of the ledgers. */
export interface BatchWriter {
  /**
   * Writes results in one transaction, all or none, and says of each what became of it, in the same order.
   *
   * Idempotent: a result that is there already, because an earlier write of the same one was committed and its
   * acknowledgement lost, is `stored`. Rejects with the driver's error. Settles by its own timeouts.
   */
  complete(results: readonly PollResult[]): Promise<readonly Completed[]>;
}

/** The ledgers: where results of one kind go; see {@link BatchWriter}. */
interface Ledger<Seen> {
  complete(results: readonly Seen[]): Promise<readonly Completed[]>;
}

export interface Ledgers {
  readonly balances: Ledger<Observation>;
  readonly options: Ledger<OptionObservation>;
  /** Why nothing may be written yet, in a sentence; `null` when it may. */
  notReady(): string | null;
}

/**
 * Hands each result of a batch to the ledger of its kind, in a transaction for each.
 *
 * When the second one fails the first has been committed: what it took is `stored` when it is handed over again.
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

/** What became of one result. */
export type WriteResult =
  | { readonly kind: 'stored' | 'conflict' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'failed'; readonly verdict: WriteFailure };

/**
 * Writes a batch and never rejects.
 *
 * A batch that Postgres refuses for ever is halved until the record that spoils it is alone, so that it keeps no other
 * back. What failed by contention (a deadlock, a serialization failure) is run again at once, twice at most. Any other
 * failure ends it: what isn't written by then has `failed`.
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

/** Why a result is refused, and set aside, whose slot lies ahead of the database's clock. */
export const FUTURE_REASON =
  "its slot lies ahead of the database's clock: ours or the database's is wrong (see ClockSkewed)";

const FUTURE: WriteResult = { kind: 'refused', reason: FUTURE_REASON };

/** Of a write that was given up: whether it was stored is not known. */
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
