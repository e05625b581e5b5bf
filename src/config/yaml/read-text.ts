// Reads the text of a configuration file, up to a limit of size. `load.ts` uses it.
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import type { Env } from './expand.ts';

const VARIABLE = 'FLOATWATCH_CONFIG_MAX_BYTES'; // not in the file, because it limits how much of the file is read
const MIB = 1024 * 1024;
const DEFAULT_BYTES = 8 * MIB; // ten thousand accounts with all their keys take three
const CHUNK_BYTES = 64 * 1024;

/** The largest size of a file, in bytes. Throws an error with a message for people when the variable isn't usable. */
export function maxBytes(env: Env): number {
  const said = env[VARIABLE];
  if (!said) return DEFAULT_BYTES;
  if (/^[1-9]\d{0,9}$/.test(said)) return Number(said);
  throw new Error(`${VARIABLE} must be a number of bytes such as ${2 * DEFAULT_BYTES}, not ${said}`);
}

/** The message about a larger file. */
export function tooLarge(most: number): string {
  const size = most % MIB === 0 ? `${most / MIB} MiB` : `${most} bytes`;
  return `the file is larger than ${size}; ${VARIABLE} allows more, as a number of bytes`;
}

/**
 * Reads until the end, or one byte more than the limit. It doesn't ask for the size first: a pipe has none, and /dev/zero
 * has no end.
 */
export function readText(path: string, most: number): string {
  const file = openSync(path, 'r');
  try {
    const chunks: Buffer[] = [];
    for (let left = most + 1; left > 0; ) {
      const chunk = Buffer.allocUnsafe(Math.min(left, CHUNK_BYTES));
      const read = readSync(file, chunk, 0, chunk.length, null);
      if (read === 0) break;
      chunks.push(chunk.subarray(0, read));
      left -= read;
    }
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } finally {
    closeSync(file);
  }
}

/**
 * Throws an error with a message for people when the file can be read only once: to open a pipe again waits for a writer,
 * and blocks the process.
 */
export function requireLasting(path: string): void {
  if (statSync(path).isFile()) return;
  throw new Error('is a pipe or a device, which is read once: start again for another configuration');
}
