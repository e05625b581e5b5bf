// Joins all accounts' lines, family by family, to the body of a scrape. A large family lies in stretches, so that the memory of
// one serves the next while a body is made. Each body is made from the last one: a stretch in which no line changed keeps
// its bytes, and in the others what didn't change is copied as long as it goes on. Used by `balances.ts`.

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

/** The sample lines that some parts have in one family. */
interface Stretch {
  readonly bytes: Buffer;
  /** The places at which the parts begin, and the one at which the last ends. */
  readonly starts: Uint32Array;
}

export interface ExpositionBody {
  readonly parts: readonly Part[];
  /** In the order of {@link FAMILIES}; of each its stretches, in the order of the parts. */
  readonly families: readonly (readonly Stretch[])[];
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
const STRETCHES = 4; // more would save little, and what compresses them works longer for each
const MIN_PARTS = 16;

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
   * Joins parts, yielding to the event loop in between; what didn't change is taken from `last`, which has as many parts and is
   * released stretch by stretch as it isn't needed any more. Held once.
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
      const families: Stretch[][] = [];
      for (let family = 0; family < FAMILIES.length; family++) {
        const each = partsOfStretch(family, parts.length);
        const stretches: Stretch[] = [];
        families.push(stretches);
        for (let from = 0; from < parts.length; from += each) {
          const joining: Joining = { family, from, to: Math.min(from + each, parts.length), last, turns };
          const before = last?.families[family]?.[from / each];
          if (before && (await isSame(parts, before, joining))) stretches.push(before);
          else {
            stretches.push(await joinStretch(parts, before, { ...joining, take: memory.take }));
            if (before) memory.release(before.bytes);
          }
        }
      }
      memory.trim();
      for (const part of parts) part.source = undefined;
      const pieces = (format: Format) =>
        families.flatMap((stretches, family) => [
          headers[format][family]!,
          ...stretches.map(({ bytes, starts }) => bytes.subarray(0, starts.at(-1))),
        ]);
      return { parts, families, pieces: { text: pieces('text'), openmetrics: pieces('openmetrics') } };
    },
    hold(body) {
      for (const { bytes } of body.families.flat()) memory.hold(bytes);
    },
    release(body) {
      for (const { bytes } of body.families.flat()) memory.release(bytes);
    },
  };
}

function headersIn(format: Format): readonly Buffer[] {
  return FAMILIES.map((family) => Buffer.from(familyHeader(family, format)));
}

/** How many parts lie in a stretch: all of them where each has one short line. */
function partsOfStretch(family: number, parts: number): number {
  const isLarge = FAMILIES[family]!.labels.length > 1;
  return isLarge ? Math.max(MIN_PARTS, Math.ceil(parts / STRETCHES)) : parts;
}

/** One stretch of a family, as it is made. */
interface Joining {
  readonly family: number;
  /** Its parts: from this one on, to the one before that. */
  readonly from: number;
  readonly to: number;
  /** Where unchanged parts are copied from. */
  readonly last: ExpositionBody | undefined;
  readonly turns: Turns;
}

/** Whether every part has the lines that it has in the stretch of the last body. */
async function isSame(
  parts: readonly Part[],
  { bytes, starts }: Stretch,
  { family, from, to, last, turns }: Joining,
): Promise<boolean> {
  for (let i = from; i < to; i++) {
    const part = parts[i]!;
    if (isFrom(last?.parts[i], part, family)) continue;
    const { slab, begin, end } = textOf(part, family);
    const [first, next] = [starts[i - from]!, starts[i - from + 1]!];
    if (end - begin !== next - first) return false;
    if (slab.compare(bytes, first, next, begin, end) !== 0) return false;
    if ((i & 63) === 0 && turns.isOver()) await turns.next();
  }
  return true;
}

/** Copies lines into memory of at least their size, which `take` gives. */
async function joinStretch(
  parts: readonly Part[],
  before: Stretch | undefined,
  { family, from, to, last, turns, take }: Joining & { readonly take: (size: number) => Buffer },
): Promise<Stretch> {
  const isOld = (i: number): boolean => last !== undefined && isFrom(last.parts[i], parts[i]!, family);
  let size = 0;
  for (let i = from; i < to; i++) {
    const { ends } = parts[i]!;
    size +=
      before && isOld(i)
        ? before.starts[i - from + 1]! - before.starts[i - from]!
        : ends[family]! - (ends[family - 1] ?? 0);
  }
  const bytes = take(size);
  const starts = new Uint32Array(to - from + 1);
  let at = 0;
  for (let i = from; i < to; ) {
    const begun = i;
    if (before) while (i < to && isOld(i)) i++;
    if (before && i > begun) {
      const [first, end] = [before.starts[begun - from]!, before.starts[i - from]!];
      for (let k = begun; k < i; k++) starts[k - from] = before.starts[k - from]! + at - first;
      at += before.bytes.copy(bytes, at, first, end);
    } else {
      const { slab, begin, end } = textOf(parts[i]!, family);
      starts[i - from] = at;
      at += slab.copy(bytes, at, begin, end);
      i++;
    }
    if ((i & 63) === 0 && turns.isOver()) await turns.next();
  }
  starts[to - from] = at;
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
