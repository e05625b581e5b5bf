// The folder in which a run of the tests keeps its files: in memory, where there is enough.
import {
  chmodSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const NAME = 'floatwatch-tests-';
const DAY_MS = 86_400_000;
const ENOUGH = 4 * 2 ** 30; // several times what all tests have at a time

/**
 * Makes the folder, and has `tmpdir()` name it from now on, here and in child processes. Every user may write there. Dispose
 * to delete it with all that is in it.
 *
 * Tests make and delete databases of a thousand files hundreds of times, which takes most of their time on some disks. A
 * `TMPDIR` of the user is kept to.
 */
export function makeRoom(): Disposable & { readonly path: string } {
  const before = process.env['TMPDIR'];
  const path = mkdtempSync(join(before === undefined && isRoomy() ? MEMORY : tmpdir(), NAME));
  chmodSync(path, 0o1777);
  process.env['TMPDIR'] = path;
  deleteOrphans(statSync(path).mtimeMs);
  return {
    path,
    [Symbol.dispose]() {
      if (before === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = before;
      rmSync(path, { recursive: true, force: true });
    },
  };
}

/**
 * Deletes what killed runs have left, which would take memory until the machine restarts. A run that lasts makes files all the
 * time. `now` is the file system's: the tests may run at another hour than others' do.
 */
function deleteOrphans(now: number): void {
  for (const path of globSync(join(MEMORY, `${NAME}*`))) {
    const room = statSync(path, { throwIfNoEntry: false });
    if (room?.uid === process.getuid!() && room.mtimeMs < now - DAY_MS)
      rmSync(path, { recursive: true, force: true });
  }
}

/** Containers have 64 MiB of it as a rule, from which no program may be started. */
function isRoomy(): boolean {
  if (!existsSync('/proc/mounts')) return false; // not Linux
  const mount = /^\S+ \/dev\/shm tmpfs (\S+)/m.exec(readFileSync('/proc/mounts', 'utf8'));
  if (!mount || mount[1]!.split(',').includes('noexec')) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return Math.min(bavail * bsize, process.availableMemory()) >= ENOUGH;
}
