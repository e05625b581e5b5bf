// Reads flags that name a file.
import { InvalidArgumentError } from 'commander';

/** Refuses an empty path: a variable that is set to nothing names no file. */
export function filePath(text: string): string {
  if (text === '') throw new InvalidArgumentError('It must be the path of a file.');
  return text;
}
