// Reads which shard a command line and its configuration ask for.
import { flawOfShards, SHARDS_SHARE } from '../../config/checks/check-shards.ts';
import type { Config } from '../../config/resolve/resolve.ts';
import { CommandError } from '../terminal/io.ts';

export interface ShardFlags {
  readonly shard?: number;
  readonly totalShards?: number;
}

/** The shards with the flags, which win over the file. One of the two numbers may still be missing. */
export function shardsAsked(config: Config, flags: ShardFlags): Config['shards'] {
  const { shard = config.shards.shard, totalShards: total = config.shards.total } = flags;
  if (total !== null && total > 1 && config.database.url === null)
    throw new CommandError(`--total-shards ${total} needs database.url in the file: ${SHARDS_SHARE}`, 2);
  const flaw = shard === null || total === null ? undefined : flawOfShards({ shard, total });
  if (flaw) throw new CommandError(`${nameOfShard(flags)} ${flaw}`, 2);
  return { shard, total };
}

/**
 * As {@link shardsAsked}, for a process that is to work: several shards need both numbers. Without its own, each process of a
 * fleet would be shard 0, and nobody would work for the accounts of the others.
 */
export function requireShards(config: Config, flags: ShardFlags): Config['shards'] {
  const { shard, total } = shardsAsked(config, flags);
  if (shard !== null && total === null) {
    const name = nameOfShard(flags);
    const how = 'by --total-shards, FLOATWATCH_TOTAL_SHARDS or shards.total in the file';
    throw new CommandError(
      `${name} is ${shard}, and nothing says how many shards there are: say it ${how}`,
      2,
    );
  }
  if (shard === null && total !== null && total > 1) {
    const name = flags.totalShards === undefined ? 'shards.total' : '--total-shards';
    const how = `from 0 to ${total - 1}, by --shard, FLOATWATCH_SHARD or shards.shard in the file`;
    throw new CommandError(`${name} is ${total}, and nothing says which shard this is: say it, ${how}`, 2);
  }
  return { shard, total };
}

function nameOfShard({ shard }: ShardFlags): string {
  return shard === undefined ? 'shards.shard' : '--shard';
}
