// Snapshots from a CSV file: a line per wallet and slot, as `floatwatch history --csv` and the view `balances` give it.
import { createReadStream } from 'node:fs';
import { type Amount, parseAmount } from '../domain/money.ts';
import type { Instant } from '../domain/observation.ts';
import { AMOUNT_FIELDS, type AmountField, type Balance } from '../domain/wallet.ts';
import { CommandError } from './io.ts';

/** One line. What the file has no column for is unknown. */
export interface CsvSnapshot extends Balance {
  readonly account: string;
  readonly currency: string;
  readonly walletType: string;
  readonly slot: Instant;
  readonly observedAt: Instant;
  /** Where it stands in the file, from 1. */
  readonly line: number;
}

const SLOT = ['slot', 'time', 'observed_at'];
const SEEN = ['observed_at', 'time', 'slot'];
const ACCOUNT = /^[A-Za-z0-9_.-]{1,64}$/;

/**
 * Reads the file, many lines at a time; `onBytes` is told how far it is.
 *
 * Throws at the first line that isn't as it should be, with its place.
 */
export async function* readCsvSnapshots(
  path: string,
  onBytes: (bytes: number) => void = () => {},
): AsyncGenerator<CsvSnapshot[]> {
  let line = 0;
  let columns: Columns | undefined;
  let bytes = 0;
  let rest = '';
  const lastSeen = new Map<string, Instant>(); // a slot's wallets have its text in common
  for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: 1 << 20 })) {
    const texts = (rest + chunk).split('\n');
    rest = texts.pop() ?? '';
    yield texts.flatMap(read);
    bytes += chunk.length;
    onBytes(bytes);
  }
  yield read(rest);

  function read(raw: string): CsvSnapshot[] {
    line++;
    const text = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
    if (text === '') return [];
    const cells = text.includes('"') ? quoted(text) : text.split(',');
    if (!columns) {
      columns = columnsOf(cells, path);
      return [];
    }
    if (cells.length !== columns.count) {
      throw new CommandError(`${place()}: has ${cells.length} fields instead of ${columns.count}`);
    }
    const account = cells[columns.account]!;
    if (!ACCOUNT.test(account)) {
      throw new CommandError(`${place()}: not the name of an account: ${JSON.stringify(account)}`);
    }
    return [
      {
        account,
        currency: nameOf(cells[columns.currency]!, 'currency'),
        walletType: nameOf(cells[columns.walletType]!, 'wallet_type'),
        slot: instantOf(cells[columns.slot]!),
        observedAt: instantOf(cells[columns.observedAt]!),
        ...balanceOf(cells, columns.amounts),
        line,
      },
    ];
  }

  function nameOf(cell: string, column: string): string {
    if (cell === '') throw new CommandError(`${place()}: ${column} is empty`);
    return /^'[=+\-@]/.test(cell) ? cell.slice(1) : cell; // guarded for spreadsheets
  }

  function balanceOf(cells: readonly string[], amounts: Columns['amounts']): Balance {
    const balance: Record<AmountField, Amount | null> = {
      available: null,
      actual: null,
      uncleared: null,
      reserve: null,
    };
    for (const [field, index] of amounts) {
      const text = cells[index]!;
      const amount = text === '' ? null : parseAmount(text);
      if (amount === undefined) {
        throw new CommandError(`${place()}: ${field} is not an amount: ${JSON.stringify(text)}`);
      }
      balance[field] = amount;
    }
    return balance;
  }

  function instantOf(text: string): Instant {
    const known = lastSeen.get(text);
    if (known !== undefined) return known;
    const instant = parse(text);
    if (Number.isNaN(instant)) {
      throw new CommandError(
        `${place()}: not an instant: ${JSON.stringify(text)} (it should look like 2026-05-04T14:05:00Z)`,
      );
    }
    if (lastSeen.size > 1_000) lastSeen.clear();
    lastSeen.set(text, instant);
    return instant;
  }

  function place(): string {
    return `${path}:${line}`;
  }
}

interface Columns {
  readonly count: number;
  readonly account: number;
  readonly currency: number;
  readonly walletType: number;
  readonly slot: number;
  readonly observedAt: number;
  readonly amounts: readonly (readonly [AmountField, number])[];
}

function columnsOf([first = '', ...others]: readonly string[], path: string): Columns {
  const names = [first.replace(/^\uFEFF/, ''), ...others];
  const of = (...among: readonly string[]): number => {
    const found = among.find((name) => names.includes(name));
    if (found !== undefined) return names.indexOf(found);
    throw new CommandError(`${path}:1: there is no column ${among[0]}; there are ${names.join(', ')}`);
  };
  const fields = AMOUNT_FIELDS.filter((field) => names.includes(field));
  if (fields.length === 0) of('available');
  return {
    count: names.length,
    account: of('account'),
    currency: of('currency'),
    walletType: of('wallet_type'),
    slot: of(...SLOT),
    observedAt: of(...SEEN),
    amounts: fields.map((field) => [field, of(field)]),
  };
}

/** An ISO instant as JavaScript or as Postgres writes it, with its offset; or seconds or milliseconds since 1970. */
function parse(text: string): Instant {
  if (/^\d{9,11}$/.test(text)) return Number(text) * 1_000;
  if (/^\d{12,14}$/.test(text)) return Number(text);
  const whole = text.replace(/([+-]\d\d)$/, '$1:00').replace(' ', 'T');
  return /(Z|[+-]\d\d:\d\d)$/.test(whole) ? Date.parse(whole) : Number.NaN;
}

function quoted(line: string): string[] {
  const cells: string[] = [];
  for (const match of line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)) {
    cells.push(match[1] === undefined ? (match[2] ?? '') : match[1].replaceAll('""', '"'));
  }
  return cells;
}
