// Limits how long a page or the API waits for the database: a second, or a second for each part of a long answer. After that
// the answer goes out without it.

const MAX_WAIT_MS = 1_000;
const MAX_PARTS_MS = 30_000; // whoever reads a page has gone by then

/**
 * The result of the work, or `null` when it fails or takes longer than a second; its signal cancels it then. Work that gets
 * its result in parts calls `goesOn` after each, and has another second then, for half a minute in all. Absent work returns no
 * promise, and gives `null` too.
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
    const until = performance.now() + MAX_PARTS_MS;
    const goesOn = () => void (late.signal.aborted || performance.now() > until || timer.refresh());
    const promise = work(late.signal, goesOn);
    return (promise && (await Promise.race([promise.catch(() => null), given]))) ?? null;
  } finally {
    clearTimeout(timer);
  }
}
