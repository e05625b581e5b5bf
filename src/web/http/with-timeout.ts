// Limits reads from the database for a page or the API to one second; after that the answer goes out without them.

const MAX_WAIT_MS = 1_000;

/**
 * The result of the work, or `null` when it fails or takes longer than a second; its signal cancels it then. Absent work
 * returns no promise, and gives `null` too.
 */
export async function withTimeout<T>(
  work: (signal: AbortSignal) => Promise<T | undefined> | undefined,
): Promise<T | null> {
  const signal = AbortSignal.timeout(MAX_WAIT_MS);
  const promise = work(signal);
  if (!promise) return null;
  const { promise: late, resolve } = Promise.withResolvers<null>();
  signal.addEventListener('abort', () => resolve(null), { once: true });
  return (await Promise.race([promise.catch(() => null), late])) ?? null;
}
