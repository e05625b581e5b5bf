// The past is asked for as long as a reader would wait; what is now is told without it.

const PATIENCE_MS = 1_000; // for the past: a page without it now is better than one with it later

/** The promise's value, or `null` when there is none, it fails, or it takes longer than we wait. */
export async function withTimeout<T>(promise: Promise<T | undefined> | undefined): Promise<T | null> {
  if (!promise) return null;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, null);
  });
  const value = promise.catch(() => null);
  return (await Promise.race([value, late]).finally(() => clearTimeout(timer))) ?? null;
}
