// Limits the wait for a promise.
import type { After } from '../store/writer/timer.ts';

/**
 * Resolves when the promise does, after so many milliseconds, or when the signal aborts. The work of the promise goes on by
 * itself.
 */
export async function within(
  ms: number,
  promise: Promise<void>,
  { after, signal }: { readonly after: After; readonly signal?: AbortSignal | undefined },
): Promise<void> {
  if (signal?.aborted) return;
  const late = Promise.withResolvers<void>();
  const giveUp = () => late.resolve();
  const forget = after(ms, giveUp);
  signal?.addEventListener('abort', giveUp);
  try {
    await Promise.race([promise, late.promise]);
  } finally {
    forget();
    signal?.removeEventListener('abort', giveUp);
  }
}
