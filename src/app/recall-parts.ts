// Takes in the parts of an earlier state, each until the database has told it once.
import type { After } from '../store/writer/timer.ts';
import type { Logger } from './log/logger.ts';
import type { Storage } from './storage/storage.ts';

const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;

/** Takes in one part of the earlier state; rejects while it can't be read. */
export type RecallPart = () => Promise<void>;

export interface TakingOptions {
  readonly after: After;
  readonly log: Logger;
  readonly storage: Pick<Storage, 'migrated'>;
}

/** Takes in each part, and retries it until it has succeeded once; calls `taken` after each round. */
export async function takeAll(
  parts: readonly RecallPart[],
  { after, log, storage }: TakingOptions,
  ends: { readonly signal: AbortSignal; isOver(): boolean; taken(failed: readonly RecallPart[]): void },
): Promise<void> {
  let missing = parts;
  await storage.migrated;
  for (let pauseMs = FIRST_RETRY_MS; ; pauseMs = Math.min(pauseMs * 2, MAX_RETRY_MS)) {
    const failed: RecallPart[] = [];
    for (const take of missing) {
      if (ends.isOver()) return;
      try {
        await take();
      } catch (error) {
        if (ends.isOver()) return; // the pool was closed under it
        log.warn({ reason: (error as Error).message }, 'what was known before could not be read');
        failed.push(take);
      }
    }
    if (ends.isOver()) return;
    ends.taken(failed);
    missing = failed;
    if (missing.length === 0) return;
    await pause(after, pauseMs, ends.signal);
  }
}

/** Resolves after so many milliseconds, or at once when the signal aborts. */
export async function pause(after: After, ms: number, signal: AbortSignal): Promise<void> {
  const over = Promise.withResolvers<void>();
  const end = () => over.resolve();
  const forget = after(ms, end);
  signal.addEventListener('abort', end, { once: true });
  await over.promise;
  signal.removeEventListener('abort', end);
  forget();
}
