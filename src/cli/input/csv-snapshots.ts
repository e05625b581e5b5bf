// Reads snapshots from a CSV file: a line per wallet and slot, as in `floatwatch history --csv` and the view `balances`.
import { createReadStream } from 'node:fs';
import { counted } from '../../domain/counted.ts';
import { type Amount, parseAmount } from '../../domain/money.ts';
import type { Instant } from '../../domain/observation.ts';
import { AMOUNT_FIELDS, type AmountField, UNKNOWN_BALANCE, type WalletBalance } from '../../domain/wallet.ts';
import { CommandError } from '../terminal/io.ts';
import { type Columns, cellsOf, columnsOf, parseInstant } from './csv-columns.ts';

/** One line. A value without a column in the file is unknown. */
export interface CsvSnapshot extends WalletBalance {
  readonly account: string;
  readonly slot: Instant;
  readonly observedAt: Instant;
  /** Its line in the file, from 1. */
  readonly line: number;
}

const TOMORROW_MS = 24 * 3_600_000; // clocks differ; nobody writes history ahead
const EARLIEST = Date.UTC(2000, 0, 1); // there were no such wallets before: the text was misread
const MAX_LINE_BYTES = 1 << 20;
const ACCOUNT = /^[A-Za-z0-9_.-]{1,64}$/;

export interface CsvOptions {
  /** The amounts that are needed; the others are skipped and stay `null`. @default all */
  readonly fields?: readonly AmountField[];
  /** Later slots are refused. @default a day from now */
  readonly latest?: Instant;
  /** Called with the number of bytes that were read. */
  readonly onBytes?: (bytes: number) => void;
}

/**
 * Reads the file, many lines at a time.
 *
 * Throws at the first invalid line, and names its place.
 */
