// Joins all accounts' lines, family by family, to the body of a scrape. Each body is made from the last one: a family in
// which no line changed keeps its bytes, and in the others what didn't change is copied in long stretches. Used by
// `balances.ts`.

import type { Turns } from '../monitor/turns.ts';
import { type AccountLines, FAMILIES } from './account.ts';
import { createBuffers } from './buffers.ts';
import { type Format, familyHeader } from './family.ts';

/** An account's lines on their way into a body; the same object for as long as they are the same. */
export interface Part {
  readonly ends: readonly number[];
  /** Where the text lies until it is part of a body, and which families it leaves to those of an earlier part. */
  source: Source | undefined;
}

interface Source {
  readonly slab: Buffer;
  readonly at: number;
  readonly kept: ReadonlySet<number>;
  readonly keptFrom: Part | undefined;
}

/** The sample lines of one family. */
interface Lines {
  readonly bytes: Buffer;
  /** The places at which the parts begin, and the one at which the last ends. */
  readonly starts: Uint32Array;
}

export interface ExpositionBody {
  readonly parts: readonly Part[];
  /** In the order of {@link FAMILIES}. */
  readonly lines: readonly Lines[];
  /** The text in pieces, in order, in a format. Shared: not to be written to. */
  readonly pieces: Readonly<Record<Format, readonly Buffer[]>>;
}

/** The texts of parts until they are joined, many to a slab of memory. */
export interface Slabs {
  /** `before` is the part of the account that is in the latest body. */
  keep(lines: AccountLines, before: Part | undefined): Part;
  /** Gives the memory of the slabs back; every part kept has been joined. */
  clear(): void;
}

const SLAB_BYTES = 1 << 20;

export function createSlabs(): Slabs {
  let used: Buffer[] = [];
  let slab: Buffer | undefined;
  let end = 0;
  return {
    keep({ text, ends, kept }, before) {
      if (!slab || end + text.length > slab.length) {
        slab = Buffer.allocUnsafeSlow(Math.max(SLAB_BYTES, text.length));
        used.push(slab);
        end = 0;
      }
      const at = end;
      end += slab.write(text, at, 'latin1');
      return { ends, source: { slab, at, kept, keptFrom: before } };
    },
    clear() {
      // At once: the collector would find them after as many again have been made.
      for (const { buffer } of used) if (buffer instanceof ArrayBuffer) buffer.transfer(0);
      used = [];
      slab = undefined;
    },
  };
}

export interface Bodies {
  /**
   * Joins parts, yielding to the event loop in between; what didn't change is taken from `last`, which is released family
   * by family as it isn't needed any more. Held once.
   */
  join(
    parts: readonly Part[],
    options: { readonly last: ExpositionBody | undefined; readonly turns: Turns },
  ): Promise<ExpositionBody>;
  /** One more user of the body. */
  hold(body: ExpositionBody): void;
  /** One user less; after the last one its memory is used for another. */
  release(body: ExpositionBody): void;
}

export function createBodies(): Bodies {
  const memory = createBuffers();
  const headers = { text: headersIn('text'), openmetrics: headersIn('openmetrics') };

  return {
    async join(parts, { last, turns }) {
      const lines: Lines[] = [];
      for (let family = 0; family < FAMILIES.length; family++) {
        const before = last?.parts.length === parts.length ? last : undefined;
        if (before && (await isSame(parts, { family, last: before, turns })))
          lines.push(before.lines[family]!);
        else {
          lines.push(await joinFamily(parts, { family, last, turns, take: memory.take }));
          if (last) memory.release(last.lines[family]!.bytes);
        }
      }
      memory.trim();
      for (const part of parts) part.source = undefined;
      const pieces = (format: Format) =>
        lines.flatMap(({ bytes, starts }, family) => [
          headers[format][family]!,
          bytes.subarray(0, starts.at(-1)),
        ]);
      return { parts, lines, pieces: { text: pieces('text'), openmetrics: pieces('openmetrics') } };
    },
    hold(body) {
      for (const { bytes } of body.lines) memory.hold(bytes);
    },
    release(body) {
      for (const { bytes } of body.lines) memory.release(bytes);
    },
  };
}

function headersIn(format: Format): readonly Buffer[] {
  return FAMILIES.map((family) => Buffer.from(familyHeader(family, format)));
}

/** Whether every part has the lines in this family that it had in the last body. */
async function isSame(
  parts: readonly Part[],
  { family, last, turns }: { readonly family: number; readonly last: ExpositionBody; readonly turns: Turns },
): Promise<boolean> {
  const { bytes, starts } = last.lines[family]!;
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i]!;
    if (isFrom(last.parts[i], part, family)) continue;
    const { slab, begin, end } = textOf(part, family);
    if (end - begin !== starts[i + 1]! - starts[i]!) return false;
    if (slab.compare(bytes, starts[i], starts[i + 1], begin, end) !== 0) return false;
    if ((i & 63) === 0 && turns.isOver()) await turns.next();
  }
  return true;
}

interface Joining {
  readonly family: number;
  /** Where unchanged parts are copied from. */
  readonly last: ExpositionBody | undefined;
  readonly turns: Turns;
  /** Gives memory of at least this size. */
  readonly take: (size: number) => Buffer;
}

async function joinFamily(parts: readonly Part[], { family, last, turns, take }: Joining): Promise<Lines> {
  const before = last?.lines[family];
  const isOld = (i: number): boolean => last !== undefined && isFrom(last.parts[i], parts[i]!, family);
  let size = 0;
  for (let i = 0; i < parts.length; i++) {
    const { ends } = parts[i]!;
    size +=
      before && isOld(i)
        ? before.starts[i + 1]! - before.starts[i]!
        : ends[family]! - (ends[family - 1] ?? 0);
  }
  const bytes = take(size);
  const starts = new Uint32Array(parts.length + 1);
  let at = 0;
  for (let i = 0; i < parts.length; ) {
    const from = i;
    if (before) while (i < parts.length && isOld(i)) i++;
    if (before && i > from) {
      const shift = at - before.starts[from]!;
      for (let k = from; k < i; k++) starts[k] = before.starts[k]! + shift;
      at += before.bytes.copy(bytes, at, before.starts[from], before.starts[i]);
    } else {
      const { slab, begin, end } = textOf(parts[i]!, family);
      starts[i] = at;
      at += slab.copy(bytes, at, begin, end);
      i++;
    }
    if ((i & 63) === 0 && turns.isOver()) await turns.next();
  }
  starts[parts.length] = at;
  return { bytes, starts };
}

/** Whether a part's lines of this family are those that `old` has in the last body. */
function isFrom(old: Part | undefined, part: Part, family: number): boolean {
  return part === old || (part.source?.kept.has(family) === true && part.source.keptFrom === old);
}

/** Where the lines of a part that isn't in a body yet lie. */
function textOf({ ends, source }: Part, family: number): { slab: Buffer; begin: number; end: number } {
  if (!source || source.kept.has(family)) throw new Error('these lines are in a body that is gone');
  const { slab, at } = source;
  return { slab, begin: at + (ends[family - 1] ?? 0), end: at + ends[family]! };
}
