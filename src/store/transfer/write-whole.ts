// Writes files that exist whole or not at all, whatever happens meanwhile, and that only their owner can read.
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';

const OWN = 0o600;

/** Writes a small file. */
export function writeWhole(path: string, text: string): void {
  const half = halfOf(path);
  const file = openSync(half, 'w', OWN);
  try {
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(half, path);
}

/** Lets `write` make a file beside the path, and then moves it into place; a half-written file is removed. */
export async function putInPlace(path: string, write: (half: string) => Promise<void>): Promise<void> {
  const half = halfOf(path);
  try {
    await write(half);
  } catch (error) {
    rmSync(half, { force: true });
    throw error;
  }
  renameSync(half, path);
}

function halfOf(path: string): string {
  return `${path}.half`;
}
