// Lines that stand twice: pairs of places that share six lines and more, comments and imports apart.
const MIN_LINES = 6;

interface Line {
  readonly text: string;
  /** In the file, from 1. */
  readonly number: number;
}

/** Two places, each as `file:line`, and how many lines they share. */
export interface Repeat {
  readonly places: readonly [string, string];
  readonly lines: number;
}

export function repeats(files: readonly { readonly file: string; readonly text: string }[]): Repeat[] {
  const all = files.map(({ file, text }) => ({ file, lines: linesOf(text) }));
  const windows = new Map<string, { readonly file: number; readonly at: number }[]>();
  for (const [file, { lines }] of all.entries()) {
    for (let at = 0; at + MIN_LINES <= lines.length; at++) {
      const text = lines.slice(at, at + MIN_LINES).map((line) => line.text);
      const key = text.join('\n');
      windows.set(key, [...(windows.get(key) ?? []), { file, at }]);
    }
  }
  // Windows that follow one another in both places are one repeat.
  const runs = new Map<string, number[]>();
  for (const places of windows.values()) {
    for (const [i, a] of places.entries()) {
      for (const b of places.slice(i + 1)) {
        if (a.file === b.file && b.at - a.at < MIN_LINES) continue;
        const key = `${a.file} ${b.file} ${b.at - a.at}`;
        runs.set(key, [...(runs.get(key) ?? []), a.at]);
      }
    }
  }
  return [...runs].flatMap(([key, begins]) => {
    const [a, b, offset] = key.split(' ').map(Number) as [number, number, number];
    const sorted = begins.toSorted((x, y) => x - y);
    const firsts = sorted.filter((at, i) => sorted[i - 1] !== at - 1);
    return firsts.map((at): Repeat => {
      const next = sorted.slice(sorted.indexOf(at)).findIndex((each, i) => each !== at + i);
      const lines = MIN_LINES - 1 + (next < 0 ? sorted.length - sorted.indexOf(at) : next);
      const place = (file: number, line: number) => `${all[file]!.file}:${all[file]!.lines[line]!.number}`;
      return { places: [place(a, at), place(b, at + offset)], lines };
    });
  });
}

/** Without what says nothing by itself: empty lines, comments and imports. */
function linesOf(text: string): Line[] {
  const code = text.replaceAll(/^import [^;]*;$/gm, (whole) => whole.replaceAll(/[^\n]/g, ''));
  return code
    .split('\n')
    .map((line, i) => ({ text: line.trim(), number: i + 1 }))
    .filter((line) => line.text !== '' && !/^(?:\/\/|\/\*|\*)/.test(line.text));
}
