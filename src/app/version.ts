// The version of this program, and where its files are. Metrics, commands and requests to services tell the version.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

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

/** The commit a checkout stands at, or `unknown`: read from .git as it is, without running git (gitrepository-layout(5)). */
export function revisionOf(folder: string): string {
  try {
    const own = gitFolder(join(folder, '.git'));
    const head = readFileSync(join(own, 'HEAD'), 'utf8').trim();
    if (!head.startsWith('ref: ')) return head;
    const common = join(own, 'commondir'); // a worktree has the branches of the repository that it belongs to
    const shared = existsSync(common) ? resolve(own, readFileSync(common, 'utf8').trim()) : own;
    return commitOf(head.slice(5), shared);
  } catch {
    return 'unknown';
  }
}

/** In a worktree, `.git` is a file that names the folder. */
function gitFolder(path: string): string {
  if (statSync(path).isDirectory()) return path;
  return resolve(
    dirname(path),
    readFileSync(path, 'utf8')
      .replace(/^gitdir: /, '')
      .trim(),
  );
}

/** A branch has a file of its own, until git packs it with the others into one. */
function commitOf(branch: string, folder: string): string {
  const file = join(folder, branch);
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  const packed = readFileSync(join(folder, 'packed-refs'), 'utf8').split('\n');
  return packed.find((line) => line.endsWith(` ${branch}`))?.split(' ')[0] ?? 'unknown';
}
