// Reads the columns of a CSV file of snapshots, and its single cells. Used by `csv-snapshots.ts`.
import type { Instant } from '../../domain/observation.ts';
import { AMOUNT_FIELDS, type AmountField } from '../../domain/wallet.ts';
import { CommandError } from '../terminal/io.ts';

const SLOT = ['slot', 'time', 'observed_at'];
const SEEN = ['observed_at', 'time', 'slot'];

/** How a packed file begins, where its bytes are read as UTF-8. */
const GZIP = '\x1F\uFFFD';

/** The place of each column. */
export interface Columns {
  readonly count: number;
  readonly account: number;
  readonly currency: number;
  readonly walletType: number;
  readonly slot: number;
  readonly observedAt: number;
  readonly amounts: readonly (readonly [AmountField, number])[];
  /** The same by place: the field of each column. */
  readonly fieldAt: readonly (AmountField | undefined)[];
  /** Account, currency, wallet type and slot stand first, in this order. */
  readonly regular: boolean;
}

/** Reads the first line of the file; throws when a column is missing, or stands twice. */
export function columnsOf(
  [first = '', ...others]: readonly string[],
  path: string,
  wanted: readonly AmountField[],
): Columns {
  const names = [first.replace(/^\uFEFF/, ''), ...others];
  const of = (...among: readonly string[]): number => {
    const found = among.find((name) => names.includes(name));
    if (found === undefined) {
      refuseBinary(names, path);
      const hint = names.length === 1 && /[;\t]/.test(first) ? ': put commas between columns' : '';
      throw new CommandError(
        `${path}:1: there is no column ${among[0]}; there are ${names.join(', ')}${hint}`,
      );
    }
    // The lines that are split and those that aren't would take different ones.
    if (names.indexOf(found) === names.lastIndexOf(found)) return names.indexOf(found);
    throw new CommandError(`${path}:1: there are two columns ${found}: keep one`);
  };
  const fields = AMOUNT_FIELDS.filter((field) => names.includes(field));
  if (fields.length === 0) of('available');
  for (const field of fields) of(field);
  const regular = ['account', 'currency', 'wallet_type', SLOT.find((name) => names.includes(name))];
  return {
    regular: regular.every((name, i) => names[i] === name),
    fieldAt: names.map((name) => wanted.find((field) => field === name)),
    count: names.length,
    account: of('account'),
    currency: of('currency'),
    walletType: of('wallet_type'),
    slot: of(...SLOT),
    observedAt: of(...SEEN),
    amounts: fields.filter((field) => wanted.includes(field)).map((field) => [field, of(field)]),
  };
}

/** Throws where the first line isn't text, which would come out of a terminal as signs without a meaning. */
function refuseBinary(names: readonly string[], path: string): void {
  const line = names.join('');
  if (!/[\p{Cc}\uFFFD]/u.test(line.replaceAll('\t', ''))) return;
  const how = line.startsWith(GZIP) ? 'is packed: unpack it first (gunzip)' : 'is no CSV file in UTF-8';
  throw new CommandError(`${path} ${how}: its first line isn't text`);
}

/**
 * Parses an ISO instant with its offset, as JavaScript or Postgres writes it, or (milli)seconds since 1970; `NaN` for the
 * rest.
 */
export function parseInstant(text: string): Instant {
  if (/^\d{9,11}$/.test(text)) return Number(text) * 1_000;
  if (/^\d{12,14}$/.test(text)) return Number(text);
  const whole = text.replace(/([+-]\d\d)$/, '$1:00').replace(' ', 'T');
  return /(Z|[+-]\d\d:\d\d)$/.test(whole) ? Date.parse(whole) : Number.NaN;
}

/** The cells of a line, without the quotes that a spreadsheet puts around some. */
export function cellsOf(line: string): string[] {
  if (!line.includes('"')) return line.split(',');
  const cells: string[] = [];
  for (const match of line.matchAll(/(?<=^|,)(?:"((?:[^"]|"")*)"|([^,]*))(?=,|$)/g)) {
    cells.push(match[1] === undefined ? match[2]! : match[1].replaceAll('""', '"'));
  }
  return cells;
}
