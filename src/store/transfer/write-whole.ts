// Writes files that exist whole or not at all, whatever happens meanwhile, and that only their owner can read.
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { fileError } from './export-error.ts';

const OWN = 0o600;

/** Writes a small file. Throws a sentence when it can't be written. */
export function writeWhole(path: string, text: string): void {
  const half = halfOf(path);
  try {
    const file = openSync(half, 'w', OWN);
    try {
      writeFileSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(half, path);
  } catch (cause) {
    throw withoutHalf(path, cause);
  }
}

/**
 * Lets `write` make a file beside the path, and then moves it into place; a half-written file is removed. Throws a
 * sentence when the file can't be written, and other errors of `write` as they are.
 */
export async function putInPlace(path: string, write: (half: string) => Promise<void>): Promise<void> {
  try {
    await write(halfOf(path));
    renameSync(halfOf(path), path);
  } catch (cause) {
    throw withoutHalf(path, cause);
  }
}

/** Where a file is while it is being written. */
export function halfOf(path: string): string {
  return `${path}.half`;
}

/** Takes away what was written, and returns the error to throw. */
function withoutHalf(path: string, cause: unknown): unknown {
  try {
    rmSync(halfOf(path), { force: true });
  } catch {
    // It may be what can't be written; the first error tells why.
  }
  return fileError(path, "can't be written", cause);
}
