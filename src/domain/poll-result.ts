// A finished poll of either operation: slots of both are claimed, and their results stored and spooled, in the same way.
// Used by the store and the spool.
import type { Observation } from './observation.ts';
import type { OptionObservation } from './payment-option.ts';

/** What a poll reads; part of its identity in the ledger. */
export type PolledOperation = 'balances' | 'options';

/** One finished poll of either operation. */
export type PollResult = Observation | OptionObservation;

/** Whether it is a poll of balances, and not one of payment options. */
export function isBalances(result: PollResult): result is Observation {
  return 'wallets' in result;
}

/** How many wallets or payment options it read: a measure of what it costs to keep it. */
export function recordCount(result: PollResult): number {
  return isBalances(result) ? result.wallets.length : result.options.length;
}
