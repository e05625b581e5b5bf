// All accounts' lines as one run of bytes, family by family. The next one is made from the last: what didn't change is
// copied in long stretches, so a tenth of news costs little more than the copying.
import { type AccountLines, FAMILIES } from './account.ts';
import { type Format, familyHeader } from './family.ts';
import type { Turns } from './turns.ts';

const GAUGES = FAMILIES.filter((family) => family.type === 'gauge').length; // they come first
const HEADERS = FAMILIES.slice(0, GAUGES).map((family) => Buffer.from(familyHeader(family, 'text')));
const HEADERS_SIZE = HEADERS.reduce((sum, header) => sum + header.length, 0);

/** An account's lines on their way into a body; the same object for as long as they are the same. */
export interface Part {
  readonly ends: readonly number[];
  /** Where the text lies until it is part of a body. */
  source: { readonly slab: Buffer; readonly at: number } | undefined;
}

export interface Body {
  readonly parts: readonly Part[];
  readonly bytes: Buffer;
  /** For each family the places at which the parts begin, and the one at which the last ends. */
  readonly starts: Uint32Array;
  /** The text in pieces, in order, in a format. Shared: not to be written to. */
  readonly pieces: Readonly<Record<Format, readonly Buffer[]>>;
}

/** The texts of parts until they are joined, many to a slab of memory. */
export interface Slabs {
  keep(lines: AccountLines): Part;
  /** Makes the slabs free for the next; every part kept has been joined. */
  clear(): void;
}

const SLAB = 1 << 20;
const SPARE_SLABS = 8;

export function createSlabs(): Slabs {
  const spare: Buffer[] = [];
  let used: Buffer[] = [];
  let slab: Buffer | undefined;
  let end = 0;
  return {
    keep({ text, ends }) {
      if (!slab || end + text.length > slab.length) {
        slab = (text.length <= SLAB && spare.pop()) || Buffer.allocUnsafeSlow(Math.max(SLAB, text.length));
        used.push(slab);
        end = 0;
      }
      const at = end;
      end += slab.write(text, at, 'latin1');
      return { ends, source: { slab, at } };
    },
    clear() {
      for (const each of used) if (each.length === SLAB && spare.length < SPARE_SLABS) spare.push(each);
      used = [];
      slab = undefined;
    },
  };
}

export interface Joining {
  /** Where unchanged parts are copied from: best the latest body. */
  readonly last: Body | undefined;
  readonly turns: Turns;
  /** Gives memory of at least this size. */
  readonly take: (size: number) => Buffer;
}

/** Joins parts, yielding to the event loop in between. */
export async function joinParts(parts: readonly Part[], { last, turns, take }: Joining): Promise<Body> {
  const size = parts.reduce((sum, part) => sum + (part.ends.at(-1) ?? 0), HEADERS_SIZE);
  const bytes = take(size);
  const row = parts.length + 1;
  const starts = new Uint32Array(FAMILIES.length * row);
  const lastRow = (last?.parts.length ?? 0) + 1;
  let at = 0;

  for (let family = 0; family < FAMILIES.length; family++) {
    at += HEADERS[family]?.copy(bytes, at) ?? 0;
    for (let i = 0; i < parts.length; ) {
      const from = i;
      if (last) while (i < parts.length && parts[i] === last.parts[i]) i++;
      if (last && i > from) {
        const begin = last.starts[family * lastRow + from]!;
        const shift = at - begin;
        for (let k = from; k < i; k++) starts[family * row + k] = last.starts[family * lastRow + k]! + shift;
        at += last.bytes.copy(bytes, at, begin, last.starts[family * lastRow + i]);
      } else {
        const { ends, source } = parts[i]!;
        starts[family * row + i] = at;
        const begin = family === 0 ? 0 : ends[family - 1]!;
        if (source && ends[family]! > begin) {
          at += source.slab.copy(bytes, at, source.at + begin, source.at + ends[family]!);
        }
        i++;
      }
      if ((i & 63) === 0 && turns.isOver()) await turns.next();
    }
    starts[family * row + parts.length] = at;
  }
  for (const part of parts) part.source = undefined;

  const pieces = (format: Format): readonly Buffer[] => {
    const cut = (family: number) => (family < FAMILIES.length ? starts[family * row]! : at);
    const counters = FAMILIES.slice(GAUGES).flatMap((family, i) => [
      Buffer.from(familyHeader(family, format)),
      bytes.subarray(cut(GAUGES + i), cut(GAUGES + i + 1)),
    ]);
    return [bytes.subarray(0, cut(GAUGES)), ...counters];
  };
  return { parts, bytes, starts, pieces: { text: pieces('text'), openmetrics: pieces('openmetrics') } };
}
