// Sentences on a terminal, broken where it ends.
import type { Io } from './io.ts';

/** Prints a sentence as a line of its own, broken between words where the terminal ends. */
export function printSentence(io: Io, text: string): void {
  io.stdout.write(`${wrapped(printable(text), terminalWidth(io)).join('\n')}\n`);
}

/** What comes from outside must not move the cursor, nor start a line. */
export function printable(text: string): string {
  return text.replace(/\p{C}/gu, '\u{FFFD}');
}

/** A text as one line of less than `width` characters: what has no room is cut, with a sign that it was. */
export function cutLine(text: string, width: number): string {
  const line = printable(text);
  return line.length < width ? line : `${line.slice(0, width - 2)}…`;
}

/**
 * Of standard output, or of what is named in its place, in characters; infinite where that is no terminal. One that nobody has
 * told its size, as by `ssh -tt` from a script, says 0.
 */
export function terminalWidth({ stdout }: Pick<Io, 'stdout'>): number {
  return stdout.isTTY === true ? stdout.columns || 80 : Number.POSITIVE_INFINITY;
}

/** The text in lines of at most `width` characters, but for words that are longer. */
export function wrapped(text: string, width: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!;
    if (line !== '' && line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
}
