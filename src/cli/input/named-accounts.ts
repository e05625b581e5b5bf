// Finds the accounts that a user typed. Used by every command that takes names of accounts.
import { type ScheduledAccount, scheduledAccounts } from '../../app/configured.ts';
import type { Config } from '../../config/resolve/resolve.ts';
import { CommandError } from '../terminal/io.ts';
import { listed } from '../terminal/listed.ts';

/** The accounts that a command line names, all when it names none; one that doesn't exist is a usage error. */
export function namedAccounts(config: Config, names: readonly string[]): readonly ScheduledAccount[] {
  const accounts = scheduledAccounts(config);
  const unknown = names.filter((name) => !accounts.some((account) => account.name === name));
  if (unknown.length > 0) {
    const known = listed(accounts.map(({ name }) => name));
    throw new CommandError(`no account is called ${unknown.join(', ')}; there are ${known}`, 2);
  }
  return names.length === 0 ? accounts : accounts.filter(({ name }) => names.includes(name));
}
