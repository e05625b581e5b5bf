// A source that notes which of its places were reached, by whichever process runs it.
import { parseSync } from 'oxc-parser';

/** A place of a source, and the number by which it is noted. */
export interface Place {
  readonly number: number;
  readonly reached: { readonly start: number; readonly end: number };
}

/** The source with a probe before each place: once a process gets there, its number is a line of `record`. */
export function withProbes(file: string, source: string, places: readonly Place[], record: string): string {
  const insertions = places.flatMap(({ number, reached: { start, end } }) => [
    // What contains another place begins before it and ends after it.
    { at: start, order: -end, text: `(globalThis.__reached${number} ??= ${noting(number, record)}, ` },
    { at: end, order: Number.NEGATIVE_INFINITY, text: ')' },
  ]);
  insertions.sort((a, b) => b.at - a.at || b.order - a.order);
  const probed = insertions.reduce(
    (text, { at, text: inserted }) => text.slice(0, at) + inserted + text.slice(at),
    source,
  );
  const { errors } = parseSync(file, probed);
  if (errors.length > 0) throw new Error(`${file} with probes: ${errors[0]!.message}`);
  return probed;
}

function noting(number: number, record: string): string {
  const append = `process.getBuiltinModule('node:fs').appendFileSync(${JSON.stringify(record)}, '${number}\\n')`;
  return `${append} ?? true`;
}
