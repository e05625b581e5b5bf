// Chooses the user that runs Postgres, which refuses to run as root: as root we use `postgres` when it exists, else `nobody`.
import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** The user that runs the server when we are root. */
export interface ServerUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** The user to run Postgres as; `undefined` when it may run as our own user. */
export function serverUser(): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  let cause: unknown;
  for (const name of ['postgres', 'nobody']) {
    try {
      const [uid, gid] = [idOf('-u', name), idOf('-g', name)];
      if (uid > 0) return { name, uid, gid };
    } catch (error) {
      cause = error;
    }
  }
  throw new Error(
    'Postgres refuses to run as root and there is no user "postgres" or "nobody" to run it as: ' +
      'start floatwatch as an ordinary user, or set database.url',
    { cause },
  );
}

/** Whether `user` may pass through every folder above `path`, and read and pass through `path` itself. */
export function canReach(user: ServerUser, path: string): boolean {
  const full = resolve(path);
  for (let at = full; ; at = dirname(at)) {
    const { mode, uid, gid } = statSync(at);
    const bits = uid === user.uid ? mode >> 6 : gid === user.gid ? mode >> 3 : mode;
    const needed = at === full ? 0o5 : 0o1;
    if ((bits & needed) !== needed) return false;
    if (at === dirname(at)) return true;
  }
}

/** Creates the folder, and missing ones above it, so that other users may pass through them, whatever our umask is. */
export async function makeReachable(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true });
  if (first === undefined) return;
  for (let made = folder; ; made = dirname(made)) {
    await chmod(made, 0o755);
    if (made === first) return;
  }
}

function idOf(flag: '-u' | '-g', name: string): number {
  return Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'], encoding: 'utf8' }));
}
