// Makes one gzip stream of two parts: a large one that is compressed once and shared by all scrapes, and a small one that
// differs per scrape. This works because deflate can be joined at a full flush, and a CRC continued. Used by `metrics.ts`.
import { once } from 'node:events';
import { promisify } from 'node:util';
import { constants, crc32, createDeflateRaw, deflateRaw } from 'node:zlib';
import { createTurns } from '../monitor/turns.ts';

const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
const LEVEL = 1; // already a twentieth of the text; higher levels save little and take long
const SLICE_BYTES = 1 << 20;
const deflate = promisify(deflateRaw);

/** The beginning of a gzip member, open for more. */
export interface Compressed {
  readonly deflated: readonly Buffer[];
  readonly crc: number;
  readonly size: number;
}

/** Compresses pieces off the main thread, slice by slice, and leaves the member open. */
export async function compress(pieces: readonly Buffer[]): Promise<Compressed> {
  const stream = createDeflateRaw({ level: LEVEL });
  const deflated: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => deflated.push(chunk));
  const turns = createTurns();
  let crc = 0;
  let size = 0;
  for (const piece of pieces) {
    for (let at = 0; at < piece.length; at += SLICE_BYTES) {
      const slice = piece.subarray(at, at + SLICE_BYTES);
      crc = crc32(slice, crc);
      size += slice.length;
      if (!stream.write(slice)) await once(stream, 'drain');
      if (turns.isOver()) await turns.next();
    }
  }
  await new Promise<void>((resolve) => stream.flush(constants.Z_FULL_FLUSH, () => resolve()));
  stream.destroy();
  return { deflated, crc, size };
}

/** Closes a member with a last piece; `begun` stays as it was and can be closed again with another. */
export async function finish(begun: Compressed, last: Buffer): Promise<Buffer[]> {
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(last, begun.crc), 0);
  trailer.writeUInt32LE((begun.size + last.length) % 2 ** 32, 4);
  return [HEADER, ...begun.deflated, await deflate(last, { level: LEVEL }), trailer];
}
