// What the spool does for others, and what it tells.
import type { Instant } from '../../domain/observation.ts';
import type { PollResult } from '../../domain/poll-result.ts';
import type { SpoolError } from './spool-file.ts';

/** A place in the order of the queue: by slot, then by handle. */
export interface Place {
  readonly slot: Instant;
  readonly id: number;
}

/** A waiting result and the handle by which it is removed. */
export interface Waiting {
  readonly id: number;
  readonly result: PollResult;
}

/** How full the spool is. */
export interface SpoolStats {
  /** Polls that wait for Postgres. */
  readonly polls: number;
  /** Bytes of their records; the file itself is about a fifth larger. */
  readonly bytes: number;
  /** The oldest slot that waits; `null` when none does. */
  readonly oldest: Instant | null;
  /** Polls set aside for good: until somebody looks at them. */
  readonly quarantined: number;
  /** Bytes of waiting records beyond which no more is taken: the limit less what is set aside. */
  readonly maxBytes: number;
}

/** What an operator must hear of. */
export type SpoolTrouble =
  /** The file was broken; it lies at `movedTo`, what could be read of it has been carried over. */
  | {
      readonly kind: 'replaced';
      readonly movedTo: string;
      readonly saved: number;
      readonly cause: SpoolError;
    }
  /** A broken file of 0.1.0 was found; `saved` records of it were carried over, `null`: that failed, as without room. */
  | { readonly kind: 'left_behind'; readonly file: string; readonly saved: number | null }
  /** A record can't be read any more and was set aside: bits have changed on the disk. */
  | { readonly kind: 'unreadable'; readonly slot: Instant; readonly reason: string };

export interface Spool extends Disposable {
  /**
   * Keeps the results: on the disk when it returns, all in one commit. Returns a handle for each; `null` for
   * one that is beyond the limit, and thus not kept. Throws a {@link SpoolError} when nothing could be kept.
   */
  append(results: readonly PollResult[]): readonly (number | null)[];
  /**
   * The results of the oldest slots, in the order of their slots, until their records have more than `mostText`
   * characters together: one at least. Unreadable ones are set aside on the way.
   */
  oldest(most: number, mostText?: number): readonly Waiting[];
  /**
   * The results of the newest slots, the newest first, none older than `since`: from where an earlier answer says
   * `next`, which is `null` at the end. Unreadable ones are passed over.
   */
  newest(range: { readonly since: Instant; readonly from: Place | null; readonly most: number }): {
    readonly waiting: readonly Waiting[];
    readonly next: Place | null;
  };
  /** Forgets what Postgres has. */
  remove(ids: readonly number[]): void;
  /** Sets a waiting record aside, out of the way of the others. */
  quarantine(id: number, reason: string): void;
  /** Sets a result aside that never waited; `false` when there is no room for it. */
  setAside(result: PollResult, reason: string): boolean;
  /**
   * Lets what was set aside for a reason since an instant wait again, so many at the most, the first set aside first: from where
   * an earlier answer says `next`, which is `null` at the end. Returns how many.
   */
  putBack(aside: {
    readonly reason: string;
    readonly since: Instant;
    readonly from?: number | undefined;
    readonly most: number;
  }): { readonly polls: number; readonly next: number | null };
  stats(): SpoolStats;
  /**
   * Keeps small texts by name, for whoever must survive a restart while Postgres is away (the alerts); `null`
   * removes one. On the disk when it returns, all or nothing; outside the limit.
   */
  saveStates(changes: ReadonlyMap<string, string | null>): void;
  loadStates(): Map<string, string>;
}

export interface SpoolOptions {
  /** Default 256 MiB. */
  readonly maxBytes?: number;
  /** Held back to drain on a full disk. Default 8 MiB: SQLite's log at its usual longest, twice. */
  readonly reserveBytes?: number;
  readonly now: () => Instant;
  readonly onTrouble: (trouble: SpoolTrouble) => void;
}
