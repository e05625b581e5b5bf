// The flags that say which shard a process is; asked-shards.ts reads them.
import type { Command } from 'commander';
import { MOST_SHARDS } from '../../config/schema/most-shards.ts';
import { wholeOption } from './whole-option.ts';

/** Adds the flags of shards to a command. */
export function withShardOptions(command: Command): Command {
  const [which, many] = ['which shard this is, from 0', 'how many there are'];
  const [shard, total] = [
    wholeOption('--shard <n>', `${which}, instead of shards.shard`, [0, MOST_SHARDS - 1]),
    wholeOption('--total-shards <n>', `${many}, instead of shards.total`, [1, MOST_SHARDS]),
  ];
  return command.addOption(shard.env('FLOATWATCH_SHARD')).addOption(total.env('FLOATWATCH_TOTAL_SHARDS'));
}
