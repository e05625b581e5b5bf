// The configuration that a command line names.
import { loadConfig } from '../../config/load.ts';
import { formatProblem } from '../../config/problem.ts';
import type { Config } from '../../config/resolve/resolve.ts';
import { loadWebConfig } from '../../web/http/live-config.ts';
import type { Io } from '../terminal/io.ts';

/** What every command has that needs a configuration and prints data. */
export interface ConfigFlags {
  readonly 'config.file': string;
  readonly json?: true;
  readonly wide?: true;
  readonly utc?: true;
}

/** In which time zone an account's instants are shown: UTC for one that isn't configured. */
export function timezones(
  config: Config,
  { utc }: Pick<ConfigFlags, 'utc'> = {},
): (account: string) => string {
  const known = new Map(config.accounts.map(({ name, timezone }) => [name, timezone]));
  return (account) => (utc ? 'UTC' : (known.get(account) ?? 'UTC'));
}

/**
 * The configuration of a file; warnings go to stderr, and so does what later happens to its secrets' files.
 *
 * `again`: it is read anew by what runs with it, which mustn't wait for the writer of a pipe.
 */
export function readConfig(file: string, io: Io, { again = false } = {}): Config {
  const onSecretProblem = (problem: string): void => {
    io.stderr.write(`floatwatch: a secret was not read again: ${problem}\n`);
  };
  const { config, warnings } = loadConfig(file, {
    env: io.env,
    readWebConfig: loadWebConfig,
    onSecretProblem,
    again,
  });
  for (const warning of warnings) {
    io.stderr.write(`${formatProblem({ ...warning, message: `warning: ${warning.message}` })}\n`);
  }
  return config;
}
