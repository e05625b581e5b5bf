// Lays out tables for the terminal: at most as wide as it is, decimal points aligned, and colour where it has a meaning.
import { styleText } from 'node:util';
import { type Io, isLively } from './io.ts';
import { printable, terminalWidth } from './sentence.ts';

/** The meaning of a cell's colour: `bad` is breached or firing, `warn` is stale or pending, `dim` is less important. */
export type Tone = 'bad' | 'warn' | 'good' | 'dim';

/** A column of a table for the terminal. */
export interface Column<Row> {
  readonly title: string;
  /** Default `left`; `decimal` aligns decimal points, and changes no digit. */
  readonly align?: 'left' | 'right' | 'decimal';
  /**
   * When there is no room, the column with the highest number is dropped first, and comes back if there is room once a wider
   * one is dropped. Default 0: it stays.
   */
  readonly drop?: number;
  /** A remark: when the other columns leave no room, it is cut first, and dropped if next to nothing of it would stay. */
  readonly cutFirst?: true;
  cell(row: Row): string;
  /** Default: none. */
  tone?(row: Row): Tone | undefined;
}

/** Where a table is printed. */
export interface Screen {
  /** In characters; infinite where there is no terminal. */
  readonly width: number;
  readonly colour: boolean;
}

/** A flag of every command that prints a table. */
export interface TableFlags {
  readonly wide?: true;
}

const COLOURS = { bad: 'red', warn: 'yellow', good: 'green', dim: 'dim' } as const;
const GAP = 2;
const MIN_CUT = 8; // characters that stay of a text that is cut
const MIN_REMARK = 16; // a shorter remark says nothing

/** Prints a table, at most as wide as the terminal; a message on stderr names the columns that had no room, or not enough. */
export function printTable<Row>(
  io: Io,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  flags: TableFlags = {},
): void {
  const { text, dropped, cut } = layOut(columns, rows, screenOf(io, flags));
  io.stdout.write(text);
  const missing = [...dropped, ...cut.map((title) => `all of ${title}`)];
  if (missing.length > 0) io.stderr.write(`no room for ${missing.join(', ')}: --wide shows all\n`);
}

/** The screen of standard output. A pipe or a file gets every column and no colour. */
function screenOf({ stdout, env }: Io, { wide }: TableFlags): Screen {
  const width = wide ? Number.POSITIVE_INFINITY : terminalWidth({ stdout });
  return { width, colour: isLively(stdout, env) };
}

/** Lays out a line of titles and a line for each row, with columns two blanks apart and no blanks at the end of lines. */
export function layOut<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  { width, colour }: Screen,
): { readonly text: string; readonly dropped: readonly string[]; readonly cut: readonly string[] } {
  const all = columns.map((column) => ({ column, cells: cellsOf(column, rows) }));
  let { shown, dropped } = withRoom(all, width);
  const remark = shown.find(({ column }) => column.cutFirst);
  const over = widthOf(shown) - width;
  if (remark && over > 0 && longest(remark.cells) - over < MIN_REMARK) {
    shown = shown.filter((each) => each !== remark);
    dropped = [...dropped, remark];
  }
  const cut = cutTo(width, shown);
  const widths = shown.map(({ cells }) => longest(cells));
  const lines = [undefined, ...rows].map((row, i) =>
    shown
      .map(({ column, cells }, j) => {
        const padded = pad(cells[i]!, column, { width: widths[j]!, isLast: j === shown.length - 1 });
        const tone = colour && row !== undefined ? column.tone?.(row) : undefined;
        if (colour && row === undefined) return styleText('bold', padded, { validateStream: false });
        const text = padded.trim(); // colour belongs to the text, not to the blanks around it
        return tone && text !== ''
          ? padded.replace(text, () => styleText(COLOURS[tone], text, { validateStream: false }))
          : padded;
      })
      .join(' '.repeat(GAP))
      .trimEnd(),
  );
  return { text: `${lines.join('\n')}\n`, dropped: dropped.map(titleOf), cut: cut.map(titleOf) };
}

function titleOf<Row>({ column }: Shown<Row>): string {
  return column.title;
}

