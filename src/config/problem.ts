// The problems of a configuration: what is wrong, and where.

/** The way from the root of the file to a setting: names of settings and positions in lists. */
export type Path = readonly (string | number)[];

export interface Problem {
  readonly file: string;
  /** Line and column count from 1. */
  readonly line: number;
  readonly col: number;
  /** Such as `accounts[0].schedule`; empty when the problem isn't about one setting. */
  readonly path: string;
  readonly message: string;
}

/** A configuration that can't be used; its message has one line for every problem, in the order of the file. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly Problem[];
  readonly exitCode = 2;
  constructor(problems: readonly Problem[]) {
    super(inOrder(problems).map(formatProblem).join('\n'));
    this.problems = inOrder(problems);
  }
}

/** Formats a problem as `file:line:col: path: message`, on one line whatever it quotes. */
export function formatProblem({ file, line, col, path, message }: Problem): string {
  return printable([`${file}:${line}:${col}`, path, message].filter((part) => part !== '').join(': '));
}

/** Formats `['accounts', 0, 'schedule']` as `accounts[0].schedule`. */
export function formatPath(path: Path): string {
  return path
    .map((part, i) => {
      if (typeof part === 'number') return `[${part}]`;
      if (!/^[\w-]+$/.test(part)) return `[${JSON.stringify(part)}]`;
      return i === 0 ? part : `.${part}`;
    })
    .join('');
}

function inOrder(problems: readonly Problem[]): Problem[] {
  return [...problems].sort((a, b) => a.line - b.line || a.col - b.col);
}

/** Escapes control and direction characters: a value of the file must not control a terminal. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (char) => `\\u{${char.codePointAt(0)!.toString(16)}}`);
}
