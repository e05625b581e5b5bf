// A fleet that divides the accounts among its processes: each works for those of its shard. What is asked of the past is
// one database, which is about all of them.
import { createHash } from 'node:crypto';
import type { Config } from '../config/resolve/resolve.ts';
import { type Configured, readConfigured } from './configured.ts';
import type { Storage } from './storage/storage.ts';

const MULTIPLIER = 2_862_933_555_777_941_757n; // of the generator that the paper gives
const UINT64 = (1n << 64n) - 1n;
const HALF = 1n << 31n;

/**
 * The shard, from 0, that an account belongs to by its name alone: the same on every machine and in every version.
 *
 * One more shard takes its share of accounts from the others; no account moves between those that there were. By the
 * jump consistent hash of Lamping and Veach (2014), as kube-state-metrics has it, over the first 8 bytes of SHA-256.
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

/** The configuration with the accounts of its shard alone. */
export function ofShard(config: Config): Config {
  const { shard, total } = config.shards;
  if (total === 1) return config;
  return { ...config, accounts: config.accounts.filter(({ name }) => shardOf(name, total) === shard) };
}

/** A configuration in the terms of the monitor, with the accounts of its shard alone. */
export function readConfiguredShard(config: Config): Configured {
  const own = ofShard(config);
  const names = new Set(own.accounts.map(({ name }) => name));
  const elsewhere = config.accounts.map(({ name }) => name).filter((name) => !names.has(name));
  return readConfigured(own, new Set(elsewhere));
}

/** What stands on top of every page of a shard, which shows less than there is; `undefined` without shards. */
export function shardNotice({ config, accounts }: Configured): string | undefined {
  const { shard, total } = config.shards;
  if (total === 1) return undefined;
  return `Shard ${shard} of ${total}: these pages are about its accounts, ${accounts.size} of them. The database, and commands that read it, know all.`;
}

/** What a shard asks the database of accounts of which none is named: its own, where it would be all. */
export function ofOwnAccounts(configured: () => Configured, { queries, alertLog }: AllAccounts): AllAccounts {
  const own = (named: readonly string[] = []): readonly string[] => {
    const { config, accounts } = configured();
    if (config.shards.total === 1 || named.length > 0) return named;
    return accounts.size > 0 ? [...accounts.keys()] : ['']; // nobody's name: an empty list would be all
  };
  return {
    queries: {
      statement: (query, signal) => queries.statement({ ...query, accounts: own(query.accounts) }, signal),
      at: (at, accounts, signal) => queries.at(at, own(accounts), signal),
    },
    alertLog: {
      episodes: (query = {}) =>
        alertLog.episodes(query.account === undefined ? { ...query, accounts: own() } : query),
    },
  };
}

interface AllAccounts {
  readonly queries: Pick<Storage['postgres']['queries'], 'statement' | 'at'>;
  readonly alertLog: Pick<Storage['postgres']['alertLog'], 'episodes'>;
}
