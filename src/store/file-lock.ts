import { DatabaseSync } from 'node:sqlite';

/**
 * Takes the lock file at `path` for this process, or returns `undefined` when somebody alive holds it.
 *
 * The kernel holds the lock (SQLite's own), so it ends with the process, however that dies; the file stays.
 * Dispose to give it back.
 */
export function tryLock(path: string): Disposable | undefined {
  const file = new DatabaseSync(path, { timeout: 0 });
  try {
    file.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    file.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
  return { [Symbol.dispose]: () => file.isOpen && file.close() };
}

function isBusy(error: unknown): boolean {
  const BUSY = 5; // SQLITE_BUSY
  return error instanceof Error && 'errcode' in error && error.errcode === BUSY;
}
