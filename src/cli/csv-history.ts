// History from a CSV file: a line per wallet and slot, as `floatwatch history --csv` and the view `balances` give it.
import { createReadStream } from 'node:fs';
import { type Amount, parseAmount } from '../domain/money.ts';
import type { Instant, Observation } from '../domain/observation.ts';
import { AMOUNT_FIELDS, type AmountField } from '../domain/wallet.ts';
import { CommandError } from './io.ts';

const TIMES = ['slot', 'observed_at', 'time'] as const;

/**
 * Reads observations: lines of the same account and slot make one. Lines must be in the order of their slots, wallet
 * by wallet or all together. Returns when the file is at its end; `onBytes` is told how far it is.
 */
export async function readCsvHistory(
  path: string,
  take: (observation: Observation) => void,
  onBytes: (bytes: number) => void = () => {},
): Promise<void> {
  let line = 0;
  let columns: Columns | undefined;
  let current: Building | undefined;
  let time = { text: '', instant: 0 };

  for await (const block of blocks(path, onBytes)) for (const text of block) read(text);
  if (current) take(observationOf(current));

  function read(text: string): void {
    line++;
    if (text === '') return;
    const cells = text.includes('"') ? quoted(text) : text.split(',');
    if (!columns) {
      columns = columnsOf(cells, path);
      return;
    }
    const at = cells[columns.time] ?? '';
    if (at !== time.text) time = { text: at, instant: instantOf(at, place()) };
    const account = cells[columns.account] ?? '';
    if (!current || current.account !== account || current.slot !== time.instant) {
      if (current && time.instant < current.slot) {
        throw new CommandError(`${place()}: slots go back: sort the lines by slot, then by account`);
      }
      if (current) take(observationOf(current));
      current = { account, slot: time.instant, wallets: [] };
    }
    current.wallets.push(walletOf(cells, columns, place));
  }

  function place(): string {
    return `${path}:${line}`;
  }
}

interface Columns {
  readonly account: number;
  readonly currency: number;
  readonly walletType: number;
  readonly time: number;
  readonly amounts: readonly (readonly [AmountField, number])[];
}

interface Building {
  readonly account: string;
  readonly slot: Instant;
  readonly wallets: Observation['wallets'][number][];
}

function columnsOf(names: readonly string[], path: string): Columns {
  const of = (name: string): number => {
    const index = names.indexOf(name);
    if (index < 0)
      throw new CommandError(`${path}:1: there is no column ${name}; there are ${names.join(', ')}`);
    return index;
  };
  const time = TIMES.find((name) => names.includes(name)) ?? 'slot';
  const fields = AMOUNT_FIELDS.filter((field) => names.includes(field));
  if (fields.length === 0) of('available');
  return {
    account: of('account'),
    currency: of('currency'),
    walletType: of('wallet_type'),
    time: of(time),
    amounts: fields.map((field) => [field, of(field)]),
  };
}

function walletOf(
  cells: readonly string[],
  { currency, walletType, amounts }: Columns,
  place: () => string,
): Observation['wallets'][number] {
  const balance: Record<AmountField, Amount | null> = {
    available: null,
    actual: null,
    uncleared: null,
    reserve: null,
  };
  for (const [field, index] of amounts) {
    const text = cells[index] ?? '';
    const amount = text === '' ? null : parseAmount(text);
    if (amount === undefined)
      throw new CommandError(`${place()}: ${field} is not an amount: ${JSON.stringify(text)}`);
    balance[field] = amount;
  }
  return {
    currency: cells[currency] ?? '',
    walletType: cells[walletType] ?? '',
    exposable: true,
    ...balance,
  };
}

function observationOf({ account, slot, wallets }: Building): Observation {
  return {
    account,
    slot,
    outcome: 'ok',
    startedAt: slot,
    observedAt: slot,
    durationMs: 0,
    httpStatus: null,
    envelopeCode: null,
    detail: null,
    wallets,
    unreadable: [],
  };
}

/** An ISO date, as JavaScript or as Postgres writes it, or seconds or milliseconds since 1970. */
function instantOf(text: string, place: string): Instant {
  const instant = /^\d{9,11}$/.test(text)
    ? Number(text) * 1_000
    : /^\d{12,14}$/.test(text)
      ? Number(text)
      : Date.parse(text.replace(/([+-]\d\d)$/, '$1:00').replace(' ', 'T'));
  if (Number.isNaN(instant)) throw new CommandError(`${place}: not an instant: ${JSON.stringify(text)}`);
  return instant;
}

/** The lines of the file, many at a time: waiting for each would take longer than judging it. */
async function* blocks(path: string, onBytes: (bytes: number) => void): AsyncGenerator<readonly string[]> {
  let rest = '';
  let bytes = 0;
  for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: 1 << 20 })) {
    const lines = (rest + chunk).replaceAll('\r', '').split('\n');
    rest = lines.pop() ?? '';
    yield lines;
    bytes += chunk.length;
    onBytes(bytes);
  }
  yield [rest];
}

function quoted(line: string): string[] {
  const cells: string[] = [];
  for (const match of line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)) {
    cells.push(match[1] === undefined ? (match[2] ?? '') : match[1].replaceAll('""', '"'));
  }
  return cells;
}
