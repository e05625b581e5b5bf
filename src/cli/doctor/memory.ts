// Checks whether the memory that this process may use is enough for the wallets that it watches.
import { existsSync, readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import { counted } from '../../domain/counted.ts';
import { bad, type Judgement, ok, tableCheck, warn } from './check.ts';

const MIB = 1024 * 1024;
const REST_BYTES = 140 * MIB; // so that it holds for the few and the many: docs/performance.md, Memory
const WALLET_BYTES = 6 * 1024; // of 100,000 wallets while they are polled each minute: group `memory`
const SPARE = 1.5;
const CGROUPS = ['/sys/fs/cgroup/memory.max', '/sys/fs/cgroup/memory/memory.limit_in_bytes'];

export interface MemoryFacts {
  readonly limitBytes: number;
  /** What sets the limit. */
  readonly by: 'cgroup' | 'heap' | 'machine';
  readonly wallets: number;
}

export const memory = tableCheck(
  'memory',
  async ({ db, schema }): Promise<MemoryFacts> => {
    const [row] = await db.query<{ wallets: number }>(
      `SELECT count(*)::int AS wallets FROM ${schema}.wallet`,
    );
    return { ...limit(), wallets: row!.wallets };
  },
  judgeMemory,
);

export function judgeMemory({ limitBytes, by, wallets }: MemoryFacts): readonly Judgement[] {
  const needed = REST_BYTES + wallets * WALLET_BYTES;
  const mib = (bytes: number) => `${Math.ceil(bytes / MIB)} MiB`;
  const found = `${counted(wallets, 'wallet')} ${wallets === 1 ? 'takes' : 'take'} about ${mib(needed)} of the ${mib(limitBytes)} that ${NAMES[by]} allows`;
  const advice = `${RAISE[by]} to ${mib(needed * SPARE)}, or watch some accounts elsewhere`;
  if (limitBytes < needed) return [bad(found, advice)];
  return [limitBytes < needed * SPARE ? warn(found, advice) : ok(found)];
}

const NAMES = { cgroup: 'the container', heap: "Node's heap limit", machine: 'the machine' } as const;
const RAISE = {
  ...{ cgroup: 'raise its memory limit', heap: 'raise --max-old-space-size' },
  machine: 'bring the memory of the machine',
} as const;

/** Whether somebody has told V8 a limit. Else the launcher tells `run` one within the container's, and this command none. */
function isHeapTold(): boolean {
  return /--max[-_]old[-_]space[-_]size/.test(`${process.execArgv} ${process.env['NODE_OPTIONS']}`);
}

/** The lowest of the memory limits of this process. */
function limit(): Omit<MemoryFacts, 'wallets'> {
  const limits = [
    { by: 'machine', limitBytes: totalmem() },
    ...(isHeapTold() ? [{ by: 'heap', limitBytes: getHeapStatistics().heap_size_limit } as const] : []),
    ...CGROUPS.filter((path) => existsSync(path)).flatMap((path) => {
      const bytes = Number(readFileSync(path, 'utf8')); // NaN for "max"
      return bytes > 0 ? [{ by: 'cgroup', limitBytes: bytes } as const] : [];
    }),
  ] as const;
  return limits.reduce<Omit<MemoryFacts, 'wallets'>>(
    (least, next) => (next.limitBytes < least.limitBytes ? next : least),
    limits[0],
  );
}
