// Measures what a process and its children take, as the kernel counts it.
import { readdirSync, readFileSync } from 'node:fs';

const TICKS = 100; // of CPU time per second, as Linux tells them to programs

/**
 * Proportional set size in MiB of the process and its children: pages shared with other processes are divided among them.
 */
export function pssMiB(root: number): number {
  const kib = treeOf(root).map((pid) => Number(/^Pss:\s+(\d+)/m.exec(read(pid, 'smaps_rollup'))?.[1] ?? 0));
  return kib.reduce((sum, each) => sum + each, 0) / 1_024;
}

/** Milliseconds of CPU since the start: of the process, its children, and children that have ended. */
export function cpuOfTreeMs(root: number): number {
  return treeOf(root).reduce((sum, pid) => {
    const [user, system, userOfEnded, systemOfEnded] = statOf(pid).slice(11, 15).map(Number);
    return sum + ((user! + system! + userOfEnded! + systemOfEnded!) * 1_000) / TICKS;
  }, 0);
}

function treeOf(root: number): readonly number[] {
  const children = Map.groupBy(
    readdirSync('/proc').filter((name) => /^\d+$/.test(name)),
    (pid) => Number(statOf(Number(pid))[1]),
  );
  const under = (pid: number): readonly number[] => [
    pid,
    ...(children.get(pid) ?? []).flatMap((child) => under(Number(child))),
  ];
  return under(root);
}

/** The fields of /proc/PID/stat from the third on, which is the first after the name. */
function statOf(pid: number): readonly string[] {
  const text = read(pid, 'stat');
  return text === '' ? Array<string>(22).fill('0') : text.slice(text.lastIndexOf(')') + 2).split(' ');
}

/** Empty for a process that is gone. */
function read(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}
