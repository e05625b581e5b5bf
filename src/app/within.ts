// The end of patience with what may take long.
import type { After } from '../store/writer/timer.ts';

/** Resolves when the promise does, after so long, or by the signal: it goes on by itself then. */
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
