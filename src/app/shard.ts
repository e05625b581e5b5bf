// What a process of a fleet has and says: it works for the accounts of its shard. All share one database, which holds the
// past of all accounts.
import type { Config } from '../config/resolve/resolve.ts';
import { type Configured, readConfigured } from './configured.ts';
import type { Logger } from './log/logger.ts';
import { ofShard, shardOf, shardsOf } from './shard-of.ts';
import type { Storage } from './storage/storage.ts';

/** A configuration in the terms of the monitor, with only the accounts of its shard. */
export function readConfiguredShard(config: Config): Configured {
  const own = ofShard(config);
  const names = new Set(own.accounts.map(({ name }) => name));
  const elsewhere = config.accounts.map(({ name }) => name).filter((name) => !names.has(name));
  return readConfigured(own, new Set(elsewhere));
}

/** The notice on top of every page of a shard, because the pages show only its accounts; `undefined` without shards. */
export function shardNotice({ config, accounts }: Configured): string | undefined {
  const { shard, total } = shardsOf(config);
  if (total === 1) return undefined;
  return `Shard ${shard} of ${total}: these pages are about its accounts, ${accounts.size} of them. The database, and commands that read it, know all.`;
}

/** A sentence about an account of another shard; `undefined` for any other name. */
export function otherShard({ config, elsewhere }: Configured, account: string): string | undefined {
  if (!elsewhere.has(account)) return undefined;
  const { total } = shardsOf(config);
  return `${account} is an account of shard ${shardOf(account, total)} of ${total}.`;
}

/** Says how many accounts this process works for; warns when there is none, as when there are more shards than accounts. */
export function logWatched(
  log: Pick<Logger, 'info' | 'warn'>,
  { config, accounts }: Configured,
  facts: object,
  message: string,
): void {
  log.info({ ...facts, accounts: accounts.size }, message);
  if (accounts.size === 0) log.warn(shardsOf(config), 'no account belongs to this shard: it watches nothing');
}

/** Limits queries that name no account to the accounts of this shard: otherwise they would be about all accounts. */
export function ofOwnAccounts(configured: () => Configured, { queries, alertLog }: AllAccounts): AllAccounts {
  const own = (named: readonly string[] = []): readonly string[] => {
    const { config, accounts } = configured();
    if (shardsOf(config).total === 1 || named.length > 0) return named;
    return accounts.size > 0 ? [...accounts.keys()] : ['']; // a name that no account has: an empty list would mean all
  };
  return {
    queries: {
      statement: (query, signal) => queries.statement({ ...query, accounts: own(query.accounts) }, signal),
      at: (query) => queries.at({ ...query, accounts: own(query.accounts) }),
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
