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
  const forget = after(ms, late.resolve);
  signal?.addEventListener('abort', () => late.resolve(), { once: true });
  await Promise.race([promise, late.promise]);
  forget();
}
