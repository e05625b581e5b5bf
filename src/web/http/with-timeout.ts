// What is read from the database for a page or the API may take a second; after that the answer goes out without it.

const MAX_WAIT_MS = 1_000;

/** The promise's value, or `null` when there is no promise, it fails, or it takes longer than a second. */
export async function withTimeout<T>(promise: Promise<T | undefined> | undefined): Promise<T | null> {
  if (!promise) return null;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, MAX_WAIT_MS, null);
  });
  const value = promise.catch(() => null);
  return (await Promise.race([value, late]).finally(() => clearTimeout(timer))) ?? null;
}
