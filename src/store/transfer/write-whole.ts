// Files that are there whole or not at all, whatever happens while they are written, and readable by their owner alone.
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

/** Lets `write` make a file at a path beside, and then puts it in its place; what is half done is taken away. */
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