export async function* readCsvSnapshots(
  path: string,
  { fields = AMOUNT_FIELDS, latest = Date.now() + TOMORROW_MS, onBytes = () => {} }: CsvOptions = {},
): AsyncGenerator<CsvSnapshot[]> {
  let line = 0;
  let columns: Columns | undefined;
  let bytes = 0;
  let rest: Buffer = Buffer.alloc(0);
  /** The slot that is being read, and the one before: usually with the same wallets in the same order. */
  let group: Group = { account: '', slot: '', at: 0, lines: [] };
  let before: Group = group;
  const lastSeen = new Map<string, Instant>(); // the wallets of a slot share its text
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    const whole = chunk.lastIndexOf('\n'); // a character may be cut in two, a line isn't
    if (whole === -1) {
      if (rest.length > MAX_LINE_BYTES)
        throw new CommandError(`${path}:${line + 1}: is longer than 1 MiB: this is no CSV file`);
      rest = Buffer.concat([rest, chunk]);
    } else {
      const text = Buffer.concat([rest, chunk.subarray(0, whole)]).toString();
      rest = chunk.subarray(whole + 1);
      yield readAll(text.split('\n'));
    }
    bytes += chunk.length;
    onBytes(bytes);
  }
  yield readAll([rest.toString()]);
  if (!columns) throw new CommandError(`${path} is empty: its first line names the columns`);

  function readAll(texts: readonly string[]): CsvSnapshot[] {
    const snapshots: CsvSnapshot[] = [];
    for (const text of texts) {
      const snapshot = read(text);
      if (snapshot) snapshots.push(snapshot);
    }
    return snapshots;
  }

  function read(raw: string): CsvSnapshot | undefined {
    line++;
    const text = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
    if (text === '') return undefined;
    const alike = readAlike(text);
    if (alike) return alike;
    const cells = cellsOf(text);
    if (!columns) {
      columns = columnsOf(cells, path, fields);
      return undefined;
    }
    if (cells.length !== columns.count) {
      throw new CommandError(`${place()}: has ${counted(cells.length, 'field')} instead of ${columns.count}`);
    }
    const account = cells[columns.account]!;
    if (!ACCOUNT.test(account)) {
      throw new CommandError(`${place()}: not the name of an account: ${JSON.stringify(account)}`);
    }
    const snapshot = blank({
      account,
      currency: nameOf(cells[columns.currency]!, 'currency'),
      walletType: nameOf(cells[columns.walletType]!, 'wallet_type'),
      slot: instantOf(cells[columns.slot]!),
      observedAt: instantOf(cells[columns.observedAt]!),
      line,
    });
    fillAmounts(snapshot, cells, columns.amounts);
    enter(snapshot, cells, text);
    return snapshot;
  }

  function enter(snapshot: CsvSnapshot, cells: readonly string[], text: string): void {
    const { account } = snapshot;
    const slot = cells[columns!.slot]!;
    if (slot !== group.slot || account !== group.account) {
      before = group;
      group = { account, slot, at: snapshot.slot, lines: [] };
    }
    const head = columns!.regular && !text.includes('"') ? `${cells.slice(0, 3).join()},` : undefined;
    group.lines.push({ snapshot, head });
  }

  /**
   * Reads a line that begins like the line at its place in the slot before, and has the slot of the line above: almost all
   * of millions of lines do, and needn't be split. {@link read} reads anything unusual.
   */
  function readAlike(text: string): CsvSnapshot | undefined {
    const guess = before.lines[group.lines.length];
    if (!columns || guess?.head === undefined || guess.snapshot.account !== group.account) return undefined;
    const { head } = guess;
    let start = head.length + group.slot.length;
    if (!text.startsWith(head) || !text.startsWith(group.slot, head.length)) return undefined;
    if (text.includes('"', start)) return undefined;
    const { account, currency, walletType } = guess.snapshot;
    const { at: slot } = group;
    // Observed in its slot, unless the file has a column for it.
    const snapshot = blank({ account, currency, walletType, slot, observedAt: slot, line });
    for (let column = 4; column < columns.count; column++) {
      if (text.charCodeAt(start) !== COMMA) return undefined;
      const comma = text.indexOf(',', start + 1);
      const end = comma === -1 ? text.length : comma;
      const field = columns.fieldAt[column];
      if (field && end > start + 1) {
        const amount = parseAmount(text.slice(start + 1, end));
        if (amount === undefined) return undefined;
        snapshot[field] = amount;
      } else if (column === columns.observedAt) snapshot.observedAt = instantOf(text.slice(start + 1, end));
      start = end;
    }
    if (start !== text.length) return undefined;
    group.lines.push(guess); // the same wallet
    return snapshot;
  }

  function nameOf(cell: string, column: string): string {
    if (cell === '') throw new CommandError(`${place()}: ${column} is empty`);
    return /^'[=+\-@]/.test(cell) ? cell.slice(1) : cell; // the apostrophe kept spreadsheets from running it as a formula
  }

  function fillAmounts(snapshot: Building, cells: readonly string[], amounts: Columns['amounts']): void {
    for (const [field, index] of amounts) {
      const text = cells[index]!;
      const amount = text === '' ? null : parseAmount(text);
      if (amount === undefined) {
        throw new CommandError(`${place()}: ${field} is not an amount: ${JSON.stringify(text)}`);
      }
      snapshot[field] = amount;
    }
  }

  function instantOf(text: string): Instant {
    const known = lastSeen.get(text);
    if (known !== undefined) return known;
    const instant = parseInstant(text);
    if (Number.isNaN(instant)) {
      throw new CommandError(
        `${place()}: not an instant: ${JSON.stringify(text)} (it should look like 2026-05-04T14:05:00Z)`,
      );
    }
    const wrong =
      instant > latest ? 'lies in the future' : instant < EARLIEST ? 'lies before 2000' : undefined;
    if (wrong) {
      const readAs = new Date(instant).toISOString();
      throw new CommandError(`${place()}: ${JSON.stringify(text)} ${wrong} (read as ${readAs})`);
    }
    if (lastSeen.size > 1_000) lastSeen.clear();
    lastSeen.set(text, instant);
    return instant;
  }

  function place(): string {
    return `${path}:${line}`;
  }
}

/** A line whose amounts are still being read. */
type Building = Omit<CsvSnapshot, 'observedAt' | AmountField> & { observedAt: Instant } & {
  [Field in AmountField]: Amount | null;
};

/** A line without amounts. The spread stands first, because otherwise millions of lines take half as long again. */
function blank({
  account,
  currency,
  walletType,
  slot,
  observedAt,
  line,
}: Omit<CsvSnapshot, AmountField | 'exposable'>): Building {
  return { ...UNKNOWN_BALANCE, account, currency, walletType, slot, observedAt, line, exposable: true };
}

/** The lines of one account and slot. */
interface Group {
  readonly account: string;
  readonly slot: string;
  /** The parsed slot. */
  readonly at: Instant;
  readonly lines: {
    /** Of this slot or of an earlier one: the same wallet. */
    readonly snapshot: CsvSnapshot;
    /** The text before the slot; absent in a line that is read cell by cell. */
    readonly head: string | undefined;
  }[];
}

const COMMA = 0x2c;
