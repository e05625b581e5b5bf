// Writes for which nobody waits: what is noted in one go is one write, since the whole process waits for the disk each time.
import type { KeyValueStore } from '../../monitor/alerts/ports.ts';

export interface LaterWrites extends KeyValueStore {
  /** Writes these as soon as the caller is done. Doesn't throw: what the disk refuses is known until this process ends. */
  saveLater(changes: ReadonlyMap<string, string | null>): void;
}

/** The same shelf. */
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

  /** In their order: the same may have been noted otherwise before. */
  function saveStates(changes: ReadonlyMap<string, string | null>): void {
    const all = waiting.size === 0 ? changes : new Map([...waiting, ...changes]);
    waiting = new Map();
    if (all.size > 0) shelf.saveStates(all);
  }

  function saveWaiting(): void {
    try {
      saveStates(new Map());
    } catch {
      // told by who waits for a write: each new message
    }
  }
}
