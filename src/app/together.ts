// Ends that don't need each other. Whoever stops several things that may hang uses it.

/** Brings all of them to their end at the same time, once, however often it is called. */
export function together(...ends: readonly (() => PromiseLike<unknown>)[]): () => Promise<void> {
  let all: Promise<unknown> | undefined;
  return async () => {
    all ??= Promise.all(ends.map((end) => end()));
    await all;
  };
}
