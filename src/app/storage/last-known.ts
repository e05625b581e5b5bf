// Figures that are still told when they can't be read: a sick disk must stop neither polls nor alerts. `storage.ts` uses it.

/** What was last read, while reading throws; reads once at first, and throws what that does. */
export function lastKnown<T>(read: () => T): () => T {
  let last = read();
  return () => {
    try {
      last = read();
    } catch {
      // told by who writes to it: it is tried with each result
    }
    return last;
  };
}
