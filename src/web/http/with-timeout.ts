// What is read from the database for a page or the API may take a second; after that the answer goes out without it.

const MAX_WAIT_MS = 1_000;

/**
 * What the work brings, or `null` when it fails or takes longer than a second: its signal cancels it then. Work that
 * brings no promise is absent, and `null` too.
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
