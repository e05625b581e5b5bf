// Writes to the disk in turns of some milliseconds, because a write blocks everything else. Between the turns, the
// event loop can run.
import { type BatchLimits, batchLength } from './batch.ts';
import { type Disk, type Entry, unanswered } from './disk.ts';
import type { After } from './timer.ts';

const AT_A_TURN: BatchLimits = { polls: 250, records: 5_000 };

export interface DiskTurns {
  /** How many of the first entries fit into one turn. */
  length(entries: readonly Entry[]): number;
  /** Keeps or drops these entries in order, if they are still unanswered at their turn; the first turn is at once. */
  add(entries: readonly Entry[]): void;
  /** Does all that is left at once. */
  finish(): void;
}

export interface DiskTurnsOptions {
  readonly disk: Disk;
  readonly after: After;
  /** Called after each turn except the first. */
  readonly onTurn: () => void;
}

export function createDiskTurns({ disk, after, onTurn }: DiskTurnsOptions): DiskTurns {
  const queue = new Set<Entry>();
  const length = (entries: readonly Entry[]) => batchLength(entries, AT_A_TURN);

  return {
    length,
    add(entries) {
      const isIdle = queue.size === 0;
      for (const entry of entries) queue.add(entry);
      if (isIdle) turn();
    },
    finish() {
      while (queue.size > 0) takeFirst();
    },
  };

  function turn(): void {
    takeFirst();
    if (queue.size === 0) return;
    after(0, () => {
      turn();
      onTurn();
    });
  }

  function takeFirst(): void {
    const left = [...queue].filter(unanswered); // Postgres may have stored some meanwhile
    queue.clear();
    const now = length(left);
    disk.keepOrDrop(left.slice(0, now));
    for (const entry of left.slice(now)) queue.add(entry);
  }
}
