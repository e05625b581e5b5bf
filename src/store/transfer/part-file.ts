// Writes and reads the file of a part: its text, packed by gzip. `zcat FILE | sha256sum` gives the checksum of the manifest.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, statSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { fileError } from './export-error.ts';
import { putInPlace } from './write-whole.ts';

/** Why the text of a file isn't that of a part. */
export class ContentError extends Error {
  override readonly name = 'ContentError';
}

const LEVEL = 4; // half the time of the default, for some percent more bytes

/** Writes a file whole or not at all; returns the SHA-256 of the text and the size of the file. */
export async function writePart(
  path: string,
  text: AsyncIterable<Buffer>,
): Promise<{ readonly sha256: string; readonly bytes: number }> {
  const hash = createHash('sha256');
  await putInPlace(path, (half) =>
    pipeline(
      text,
      async function* hashed(source: AsyncIterable<Buffer>) {
        for await (const chunk of source) {
          hash.update(chunk);
          yield chunk;
        }
      },
      createGzip({ level: LEVEL }),
      createWriteStream(half, { mode: 0o600, flush: true }),
    ),
  );
  return { sha256: hash.digest('hex'), bytes: statSync(path).size };
}

/** The lines of a part's file, many at a time, with each byte as a character; `hash` gets all the bytes. */
export async function* linesOf(
  path: string,
  hash: { update(bytes: Buffer): unknown },
): AsyncGenerator<string[]> {
  const packed = createReadStream(path, { highWaterMark: 1 << 18 });
  const unpacked = createGunzip({ chunkSize: 1 << 18 });
  packed.on('error', (cause) => unpacked.destroy(fileError(path, "can't be read", cause) as Error));
  packed.pipe(unpacked);
  let rest = '';
  for await (const chunk of unpacked as AsyncIterable<Buffer>) {
    hash.update(chunk);
    const lines = (rest + chunk.toString('latin1')).split('\n');
    rest = lines.pop()!;
    yield lines;
  }
  if (rest !== '') yield [rest];
}
