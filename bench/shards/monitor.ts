// One shard of a fleet in a separate process; it sweeps when told to, and says what that took.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setup } from '../../src/app/app.ts';
import { ofShard } from '../../src/app/shard-of.ts';
import { loadConfig } from '../../src/config/load.ts';
import { cpuMs, median, wallMs } from '../measure.ts';

/** The cost of one sweep of its accounts: medians, in milliseconds. */
export interface SweepCost {
  readonly wallMs: number;
  readonly cpuMs: number;
}

/** A running monitor. Its methods reject when a poll or the monitor fails. */
export interface Monitor extends AsyncDisposable {
  readonly accounts: number;
  sweep(times: number): Promise<SweepCost>;
  /** Proportional set size of the memory in use, in MiB. */
  memoryMiB(): Promise<number>;
}

type Request = { readonly sweeps: number } | 'memory';

// As `bin/floatwatch.js` sets them for `floatwatch run`.
const V8 = ['--max-semi-space-size=8', '--heap-growing-percent=30'];
const ALLOCATOR = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072' };

/** Starts the monitor of a configuration. It then has swept once, so that the names of wallets are stored. */
export async function startMonitor(file: string): Promise<Monitor> {
  const child: ChildProcess = fork(new URL(import.meta.url).pathname, [file], {
    execArgv: ['--expose-gc', ...V8],
    env: { ...process.env, ...ALLOCATOR },
  });
  const ended = once(child, 'exit');
  const answer = async <T>(): Promise<T> => {
    const [said] = (await Promise.race([once(child, 'message'), ended])) as [T | number | null];
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error('a monitor of the bench ended: see above');
    return said as T;
  };
  const ask = <T>(request: Request): Promise<T> => {
    child.send(request);
    return answer<T>();
  };
  const accounts = await answer<number>();
  return {
    accounts,
    sweep: (sweeps) => ask({ sweeps }),
    memoryMiB: () => ask('memory'),
    async [Symbol.asyncDispose]() {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}

async function work(file: string): Promise<void> {
  const { names, starting } = begin(file);
  const app = await starting;
  const sweep = async () => {
    const failed = (await app.pollNow(names)).find(({ outcome }) => outcome !== 'ok');
    if (failed) throw new Error(`a poll of the bench ended as ${failed.outcome}: ${failed.detail}`);
  };
  await sweep();
  process.on('message', async (request: Request) => {
    process.send!(request === 'memory' ? await settledMiB() : await costOf(sweep, request.sweeps));
  });
  process.once('disconnect', () => app.stop());
  process.send!(names.length);
}

/** As `floatwatch run` does it: the configuration, which is of all shards, isn't kept. */
function begin(file: string) {
  const { config } = loadConfig(file, { env: {} });
  return { names: ofShard(config).accounts.map(({ name }) => name), starting: setup(config) };
}

async function costOf(sweep: () => Promise<void>, times: number): Promise<SweepCost> {
  const walls: number[] = [];
  const cpus: number[] = [];
  for (let i = 0; i < times; i++) {
    walls.push(
      await wallMs(async () => {
        cpus.push(await cpuMs(sweep));
      }),
    );
  }
  return { wallMs: median(walls), cpuMs: median(cpus) };
}

/** The memory in use: garbage is collected first, and its pages are given back within a second. */
async function settledMiB(): Promise<number> {
  await globalThis.gc!({ type: 'major', execution: 'async', flavor: 'last-resort' });
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const kib = /^Pss:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/smaps_rollup', 'utf8'))![1];
  return Number(kib) / 1_024;
}

if (import.meta.main) await work(process.argv[2]!);
