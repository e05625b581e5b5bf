// Ends that don't need each other. Whoever stops several things that may hang uses it.

/** Brings all of them to their end at the same time, once, however often it is called; then throws what one of them has thrown. */
export function together(...ends: readonly (() => PromiseLike<unknown>)[]): () => Promise<void> {
  let all: Promise<readonly PromiseSettledResult<unknown>[]> | undefined;
  return async () => {
    all ??= Promise.allSettled(ends.map(async (end) => await end()));
    const failed = (await all).find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
  };
}
