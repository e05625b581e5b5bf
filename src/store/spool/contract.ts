// The interface of the spool, and what it reports.
import type { Instant } from '../../domain/observation.ts';
import type { PollResult } from '../../domain/poll-result.ts';
import type { SpoolError } from './spool-file.ts';

/** A position in the order of the queue: by slot, then by handle. */
export interface Place {
  readonly slot: Instant;
  readonly id: number;
}

/** A waiting result, and the handle that removes it. */
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
  /** The oldest waiting slot; `null` when none waits. */
  readonly oldest: Instant | null;
  /** Polls that are set aside, until somebody looks at them. */
  readonly quarantined: number;
  /** The most bytes of waiting records: the limit minus the bytes that are set aside. */
  readonly maxBytes: number;
}

/** Trouble that an operator must know of. */
export type SpoolTrouble =
  /** The file was broken and is now at `movedTo`; its readable records were copied to a new file. */
  | {
      readonly kind: 'replaced';
      readonly movedTo: string;
      readonly saved: number;
      readonly cause: SpoolError;
    }
  /** There was a broken file of 0.1.0; `saved` of its records were copied, or `null` when that failed, as without room. */
  | { readonly kind: 'left_behind'; readonly file: string; readonly saved: number | null }
  /** A record can't be read any more and was set aside: bits have changed on the disk. */
  | { readonly kind: 'unreadable'; readonly slot: Instant; readonly reason: string };

export interface Spool extends Disposable {
  /**
   * Keeps the results in one commit, on the disk when it returns.
   *
   * Returns a handle for each; `null` for one beyond the limit, which is not kept. Throws a {@link SpoolError} when
   * nothing could be kept.
   */
  append(results: readonly PollResult[]): readonly (number | null)[];
  /**
   * The results of the oldest slots, oldest first.
   *
   * Stops before their records exceed `mostText` characters together, but returns one at least. Sets unreadable ones
   * aside.
   */
  oldest(most: number, mostText?: number): readonly Waiting[];
  /**
   * The results of the newest slots, newest first, none older than `since`.
   *
   * Starts where `next` of an earlier answer says; `next` is `null` at the end. Leaves unreadable ones out.
   */
  newest(range: { readonly since: Instant; readonly from: Place | null; readonly most: number }): {
    readonly waiting: readonly Waiting[];
    readonly next: Place | null;
  };
  /** Removes results that Postgres has. */
  remove(ids: readonly number[]): void;
  /** Sets a waiting record aside, so that it does not block the others. */
  quarantine(id: number, reason: string): void;
  /** Sets a result aside that never waited; `false` when there is no room for it. */
  setAside(result: PollResult, reason: string): boolean;
  /**
   * Returns records to the queue that were set aside for `reason` since an instant, at most `most`, the earliest
   * first.
   *
   * Starts where `next` of an earlier answer says; `next` is `null` at the end. Returns how many.
   */
  putBack(aside: {
    readonly reason: string;
    readonly since: Instant;
    readonly from?: number | undefined;
    readonly most: number;
  }): { readonly polls: number; readonly next: number | null };
  stats(): SpoolStats;
  /**
   * Keeps small texts by name, for data that must survive a restart while Postgres is away (the alerts).
   *
   * `null` removes one. All or nothing, on the disk when it returns; they do not count towards the limit.
   */
  saveStates(changes: ReadonlyMap<string, string | null>): void;
  loadStates(): Map<string, string>;
}

export interface SpoolOptions {
  /** Default 256 MiB. */
  readonly maxBytes?: number;
  /** Bytes kept free to empty the spool on a full disk. Default 8 MiB: twice the usual greatest length of SQLite's WAL. */
  readonly reserveBytes?: number;
  readonly now: () => Instant;
  readonly onTrouble: (trouble: SpoolTrouble) => void;
}
