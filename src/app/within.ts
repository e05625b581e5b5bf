// The end of patience with what may take long.
import type { After } from '../store/writer/timer.ts';

/** Resolves when the promise does, or after so long: it goes on by itself then. */
export async function within(ms: number, promise: Promise<void>, after: After): Promise<void> {
  const late = Promise.withResolvers<void>();
  const forget = after(ms, late.resolve);
  await Promise.race([promise, late.promise]);
  forget();
}
