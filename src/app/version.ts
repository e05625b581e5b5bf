// The version of this program, and where its files are. Metrics, commands and requests to services tell the version.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder that holds package.json, migrations and config: the checkout, or the installed package. */
export const packageRoot: string = findRoot(import.meta.dirname);

/** The version in package.json. */
export const version: string = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')).version;

/** The commit of the checkout; `unknown` where this is no checkout. */
export const revision: string = revisionOf(packageRoot);

/** The name under which we ask services. */
export const userAgent: string = `floatwatch/${version}`;

function findRoot(from: string): string {
  return existsSync(join(from, 'package.json')) ? from : findRoot(dirname(from));
}

/** The commit a checkout stands at, or `unknown`: read from .git as it is, without running git. */
export function revisionOf(folder: string): string {
  try {
    const head = readFileSync(join(folder, '.git', 'HEAD'), 'utf8').trim();
    if (!head.startsWith('ref: ')) return head;
    return readFileSync(join(folder, '.git', head.slice(5)), 'utf8').trim();
  } catch {
    return 'unknown';
  }
}
