// Draws a line over time with the characters of a terminal.
import { type Amount, compareAmounts, formatAmount } from '../../domain/money.ts';
import type { Instant } from '../../domain/observation.ts';

/** A point of the line; `null` is a gap. */
export interface ChartPoint {
  readonly at: Instant;
  readonly available: Amount | null;
  readonly lowest: Amount | null;
  readonly highest: Amount | null;
}

export interface TerminalChartOptions {
  readonly from: Instant;
  readonly to: Instant;
  /** The width of the whole chart, in characters. */
  readonly columns: number;
  /** The height of the line; the axis comes on top. @default 12 */
  readonly rows?: number;
  /** Writes an instant under the chart. */
  readonly when: (instant: Instant) => string;
  /** Without it the line is drawn in ASCII. @default true */
  readonly unicode?: boolean;
}

const BRAILLE = 0x2800;
const DOTS = [
  [0x01, 0x08],
  [0x02, 0x10],
  [0x04, 0x20],
  [0x40, 0x80],
] as const;

/** The lines of a chart: exact amounts stand at the top and the bottom; columns without a point are empty. */
export function chart(points: readonly ChartPoint[], options: TerminalChartOptions): string[] {
  const { from, to, columns, rows = 12, when, unicode = true } = options;
  const amounts = points.flatMap(({ lowest, highest, available }) =>
    [lowest, highest, available].filter((amount) => amount !== null),
  );
  if (amounts.length === 0) return ['(nothing was seen in this time)'];
  const top = amounts.reduce((a, b) => (compareAmounts(a, b) >= 0 ? a : b));
  const bottom = amounts.reduce((a, b) => (compareAmounts(a, b) <= 0 ? a : b));
  const labels = [formatAmount(top), formatAmount(bottom)];
  const margin = Math.max(...labels.map((label) => label.length)) + 1;
  const width = Math.max(10, columns - margin - 1);

  const [across, down] = unicode ? [2, 4] : [1, 1];
  const dots = plot({ points, from, to, width: width * across, height: rows * down, top, bottom });
  const lines = Array.from({ length: rows }, (_, row) => {
    const label = row === 0 ? labels[0]! : row === rows - 1 ? labels[1]! : '';
    const cells = Array.from({ length: width }, (_, column) => cell(dots, column, row, unicode));
    return `${label.padStart(margin - 1)} ${unicode ? '┤' : '|'}${cells.join('')}`.trimEnd();
  });
  const [start, end] = [when(from), when(to)];
  const room = Math.max(1, width - start.length - end.length);
  return [...lines, `${' '.repeat(margin + 1)}${start}${' '.repeat(room)}${end}`];
}

interface Plot {
  readonly points: readonly ChartPoint[];
  readonly from: Instant;
  readonly to: Instant;
  readonly width: number;
  readonly height: number;
  readonly top: Amount;
  readonly bottom: Amount;
}

/** The dots that are set in each column: from the lowest to the highest amount in it. */
function plot({ points, from, to, width, height, top, bottom }: Plot): Set<number>[] {
  const columns = Array.from({ length: width }, () => new Set<number>());
  const level = (amount: Amount) => (position(amount, bottom, top) * (height - 1)) | 0;
  for (const { at, available, lowest, highest } of points) {
    const column = columns[Math.min(width - 1, Math.floor(((at - from) / (to - from)) * width))];
    if (!column || available === null) continue;
    const low = level(lowest ?? available);
    const high = level(highest ?? available);
    for (let dot = low; dot <= high; dot++) column.add(height - 1 - dot);
  }
  return columns;
}

/** From 0 at the bottom to 1 at the top. It only says where to draw, so digits may be lost here. */
function position(amount: Amount, bottom: Amount, top: Amount): number {
  const range = +top - +bottom;
  return range > 0 ? (+amount - +bottom) / range : 0.5;
}

function cell(dots: readonly Set<number>[], column: number, row: number, unicode: boolean): string {
  if (!unicode) return dots[column]!.has(row) ? '*' : ' ';
  let code = 0;
  for (const [down, pair] of DOTS.entries()) {
    for (const [across, bit] of pair.entries()) {
      if (dots[column * 2 + across]!.has(row * 4 + down)) code |= bit;
    }
  }
  return code === 0 ? ' ' : String.fromCodePoint(BRAILLE + code);
}
