// Divides the accounts among the processes of a fleet: each process works for the accounts of its shard. They share one
// database, which holds the past of all accounts.
import { createHash } from 'node:crypto';
import type { Config } from '../config/resolve/resolve.ts';
import { type Configured, readConfigured } from './configured.ts';
import type { Storage } from './storage/storage.ts';

const MULTIPLIER = 2_862_933_555_777_941_757n; // of the generator that the paper gives
const UINT64 = (1n << 64n) - 1n;
const HALF = 1n << 31n;

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
  const { shard, total } = config.shards;
  if (total === 1) return config;
  return { ...config, accounts: config.accounts.filter(({ name }) => shardOf(name, total) === shard) };
}

/** A configuration in the terms of the monitor, with only the accounts of its shard. */
export function readConfiguredShard(config: Config): Configured {
  const own = ofShard(config);
  const names = new Set(own.accounts.map(({ name }) => name));
  const elsewhere = config.accounts.map(({ name }) => name).filter((name) => !names.has(name));
  return readConfigured(own, new Set(elsewhere));
}

/** The notice on top of every page of a shard, because the pages show only its accounts; `undefined` without shards. */
export function shardNotice({ config, accounts }: Configured): string | undefined {
  const { shard, total } = config.shards;
  if (total === 1) return undefined;
  return `Shard ${shard} of ${total}: these pages are about its accounts, ${accounts.size} of them. The database, and commands that read it, know all.`;
}

/** Limits queries that name no account to the accounts of this shard: otherwise they would be about all accounts. */
export function ofOwnAccounts(configured: () => Configured, { queries, alertLog }: AllAccounts): AllAccounts {
  const own = (named: readonly string[] = []): readonly string[] => {
    const { config, accounts } = configured();
    if (config.shards.total === 1 || named.length > 0) return named;
    return accounts.size > 0 ? [...accounts.keys()] : ['']; // a name that no account has: an empty list would mean all
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
