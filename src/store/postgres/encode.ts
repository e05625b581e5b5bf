// Encodes values for Postgres.
import { createHash } from 'node:crypto';

const MAX_LENGTH = 200; // a key in an index has room for some 2,700 bytes
const INT_MAX = 2 ** 31 - 1;

/**
 * Makes text from outside storable in Postgres: without NUL and lone surrogates, and short enough for an index.
 *
 * Longer text keeps its start and gets a digest at the end, so that different texts stay different.
 */
export function storable(text: string, longest = MAX_LENGTH): string {
  const clean = wellFormed(text);
  if (clean.length <= longest) return clean;
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return `${clean.slice(0, longest).toWellFormed()}…${digest}`;
}

/** Makes text of any length storable in Postgres, also within JSON. */
export function wellFormed(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}

let lastIso = { instant: Number.NaN, text: '' };

/** An instant as text for Postgres. It caches the last one, because neighbouring rows of a batch mostly share an instant. */
export function iso(instant: number): string {
  if (instant !== lastIso.instant) lastIso = { instant, text: new Date(instant).toISOString() };
  return lastIso.text;
}

/** A measure for an `integer` column: rounded, and cut to the range that fits. */
export function int(measure: number): number {
  return Math.max(-INT_MAX, Math.min(INT_MAX, Math.round(measure)));
}

/**
 * An array as text for Postgres, of values that need no quoting: instants, whole numbers, amounts, uuids.
 *
 * For the columns of thousands of rows: the driver's own encoding takes four times the CPU.
 */
export function arrayOf(values: Iterable<string | number | null | undefined>): string {
  return `{${[...values].map((value) => value ?? 'NULL').join(',')}}`;
}
