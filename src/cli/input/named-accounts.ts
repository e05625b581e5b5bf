// Finds the accounts that a user typed. Used by every command that takes names of accounts.
import { type ScheduledAccount, scheduledAccounts } from '../../app/configured.ts';
import type { Config } from '../../config/resolve/resolve.ts';
import { listed } from '../../domain/listed.ts';
import { nearestOf } from '../../domain/spelling.ts';
import { CommandError } from '../terminal/io.ts';

/** The accounts that a command line names, all when it names none; one that doesn't exist is a usage error. */
export function namedAccounts(config: Config, names: readonly string[]): readonly ScheduledAccount[] {
  const accounts = scheduledAccounts(config);
  refuseUnknown(config, names, () => false);
  return names.length === 0 ? accounts : accounts.filter(({ name }) => names.includes(name));
}

/** Throws a usage error when a name is of no configured account, and `isKnown` doesn't know it either. */
export function refuseUnknown(
  { accounts }: Config,
  names: readonly string[],
  isKnown: (name: string) => boolean,
): void {
  const configured = new Set(accounts.map(({ name }) => name));
  const unknown = names.filter((name) => !configured.has(name) && !isKnown(name));
  if (unknown.length === 0) return;
  const known = [...configured];
  const instead = unknown.length === 1 ? nearestOf(unknown[0]!, known) : `there are ${listed(known)}`;
  throw new CommandError(`no account is called ${unknown.join(', ')}; ${instead}`, 2);
}
