// Limits how long a page or the API waits for the database: a second, or a second for each part of a long answer. After that
// the answer goes out without it.

const MAX_WAIT_MS = 1_000;

/**
 * The result of the work, or `null` when it fails or takes longer than a second; its signal cancels it then. Work that gets
 * its result in parts calls `goesOn` after each, and has another second then. Absent work returns no promise, and gives
 * `null` too.
 */
export async function withTimeout<T>(
  work: (signal: AbortSignal, goesOn: () => void) => Promise<T | undefined> | undefined,
): Promise<T | null> {
  const late = new AbortController();
  const { promise: given, resolve: giveUp } = Promise.withResolvers<null>();
  const timer = setTimeout(() => {
    late.abort();
    giveUp(null);
  }, MAX_WAIT_MS);
  try {
    const goesOn = () => void (late.signal.aborted || timer.refresh());
    const promise = work(late.signal, goesOn);
    return (promise && (await Promise.race([promise.catch(() => null), given]))) ?? null;
  } finally {
    clearTimeout(timer);
  }
}
