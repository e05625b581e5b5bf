// Keeps the last figures for when they can't be read: a failing disk must stop neither polls nor alerts. `storage.ts` uses it.

/** Returns a reader that repeats the last value while `read` throws. Reads once at first, and throws when that fails. */
export function lastKnown<T>(read: () => T): () => T {
  let last = read();
  return () => {
    try {
      last = read();
    } catch {
      // the writer tells it: it tries to write each result
    }
    return last;
  };
}
