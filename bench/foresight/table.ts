// The tables of the group `foresight`.

/** Prints rows of cells under each other, with a title, on stderr: stdout is for the figures. */
export function printTable(title: string, rows: readonly (readonly string[])[]): void {
  const widths = rows[0]!.map((_, i) => Math.max(...rows.map((row) => row[i]!.length)));
  const lines = rows.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i]!))
      .join('   ')
      .trimEnd(),
  );
  process.stderr.write(`\n${title}\n${lines.join('\n')}\n\n`);
}
