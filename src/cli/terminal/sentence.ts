import type { Io } from './io.ts';

/** Prints a sentence as a line of its own, broken between words where the terminal ends. */
export function printSentence({ stdout }: Io, text: string): void {
  const width = stdout.isTTY === true ? (stdout.columns ?? 80) : Number.POSITIVE_INFINITY;
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!;
    if (line !== '' && line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  stdout.write(`${lines.join('\n')}\n`);
}
