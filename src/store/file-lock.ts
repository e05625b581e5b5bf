// A lock between processes of this machine, on the embedded server's folder, the spool's, and the target of an export.
import { chmodSync, closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/**
 * Takes the lock file at `path` for this process; returns `undefined` when a live process holds it.
 *
 * The kernel holds the lock (SQLite's own), so it ends with the process, however the process dies; the file stays.
 * Dispose to give the lock back.
 */
export function tryLock(path: string): Disposable | undefined {
  ownOnly(path);
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

/** Makes the file readable by us alone: any process that can read it could hold the lock. */
function ownOnly(path: string): void {
  closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
}

function isBusy(error: unknown): boolean {
  const BUSY = 5; // SQLITE_BUSY
  return error instanceof Error && 'errcode' in error && error.errcode === BUSY;
}
