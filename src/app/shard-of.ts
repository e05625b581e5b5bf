// Which shard an account belongs to. shard.ts has what a process does with it.
import { createHash } from 'node:crypto';
import type { Config } from '../config/resolve/resolve.ts';

const MULTIPLIER = 2_862_933_555_777_941_757n; // of the generator that the paper gives
const UINT64 = (1n << 64n) - 1n;
const HALF = 1n << 31n;

/** One of several shards, counted from 0. */
export interface Shards {
  readonly shard: number;
  readonly total: number;
}

/** Those of a configuration; one of one where it has none. */
export function shardsOf({ shards: { shard, total } }: Pick<Config, 'shards'>): Shards {
  return { shard: shard ?? 0, total: total ?? 1 };
}

/**
 * The shard of an account, from 0. It depends on the name alone, and is the same on every machine and in every version.
 *
 * A new shard takes its share of accounts from the others; no account moves between the old shards. This is the jump
 * consistent hash of Lamping and Veach (2014), as kube-state-metrics has it, over the first 8 bytes of SHA-256.
 */
export function shardOf(account: string, total: number): number {
  let key = createHash('sha256').update(account).digest().readBigUInt64BE();
  let shard = 0n;
  for (let next = 0n; next < BigInt(total); ) {
    shard = next;
    key = (key * MULTIPLIER + 1n) & UINT64;
    next = ((shard + 1n) * HALF) / ((key >> 33n) + 1n);
  }
  return Number(shard);
}

/** The configuration with only the accounts of its shard. */
export function ofShard(config: Config): Config {
  const { shard, total } = shardsOf(config);
  if (total === 1) return config;
  return { ...config, accounts: config.accounts.filter(({ name }) => shardOf(name, total) === shard) };
}
