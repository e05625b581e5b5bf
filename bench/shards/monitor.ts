// One shard of a fleet in a process of its own, which sweeps when it is told to and says what that took.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setup } from '../../src/app/app.ts';
import { ofShard } from '../../src/app/shard.ts';
import { parseConfig } from '../../src/config/load.ts';
import { cpuMs, median, wallMs } from '../measure.ts';

/** What `bench/shards.ts` wants to know of one process. */
export interface ShardCost {
  readonly accounts: number;
  /** Of one sweep of its accounts: medians, in milliseconds. */
  readonly wallMs: number;
  readonly cpuMs: number;
  /** Proportional set size after the sweeps, in MiB. */
  readonly memoryMiB: number;
}

export interface ShardTask {
  readonly config: string;
  readonly sweeps: number;
}

/** Starts a monitor, lets it sweep, and ends it. Rejects when a poll or the monitor fails. */
export async function costOf(task: ShardTask): Promise<ShardCost> {
  const child: ChildProcess = fork(new URL(import.meta.url).pathname, { execArgv: ['--expose-gc'] });
  const ended = once(child, 'exit');
  child.send(task);
  const [cost] = (await Promise.race([once(child, 'message'), ended])) as [ShardCost | number | null];
  if (typeof cost !== 'object' || cost === null) throw new Error('a monitor of the bench ended: see above');
  await ended;
  return cost;
}

async function work({ config: text, sweeps }: ShardTask): Promise<ShardCost> {
  const { config } = parseConfig(text, { env: {}, file: 'bench' });
  const names = ofShard(config).accounts.map(({ name }) => name);
  const app = await setup(config);
  const sweep = async () => {
    const failed = (await app.pollNow(names)).find(({ outcome }) => outcome !== 'ok');
    if (failed) throw new Error(`a poll of the bench ended as ${failed.outcome}: ${failed.detail}`);
  };
  await sweep(); // names of wallets are stored once
  const walls: number[] = [];
  const cpus: number[] = [];
  for (let i = 0; i < sweeps; i++) {
    walls.push(
      await wallMs(async () => {
        cpus.push(await cpuMs(sweep));
      }),
    );
  }
  const memoryMiB = await settledMiB();
  await app.stop();
  return { accounts: names.length, wallMs: median(walls), cpuMs: median(cpus), memoryMiB };
}

/** What is in use: garbage is collected first, and its pages are given back within a second. */
async function settledMiB(): Promise<number> {
  await globalThis.gc!({ type: 'major', execution: 'async', flavor: 'last-resort' });
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const kib = /^Pss:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/smaps_rollup', 'utf8'))![1];
  return Number(kib) / 1_024;
}

if (import.meta.main) {
  const [task] = (await once(process, 'message')) as [ShardTask];
  process.send!(await work(task));
  process.disconnect();
}
