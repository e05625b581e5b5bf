// Joins all accounts' lines, family by family, into the body of a scrape. A large family is divided into stretches, so that
// the memory of one is used for the next while a body is made. Each body is made from the last one: a stretch without a
// changed line keeps its bytes, and in the others each unchanged run is copied in one piece. Used by `balances.ts`.
import type { Turns } from '../monitor/turns.ts';
import { type AccountLines, FAMILIES } from './account.ts';
import { createBuffers } from './buffers.ts';
import { type Format, familyHeader } from './family.ts';

/** An account's lines on their way into a body; the object stays the same as long as the lines do. */
export interface BodyPart {
  readonly ends: readonly number[];
  /** Where the text lies until it is part of a body, and which families come from an earlier part. */
  source: Source | undefined;
}

interface Source {
  readonly slab: Buffer;
  readonly at: number;
  readonly kept: ReadonlySet<number>;
  readonly keptFrom: BodyPart | undefined;
}

/** The sample lines of one family for a run of parts. */
interface Stretch {
  readonly bytes: Buffer;
  /** The offsets at which the parts begin, and the offset at which the last part ends. */
  readonly starts: Uint32Array;
}

export interface ExpositionBody {
  readonly parts: readonly BodyPart[];
  /** In the order of {@link FAMILIES}; each family has its stretches in the order of the parts. */
  readonly families: readonly (readonly Stretch[])[];
  /** The text in pieces, in order, for each format. They are shared: don't write to them. */
  readonly pieces: Readonly<Record<Format, readonly Buffer[]>>;
}

/** Keeps the texts of parts until they are joined, many in one slab of memory. */
export interface Slabs {
  /** Keeps an account's lines; `before` is the account's part in the latest body. */
  keep(lines: AccountLines, before: BodyPart | undefined): BodyPart;
  /** Frees the memory of the slabs. Every part that was kept must have been joined. */
  clear(): void;
}

const SLAB_BYTES = 1 << 20;
const STRETCHES = 4; // more would save little, and compression takes longer with each
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
      // Freed at once: the garbage collector would find them only after as many new ones were made.
      for (const { buffer } of used) if (buffer instanceof ArrayBuffer) buffer.transfer(0);
      used = [];
      slab = undefined;
    },
  };
}

export interface Bodies {
  /**
   * Joins parts, and yields to the event loop in between. Unchanged lines come from `last`, which has as many parts and is
   * released stretch by stretch when it isn't needed any more. The result is held once.
   */
  join(
    parts: readonly BodyPart[],
    options: { readonly last: ExpositionBody | undefined; readonly turns: Turns },
  ): Promise<ExpositionBody>;
  /** Adds a user of the body. */
  hold(body: ExpositionBody): void;
  /** Removes a user of the body; after the last one its memory is used for another body. */
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

/** The number of parts in a stretch: all parts where each has one short line. */
function partsOfStretch(family: number, parts: number): number {
  const isLarge = FAMILIES[family]!.labels.length > 1;
  return isLarge ? Math.max(MIN_PARTS, Math.ceil(parts / STRETCHES)) : parts;
}

/** One stretch of a family that is being made. */
interface Joining {
  readonly family: number;
  /** The index of its first part; `to` is the index after its last part. */
  readonly from: number;
  readonly to: number;
  /** The body from which unchanged parts are copied. */
  readonly last: ExpositionBody | undefined;
  readonly turns: Turns;
}

/** Whether every part has the same lines as in the last body's stretch. */
async function isSame(
  parts: readonly BodyPart[],
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

/** Copies the lines of a stretch into memory from `take`, which has at least their size. */
async function joinStretch(
  parts: readonly BodyPart[],
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

/** Whether a part's lines of this family are the same as those of `old` in the last body. */
function isFrom(old: BodyPart | undefined, part: BodyPart, family: number): boolean {
  return part === old || (part.source?.kept.has(family) === true && part.source.keptFrom === old);
}

/** Finds the lines of a part that isn't in a body yet. */
function textOf({ ends, source }: BodyPart, family: number): { slab: Buffer; begin: number; end: number } {
  if (!source || source.kept.has(family)) throw new Error('these lines are in a body that is gone');
  const { slab, at } = source;
  return { slab, begin: at + (ends[family - 1] ?? 0), end: at + ends[family]! };
}
