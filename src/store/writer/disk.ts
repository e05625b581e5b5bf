// The writer's side of the spool: a disk that fails costs what can't be kept on it, and never stops the writing.
import type { PollResult } from '../../domain/poll-result.ts';
import type { Clock } from '../../monitor/clock.ts';
import type { StoreOutcome } from '../../monitor/storage/ports.ts';
import type { Spool } from '../spool/spool.ts';

/** A result on its way. Answered at most once; `id` is its handle in the spool, once it is there. */
export interface Entry {
  readonly result: PollResult;
  /** When it was handed over, by the monotonic clock. */
  readonly since: number;
  answer: ((kept: StoreOutcome) => void) | null;
  id: number | null;
}

/** Told what the disk couldn't keep, or had to. */
export interface DiskEvents {
  /** Postgres refuses this record for ever; it is on the disk, aside. */
  quarantined(result: PollResult, reason: string): void;
  /** Neither Postgres nor the disk took it: it is gone. */
  dropped(result: PollResult, reason: string): void;
  /** The disk refused something else: what Postgres has could not be taken off the queue, or not be read. */
  spoolFailed(error: unknown): void;
}

export interface Disk {
  /** Keeps fresh results and answers them `spooled`. Returns those it refuses, unanswered, and why. */
  keep(entries: readonly Entry[]): { readonly refused: Entry[]; readonly why: string };
  /** The same, but what is refused is dropped. */
  keepOrDrop(entries: readonly Entry[]): void;
  oldest(most: number): Entry[];
  /** Whether results wait on it. */
  isEmpty(): boolean;
  /** Takes off the queue what Postgres has. */
  forget(entries: readonly Entry[]): void;
  setAside(entry: Entry, reason: string): void;
  /** How long not to read from it, since it failed: or the same polls would be written again and again. */
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
      if (id === null && !unanswered(entry)) return; // stored before, and only looked after
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
const AT_ONCE = 524_288; // characters of records that are read at once: some twenty milliseconds
