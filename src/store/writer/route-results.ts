// Results of both kinds on their way to their ledgers, as one destination of the writer.

import type { Observation } from '../../domain/observation.ts';
import type { OptionObservation } from '../../domain/payment-option.ts';
import { isBalances } from '../../domain/poll-result.ts';
import type { Completed } from '../ledger/codec.ts';
import type { BatchWriter } from './write-batch.ts';

/** Where results of one kind go; see {@link BatchWriter}. */
interface Destination<Seen> {
  complete(results: readonly Seen[]): Promise<readonly Completed[]>;
}

export interface Destinations {
  readonly balances: Destination<Observation>;
  readonly options: Destination<OptionObservation>;
}

/**
 * Hands each result of a batch to the ledger of its kind, in a transaction for each.
 *
 * When the second one fails the first has been committed: what it took is `stored` when it is handed over again.
 */
export function routeResults({ balances, options }: Destinations): BatchWriter {
  return {
    async complete(results) {
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
