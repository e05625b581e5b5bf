// Makes the folders that hold data. The spool, the embedded Postgres and the demo use it.
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder, and those that it is in. Throws an error with a message for people where one of them is a file; `setting`
 * names the folder in it.
 */
export function makeFolder(folder: string, setting = 'data_dir'): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (cause) {
    const file = fileOnTheWay(folder);
    throw file === undefined ? cause : new Error(`${file} is a file: ${setting} must be a folder`, { cause });
  }
}

/** The folder itself, or the nearest of those that it is in, if that is no folder. */
function fileOnTheWay(folder: string): string | undefined {
  for (let path = folder; path !== dirname(path); path = dirname(path)) {
    const found = statOf(path);
    if (found) return found.isDirectory() ? undefined : path;
  }
  return undefined;
}

function statOf(path: string) {
  try {
    return statSync(path);
  } catch {
    return undefined; // it isn't there, or lies in a file
  }
}
