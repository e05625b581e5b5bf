// Prints sentences on a terminal, broken at its width.
import type { Io } from './io.ts';

/** Prints a sentence on its own line, broken between words at the width of the terminal. */
export function printSentence(io: Io, text: string): void {
  io.stdout.write(`${wrapped(printable(text), terminalWidth(io)).join('\n')}\n`);
}

/** Replaces characters with which outside text could move the cursor or start a line. */
export function printable(text: string): string {
  return text.replace(/\p{C}/gu, '\u{FFFD}');
}

/** A text as one line of less than `width` characters: a longer one is cut, and ends with a sign. */
export function cutLine(text: string, width: number): string {
  const line = printable(text);
  return line.length < width ? line : `${line.slice(0, width - 2)}…`;
}

/**
 * The width of standard output, or of another stream in its place, in characters; infinite when it is no terminal. A
 * terminal that doesn't know its size, as with `ssh -tt` from a script, says 0.
 */
export function terminalWidth({ stdout }: Pick<Io, 'stdout'>): number {
  return stdout.isTTY === true ? stdout.columns || 80 : Number.POSITIVE_INFINITY;
}

/** Breaks the text into lines of at most `width` characters; only a longer word makes a longer line. */
export function wrapped(text: string, width: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!;
    if (line !== '' && line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
}
