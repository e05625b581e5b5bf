/** A column of a table for the terminal. */
export interface Column<Row> {
  readonly title: string;
  /** Default `left`; figures belong `right`, so that their digits stand under each other. */
  readonly align?: 'left' | 'right';
  cell(row: Row): string;
}

/** A plain table: a line of titles, a line for each row, columns two blanks apart, no blanks at the end of lines. */
export function table<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const cells = [
    columns.map((c) => c.title),
    ...rows.map((row) => columns.map((c) => printable(c.cell(row)))),
  ];
  const widths = columns.map((_, i) => Math.max(...cells.map((line) => line[i]!.length)));
  const lines = cells.map((line) =>
    line
      .map((cell, i) => (columns[i]!.align === 'right' ? cell.padStart(widths[i]!) : cell.padEnd(widths[i]!)))
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n`;
}

/** What comes from outside must not move the cursor, nor start a line. */
function printable(text: string): string {
  return text.replace(/\p{C}/gu, '\u{FFFD}');
}
