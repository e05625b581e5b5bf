// Writes for which nobody waits. All that is noted in one turn becomes one write, since the whole process waits for the disk
// each time.
import type { KeyValueStore } from '../../monitor/alerts/ports.ts';

export interface LaterWrites extends KeyValueStore {
  /**
   * Writes these as soon as the caller is done. Doesn't throw: changes that the disk refuses are known only until this process
   * ends.
   */
  saveLater(changes: ReadonlyMap<string, string | null>): void;
}

/** Adds later writes to a shelf. */
export function createLaterWrites(shelf: KeyValueStore): LaterWrites {
  let waiting = new Map<string, string | null>();
  return {
    loadStates: () => shelf.loadStates(),
    saveStates,

    saveLater(changes) {
      if (waiting.size === 0 && changes.size > 0) queueMicrotask(saveWaiting);
      for (const [name, text] of changes) waiting.set(name, text);
    },
  };

  /** In their order: an earlier note may be about the same name. */
  function saveStates(changes: ReadonlyMap<string, string | null>): void {
    const all = new Map([...waiting, ...changes]);
    waiting = new Map();
    if (all.size > 0) shelf.saveStates(all);
  }

  function saveWaiting(): void {
    try {
      saveStates(new Map());
    } catch {
      // reported by the next write that somebody waits for: each new message is one
    }
  }
}
