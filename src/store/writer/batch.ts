// How much is done at once: in a transaction, or in one turn of the disk.
import type { Entry } from './disk.ts';

export interface Most {
  readonly polls: number;
  readonly snapshots: number;
}

/** How many of the first entries are within the limits; one at least, unless there are none. */
export function batchLength(entries: readonly Entry[], most: Most): number {
  let snapshots = 0;
  const beyond = entries.findIndex(({ observation }, i) => {
    snapshots += observation.wallets.length;
    return i > 0 && (snapshots > most.snapshots || i >= most.polls);
  });
  return beyond < 0 ? entries.length : beyond;
}
