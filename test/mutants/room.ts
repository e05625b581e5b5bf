// A copy of the house, in which tests are run.
import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Order, Ran } from './resident.ts';

export const ROOT = join(import.meta.dirname, '../..');

export interface Room extends AsyncDisposable {
  readonly path: string;
  write(file: string, text: string): void;
  /** Resolves with `undefined` when it takes longer than it may, or ends whoever runs the tests. */
  run(tests: readonly string[], options: RunOptions): Promise<Ran | undefined>;
  /** The next run has a Postgres of its own. */
  restart(): Promise<void>;
}

interface RunOptions {
  readonly withinMs: number;
  /** Whether the first failure ends the run. */
  readonly bails: boolean;
}

/** All that git knows. */
export function filesOfHouse(): string[] {
  const names = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0');
  return names.filter((name) => name !== '');
}

/** With all that git knows, as it is now. */
export function openRoom(): Room {
  const path = mkdtempSync(join(tmpdir(), 'floatwatch-mutants-'));
  chmodSync(path, 0o755); // as root the server runs as another user
  for (const file of filesOfHouse()) cpSync(join(ROOT, file), join(path, file));
  symlinkSync(join(ROOT, 'node_modules'), join(path, 'node_modules'));
  const tmp = join(path, 'tmp');
  mkdirSync(tmp);
  chmodSync(tmp, 0o777);
  const changed = new Set<string>();
  let resident: ChildProcess | undefined;
  return {
    path,
    write(file, text) {
      writeFileSync(join(path, file), text);
      changed.add(file);
    },
    async run(tests, { withinMs, bails }) {
      resident ??= start(path, tmp);
      resident.send({ tests, bails, changed: [...changed] } satisfies Order);
      changed.clear();
      const ran = await answerOf(resident, withinMs);
      if (ran === undefined) kill();
      return ran;
    },
    restart,
    async [Symbol.asyncDispose]() {
      await restart();
      rmSync(path, { recursive: true, force: true });
    },
  };

  async function restart(): Promise<void> {
    if (!resident) return;
    const ended = once(resident, 'exit', { signal: AbortSignal.timeout(60_000) });
    resident.disconnect();
    await ended.catch(() => {});
    kill();
  }

  /** With its workers, and the Postgres and the disks that it may have left behind. */
  function kill(): void {
    quietly(() => process.kill(-resident!.pid!, 'SIGKILL'));
    for (const file of globSync(join(tmp, '*/postgres/cluster/postmaster.pid'))) {
      quietly(() => process.kill(Number(readFileSync(file, 'utf8').split('\n')[0]), 'SIGQUIT'));
    }
    for (const disk of mountedBelow(path)) quietly(() => execFileSync('umount', ['--lazy', disk]));
    resident = undefined;
  }
}

/** The small disks of tests that were killed: a folder with a mount below it can't be removed. */
function mountedBelow(path: string): string[] {
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
  return mounts.map((line) => line.split(' ')[1] ?? '').filter((place) => place.startsWith(`${path}/`));
}

function start(path: string, tmp: string): ChildProcess {
  return fork(join(path, 'test/mutants/resident.ts'), {
    cwd: path,
    env: { ...process.env, TMPDIR: tmp, FLOATWATCH_WORLDS: '20', FLOATWATCH_SEED: '1' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    detached: true, // a group of its own: its workers are ended with it
  });
}

async function answerOf(resident: ChildProcess, withinMs: number): Promise<Ran | undefined> {
  const { promise, resolve } = Promise.withResolvers<Ran | undefined>();
  const nothing = () => resolve(undefined);
  const timer = setTimeout(nothing, withinMs);
  resident.once('message', resolve).once('exit', nothing);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    resident.off('message', resolve).off('exit', nothing);
  }
}

function quietly(act: () => void): void {
  try {
    act();
  } catch {
    // It has ended already.
  }
}
