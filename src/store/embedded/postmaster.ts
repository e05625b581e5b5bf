// What a running server tells about itself: its `postmaster.pid`, and what the kernel knows of that process.
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly status: 'starting' | 'ready' | 'stopping' | 'unknown';
}

/** Reads the lock file of a cluster; `undefined` when no server claims it. */
export function readPostmaster(cluster: string): Postmaster | undefined {
  let lines: string[];
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const [pid, port, status] = [Number(lines[0]), Number(lines[3]), (lines[7] ?? '').trim()];
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  const known = status === 'starting' || status === 'ready' || status === 'stopping';
  return { pid, port: port || 0, status: known ? status : 'unknown' };
}

/**
 * `zombie`: dead, but its parent hasn't looked yet, so Postgres' own check still takes it for alive.
 * `stranger`: the number belongs to another program by now, or to the Postgres of another cluster (after a reboot, or in a
 * restarted container).
 */
export function processState(
  pid: number,
  cluster: string,
  platform = process.platform,
): 'postgres' | 'stranger' | 'zombie' | 'gone' {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? 'stranger' : 'gone'; // ours runs as ourselves
  }
  if (platform === 'win32') return 'postgres'; // there is no ps
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

/** As the list of processes has it, where there is no /proc: `S+   /opt/floatwatch/bin/postgres`. */
function asListed(pid: number): ReturnType<typeof processState> {
  try {
    const listed = execFileSync('ps', ['-p', String(pid), '-o', 'stat=,comm='], { encoding: 'utf8' }).trim();
    if (listed.startsWith('Z')) return 'zombie';
    return /[\s/(]postgres\)?$/.test(listed) ? 'postgres' : 'stranger';
  } catch (error) {
    return (error as { status?: number }).status === 1 ? 'gone' : 'postgres'; // which can't be told without ps
  }
}

/** By its working folder, which a server doesn't change; false where that can't be told. */
function servesAnother(pid: number, cluster: string): boolean {
  try {
    const [its, ours] = [statSync(`/proc/${pid}/cwd`), statSync(cluster)];
    return its.dev !== ours.dev || its.ino !== ours.ino;
  } catch {
    return false; // as root without all of its rights, or the folder is gone
  }
}

/** Waits until `done` says so, at most `withinMs`; says whether it did. */
export async function until(done: () => boolean, withinMs: number): Promise<boolean> {
  const end = performance.now() + withinMs;
  while (!done()) {
    if (performance.now() > end) return false;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return true;
}
