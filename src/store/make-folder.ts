// Makes the folders that hold data. The spool, the embedded Postgres, the demo, exports and `floatwatch init` use it.
import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Makes a folder, and those that it is in. Throws an error with a message for people where one of them is a file; `setting`
 * names the folder in it.
 */
export function makeFolder(folder: string, setting = 'data_dir'): void {
  try {
    makeFolders(folder);
  } catch (cause) {
    const file = fileOnTheWay(folder);
    throw file === undefined ? cause : new Error(`${file} is a file: ${setting} must be a folder`, { cause });
  }
}

/**
 * Makes a folder, and those that it is in, and returns the first that it made. Throws the error of the file system.
 *
 * `mkdirSync` with `recursive` never ends where a folder is there but takes no other in, as /proc.
 */
export function makeFolders(folder: string, { mode }: { readonly mode?: number } = {}): string | undefined {
  const full = resolve(folder);
  if (statOf(full)?.isDirectory()) return undefined;
  const missing = [full];
  for (let path = dirname(full); !statOf(path); path = dirname(path)) missing.unshift(path);
  for (const path of missing) {
    try {
      mkdirSync(path, { mode });
    } catch (error) {
      if (!statOf(path)?.isDirectory()) throw error; // another process has just made it
    }
  }
  return missing[0];
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
