// Writes output that may be larger than memory, piece by piece, no faster than it is read. Used by `history` and `statement`.
import type { Io } from './io.ts';

/** Writes a piece, and waits until there is room for more. */
export async function writePiece({ stdout }: Pick<Io, 'stdout'>, text: string): Promise<void> {
  if (!stdout.write(text)) await new Promise<void>((resolve) => stdout.once('drain', resolve));
}

/** Writes a list in pieces, as `jsonText` would write the whole list. */
export async function writeJsonList(
  io: Pick<Io, 'stdout'>,
  parts: AsyncIterable<readonly unknown[]>,
): Promise<void> {
  let before = '[\n';
  for await (const part of parts) {
    if (part.length === 0) continue;
    await writePiece(io, `${before}${JSON.stringify(part, null, 2).slice('[\n'.length, -'\n]'.length)}`);
    before = ',\n';
  }
  await writePiece(io, before === ',\n' ? '\n]\n' : '[]\n');
}
