// Reads what a running server says about itself in `postmaster.pid`, and what the kernel says about that process.
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly status: 'starting' | 'ready' | 'stopping' | 'unknown';
}

/** Reads the lock file of a cluster; `undefined` when no server has it. */
export function readPostmaster(cluster: string): Postmaster | undefined {
  let lines: string[];
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const [pid, port, status] = [Number(lines[0]), Number(lines[3]), lines[7]?.trim()];
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  const known = status === 'starting' || status === 'ready' || status === 'stopping';
  return { pid, port: port || 0, status: known ? status : 'unknown' };
}

/**
 * The state of the process that `postmaster.pid` names.
 *
 * `zombie`: dead, but its parent has not read its exit status, so Postgres' own check takes it for alive. `stranger`:
 * the number now belongs to another program, or to the Postgres of another cluster (after a reboot, or in a restarted
 * container).
 */
export function processState(
  pid: number,
  cluster: string,
  platform = process.platform,
): 'postgres' | 'stranger' | 'zombie' | 'gone' {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? 'stranger' : 'gone'; // our server runs as our own user
  }
  if (platform === 'win32') return 'postgres'; // Windows has no ps
  if (platform !== 'linux') return asListed(pid);
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [name, state] = [
      stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')')),
      stat.at(stat.lastIndexOf(')') + 2),
    ];
    if (state === 'Z' || state === 'X') return 'zombie';
    return name === 'postgres' && !servesAnother(pid, cluster) ? 'postgres' : 'stranger';
  } catch {
    return 'gone';
  }
}

/** The state by the list of processes, where there is no /proc: `S+   /opt/floatwatch/bin/postgres`. */
function asListed(pid: number): ReturnType<typeof processState> {
  try {
    const listed = execFileSync('ps', ['-p', String(pid), '-o', 'stat=,comm='], { encoding: 'utf8' }).trim();
    if (listed.startsWith('Z')) return 'zombie';
    return /[\s/(]postgres\)?$/.test(listed) ? 'postgres' : 'stranger';
  } catch (error) {
    return (error as { status?: number }).status === 1 ? 'gone' : 'postgres'; // without ps we can't tell
  }
}

/** Decides by the working folder, which a server does not change; `false` where that can't be read. */
function servesAnother(pid: number, cluster: string): boolean {
  try {
    const [its, ours] = [statSync(`/proc/${pid}/cwd`), statSync(cluster)];
    return its.dev !== ours.dev || its.ino !== ours.ino;
  } catch {
    return false; // we are root without all of its rights, or the folder is gone
  }
}

/** Waits until `done` returns true, at most `withinMs`; returns whether it did. */
export async function until(done: () => boolean, withinMs: number): Promise<boolean> {
  const end = performance.now() + withinMs;
  while (!done()) {
    if (performance.now() > end) return false;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return true;
}
