// Limits how much is done at once: in one transaction, or in one turn of the disk.
import { recordCount } from '../../domain/poll-result.ts';
import type { Entry } from './disk.ts';

export interface BatchLimits {
  readonly polls: number;
  /** Wallets or payment options. */
  readonly records: number;
}

/** How many of the first entries fit within the limits; one at least, unless there are none. */
export function batchLength(entries: readonly Entry[], most: BatchLimits): number {
  let records = 0;
  const beyond = entries.findIndex(({ result }, i) => {
    records += recordCount(result);
    return i > 0 && (records > most.records || i >= most.polls);
  });
  return beyond === -1 ? entries.length : beyond;
}
