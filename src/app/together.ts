// Ends several things at once, because each of them may hang.

/**
 * Returns a function that calls every `end` at the same time, and only once, however often it is called. Then it throws the
 * first error.
 */
export function together(...ends: readonly (() => PromiseLike<unknown>)[]): () => Promise<void> {
  let all: Promise<readonly PromiseSettledResult<unknown>[]> | undefined;
  return async () => {
    all ??= Promise.allSettled(ends.map(async (end) => await end()));
    const failed = (await all).find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
  };
}
