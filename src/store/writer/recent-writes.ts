// Remembers the last stored results in memory: a failover to a standby may lose what its primary acknowledged.
import { type PollResult, recordCount } from '../../domain/poll-result.ts';

export interface RecentWrites {
  /** Remembers results that Postgres has just acknowledged. */
  keep(stored: readonly PollResult[]): void;
  /** The remembered results, oldest first, in the batches in which they were written. */
  batches(): readonly (readonly PollResult[])[];
}

/** Remembers the last quarter of an hour, but at most `most` wallets or payment options (about 200 bytes each). */
export function createRecentWrites(monotonic: () => number, most = 50_000): RecentWrites {
  let kept: { readonly at: number; readonly stored: readonly PollResult[]; readonly size: number }[] = [];
  let size = 0;
  return {
    keep(stored) {
      if (stored.length === 0) return;
      const at = monotonic();
      const added = stored.reduce((sum, each) => sum + recordCount(each), 0);
      kept.push({ at, stored, size: added });
      size += added;
      const expired = kept.findIndex((each) => {
        const fits = each.at >= at - KEEP_MS && size <= most;
        if (!fits) size -= each.size;
        return fits;
      });
      if (expired > 0) kept = kept.slice(expired);
      else if (expired === -1) kept = [];
    },
    batches: () => kept.map((each) => each.stored),
  };
}

const KEEP_MS = 15 * 60_000;