/** Divides the columns into those that have room, and those that are dropped for them, the first of these first. */
function withRoom<Row>(
  all: readonly Shown<Row>[],
  width: number,
): { readonly shown: readonly Shown<Row>[]; readonly dropped: readonly Shown<Row>[] } {
  let shown = all;
  const dropped: Shown<Row>[] = [];
  while (widthOf(shown) > width) {
    const last = shown.findLast(({ column }) => column.drop === Math.max(...shown.map(dropOf)));
    if (!last || dropOf(last) === 0) break;
    shown = shown.filter((each) => each !== last);
    dropped.push(last);
  }
  for (const each of dropped.toReversed()) {
    const more = all.filter((one) => one === each || shown.includes(one));
    if (widthOf(more) <= width) shown = more;
  }
  return { shown, dropped: dropped.filter((each) => !shown.includes(each)) };
}

interface Shown<Row> {
  readonly column: Column<Row>;
  /** The title first. */
  readonly cells: string[];
}

function dropOf<Row>({ column }: Shown<Row>): number {
  return column.drop ?? 0;
}

function cellsOf<Row>(column: Column<Row>, rows: readonly Row[]): string[] {
  const cells = rows.map((row) => printable(column.cell(row)));
  if (column.align !== 'decimal') return [column.title, ...cells];
  const fraction = cells.reduce((most, cell) => Math.max(most, fractionOf(cell)), 0);
  return [column.title, ...cells.map((cell) => cell + ' '.repeat(fraction - fractionOf(cell)))];
}

/** How many characters a figure has from its point on; other texts are aligned with the whole digits. */
function fractionOf(cell: string): number {
  const point = cell.lastIndexOf('.');
  return point === -1 ? 0 : cell.length - point;
}

function widthOf<Row>(shown: readonly Shown<Row>[]): number {
  return shown.reduce((sum, { cells }) => sum + longest(cells) + GAP, -GAP);
}

function longest(cells: readonly string[]): number {
  return cells.reduce((most, { length }) => Math.max(most, length), 0);
}

/**
 * Cuts texts when even the columns that stay have no room, and marks the cut: remarks first, then the widest column. Returns
 * the columns with a text that was cut.
 */
function cutTo<Row>(width: number, shown: readonly Shown<Row>[]): readonly Shown<Row>[] {
  const cut = new Set<Shown<Row>>();
  for (let over = widthOf(shown) - width; over > 0; over = widthOf(shown) - width) {
    const texts = shown.filter(({ column }) => (column.align ?? 'left') === 'left');
    const remark = texts.find(({ column }) => column.cutFirst);
    const widest = remark ?? texts.toSorted((a, b) => longest(b.cells) - longest(a.cells))[0];
    if (!widest) break;
    const { cells } = widest;
    const room = Math.max(MIN_CUT, longest(cells) - over);
    if (room >= longest(cells)) break;
    const end = widest === remark ? 0 : tellingEnd(cells, room);
    for (const [i, cell] of cells.entries()) cells[i] = shortened(cell, room, end);
    cut.add(widest);
  }
  return [...cut];
}

/**
 * How much of the end stays of names that are cut, so that as many as possible can be told apart: half, unless they differ
 * elsewhere, as payment options with the same provider do in the middle.
 */
function tellingEnd(cells: readonly string[], room: number): number {
  const names = [...new Set(cells)];
  const toldApart = (end: number) => new Set(names.map((name) => shortened(name, room, end))).size;
  const half = Math.floor((room - 1) / 2);
  let best = { end: half, told: toldApart(half) };
  for (let step = 1; step <= half && best.told < names.length; step++) {
    for (const end of [half + step, half - step]) {
      const told = toldApart(end);
      if (told > best.told) best = { end, told };
    }
  }
  return best.end;
}

/** A text in `room` characters, `end` of them its last ones; whole if it is no longer. */
function shortened(text: string, room: number, end: number): string {
  return text.length <= room ? text : `${text.slice(0, room - 1 - end)}…${text.slice(text.length - end)}`;
}

function pad<Row>(
  cell: string,
  { align }: Column<Row>,
  { width, isLast }: { readonly width: number; readonly isLast: boolean },
): string {
  if (align === 'right' || align === 'decimal') return cell.padStart(width);
  return isLast ? cell : cell.padEnd(width);
}
