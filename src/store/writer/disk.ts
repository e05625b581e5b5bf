// The writer's side of the spool. A failing disk loses what it can't keep, but never stops the writing.
import type { PollResult } from '../../domain/poll-result.ts';
import type { Clock } from '../../monitor/clock.ts';
import type { StoreOutcome } from '../../monitor/storage/ports.ts';
import type { Spool } from '../spool/spool.ts';

/** A result on its way. It is answered at most once; `id` is its handle in the spool, once it is there. */
export interface Entry {
  readonly result: PollResult;
  /** When the result came in, by the monotonic clock. */
  readonly since: number;
  answer: ((kept: StoreOutcome) => void) | null;
  id: number | null;
}

/** Called for what the disk could not keep, or had to keep. */
export interface DiskEvents {
  /** Postgres refuses this record for ever; it is set aside on the disk. */
  quarantined(result: PollResult, reason: string): void;
  /** Neither Postgres nor the disk could keep it: it is lost. */
  dropped(result: PollResult, reason: string): void;
  /** Another failure of the disk: stored results could not be removed from the queue, or it could not be read. */
  spoolFailed(error: unknown): void;
}

export interface Disk {
  /** Keeps fresh results and answers them `spooled`. Returns the refused ones, unanswered, and the reason. */
  keep(entries: readonly Entry[]): { readonly refused: Entry[]; readonly why: string };
  /** Does the same, but drops the refused ones. */
  keepOrDrop(entries: readonly Entry[]): void;
  oldest(most: number): Entry[];
  /** Whether no results wait on the disk. */
  isEmpty(): boolean;
  /** Removes results from the queue that Postgres has. */
  forget(entries: readonly Entry[]): void;
  setAside(entry: Entry, reason: string): void;
  /** How long not to read from the disk after a failure: else the same polls would be written again and again. */
  restMs(): number;
}

export function createDisk(spool: Spool, clock: Clock, events: DiskEvents): Disk {
  let restsUntil = 0;

  const disk: Disk = {
    keep(entries) {
      if (entries.length === 0) return { refused: [], why: '' };
      try {
        const ids = spool.append(entries.map((entry) => entry.result));
        for (const [i, entry] of entries.entries()) {
          entry.id = ids[i] ?? null;
          if (entry.id !== null) answer(entry, 'spooled');
        }
        return { refused: entries.filter(unanswered), why: 'the spool is full' };
      } catch (error) {
        return { refused: [...entries], why: (error as Error).message };
      }
    },

    keepOrDrop(entries) {
      const { refused, why } = disk.keep(entries);
      for (const entry of refused) {
        answer(entry, 'dropped');
        events.dropped(entry.result, why);
      }
    },

    oldest: (most) =>
      guarded(
        () => spool.oldest(most, AT_ONCE).map(({ id, result }) => ({ id, result, answer: null, since: 0 })),
        [],
      ),

    isEmpty: () => guarded(() => spool.stats().polls === 0, true),

    forget(entries) {
      const ids = entries.map((entry) => entry.id).filter((id) => id !== null);
      if (ids.length > 0) guarded(() => spool.remove(ids), undefined);
    },

    setAside(entry, reason) {
      const { result, id } = entry;
      if (id === null && !unanswered(entry)) return; // it was stored before, and is only verified
      const aside = () => (id === null ? spool.setAside(result, reason) : spool.quarantine(id, reason));
      const kept = guarded(() => aside() ?? true, false);
      answer(entry, kept ? 'quarantined' : 'dropped');
      if (kept) events.quarantined(result, reason);
      else if (id === null) events.dropped(result, `${reason}; and the disk could not keep it aside`);
    },

    restMs: () => Math.max(0, restsUntil - clock.monotonic()),
  };
  return disk;

  function guarded<T>(work: () => T, otherwise: T): T {
    try {
      return work();
    } catch (error) {
      restsUntil = clock.monotonic() + REST_MS;
      events.spoolFailed(error);
      return otherwise;
    }
  }
}

export function unanswered(entry: Entry): boolean {
  return entry.answer !== null;
}

export function answer(entry: Entry, kept: StoreOutcome): void {
  entry.answer?.(kept);
  entry.answer = null;
}

const REST_MS = 5_000;
const AT_ONCE = 524_288; // characters of records in one read: some twenty milliseconds
