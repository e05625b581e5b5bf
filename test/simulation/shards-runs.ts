// Runs worlds in which the number of shards changes, one seed after another: what `npm run simulation -- --shards` prints.
import { SHARD_FAULTS, type ShardFault } from './fleet.ts';
import { type ShardsResult, shardsOf } from './shards.ts';

export interface ShardsRunsOptions {
  readonly first: number;
  readonly count: number;
  /** Whether each world's steps are printed. */
  readonly trace: boolean;
  readonly print: (line: string) => void;
  /** Asked after each world, with the number of worlds that have failed. */
  isOver(failed: number): boolean;
}

/** Resolves with the number of worlds that failed. */
export async function runShards({ first, count, trace, print, isOver }: ShardsRunsOptions): Promise<number> {
  let worlds = 0;
  let failed = 0;
  let changes = 0;
  while (worlds < count) {
    const result = await shardsOf(first + worlds++);
    changes += result.changes;
    if (trace) for (const line of result.trace) print(line);
    if (result.violations.length > 0) {
      failed++;
      print(`seed ${result.seed} fails:`);
      for (const violation of result.violations.slice(0, 5)) print(`  ${violation}`);
      print(`  needs ${(await fewest(result)).join(', ') || 'no fault'}`);
    }
    if (isOver(failed)) break;
  }
  print(`${worlds} worlds of shards, whose number changed ${changes} times; ${failed} of them failed`);
  return failed;
}

/** The fewest kinds of faults with which a world still fails. */
async function fewest(
  { seed }: ShardsResult,
  faults: readonly ShardFault[] = SHARD_FAULTS,
): Promise<readonly ShardFault[]> {
  for (const fault of faults) {
    const fewer = faults.filter((each) => each !== fault);
    const result = await shardsOf(seed, fewer);
    if (result.violations.length > 0) return fewest(result, fewer);
  }
  return faults;
}
