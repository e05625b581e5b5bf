// The folder of an embedded Postgres: our own files, and the server's `cluster` within.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Binaries } from './binaries.ts';
import type { ServerUser } from './server-user.ts';
import { canReach, makeReachable } from './server-user.ts';

const STATE = '/var/lib/floatwatch';
export const SUPERUSER = 'floatwatch';

/** The environment of the server's processes: nothing that could hold a secret. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot } = process.env;
  return { LC_ALL: 'C', TZ: 'UTC', ...(PATH && { PATH }), ...(SystemRoot && { SystemRoot }) };
}

interface ClusterPlace {
  readonly dataDir: string;
  readonly binaries: Binaries;
  readonly user: ServerUser | undefined;
  readonly say: (message: string) => void;
  /** Holds the clusters whose server can't reach `dataDir`. @default below /var/lib */
  readonly state?: string;
}

/**
 * Makes the cluster in `dataDir/cluster` when it is missing, and checks that this version can read it.
 *
 * The cluster is made under another name and then renamed, so a crash leaves nothing half done. When the server's
 * user can't reach `dataDir`, `cluster` is a link to a folder below /var/lib that this user can reach.
 */
export async function prepareCluster(place: ClusterPlace): Promise<{ cluster: string; password: string }> {
  const { dataDir, binaries } = place;
  const link = join(dataDir, 'cluster');
  if (!existsSync(link)) {
    await refuseLostCluster(dataDir, link);
    await make(place, link);
  }
  const cluster = await realpath(link);
  const major = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim();
  if (major !== binaries.major) {
    throw new Error(
      `the data in ${cluster} was written by Postgres ${major}, the embedded one is ${binaries.major}: ` +
        `dump it with Postgres ${major} and restore it (docs/database.md), or move ${dataDir} away`,
    );
  }
  return { cluster, password: (await readFile(join(dataDir, 'password'), 'utf8')).trim() };
}

/** Rejects when the link has lost its folder: its disk is not mounted, or `dataDir` was copied from another machine. */
async function refuseLostCluster(dataDir: string, link: string): Promise<void> {
  const target = await readlink(link).catch(() => null); // not a link, or nothing there
  if (target === null) return;
  throw new Error(
    `the database of ${dataDir} is kept in ${target}, which is not there: ` +
      `bring it back, as by mounting its disk, or remove ${link} to begin a new one`,
  );
}

async function make(place: ClusterPlace, link: string): Promise<void> {
  const { dataDir, binaries, user, say, state = STATE } = place;
  say('creating the database, once');
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith('cluster.')) await rm(join(dataDir, name), { recursive: true, force: true });
  }
  const elsewhere = user && !canReach(user, dataDir);
  const home = elsewhere ? join(state, randomBytes(6).toString('hex')) : dataDir;
  if (elsewhere) {
    say(`keeping the database in ${home}, because the user "${user.name}" can't reach ${dataDir}`);
    await makeReachable(home);
  }

  const password = randomBytes(24).toString('base64url');
  await writeFile(join(dataDir, 'password'), `${password}\n`, { mode: 0o600 });
  const draft = join(home, `cluster.${process.pid}`);
  await mkdir(draft, { mode: 0o700 });
  if (user) await chown(draft, user.uid, user.gid);
  await initialise(draft, password, binaries, user).catch(async (error: unknown) => {
    await rm(elsewhere ? home : draft, { recursive: true, force: true });
    throw error;
  });
  const cluster = join(home, 'cluster');
  await rename(draft, cluster);
  if (elsewhere) await symlink(cluster, link);
}

async function initialise(
  cluster: string,
  password: string,
  binaries: Binaries,
  user: ServerUser | undefined,
): Promise<void> {
  await using undo = new AsyncDisposableStack();
  const drawer = await mkdtemp(join(tmpdir(), 'floatwatch-'));
  undo.defer(() => rm(drawer, { recursive: true, force: true }));
  const file = join(drawer, 'password');
  await writeFile(file, `${password}\n`, { mode: 0o600 });
  await chmod(drawer, 0o700);
  if (user) for (const path of [file, drawer]) await chown(path, user.uid, user.gid);
  const flags = ['--auth=scram-sha-256', '--locale=C', '--encoding=UTF8', '--no-instructions'];
  await promisify(execFile)(binaries.initdb, ['-D', cluster, '-U', SUPERUSER, `--pwfile=${file}`, ...flags], {
    cwd: dirname(cluster),
    env: serverEnvironment(),
    ...(user && { uid: user.uid, gid: user.gid }),
  }).catch((cause: Error & { stderr?: string }) => {
    const said = cause.stderr?.trim().split('\n').at(-1) ?? cause.message;
    throw new Error(`initdb could not create a database in ${cluster}: ${said}`, { cause });
  });
}
