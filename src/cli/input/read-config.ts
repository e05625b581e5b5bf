// Reads the configuration that a command line names.
import { loadConfig } from '../../config/load.ts';
import { formatProblem } from '../../config/problem.ts';
import type { Config } from '../../config/resolve/resolve.ts';
import { loadWebConfig } from '../../web/http/live-config.ts';
import type { Io } from '../terminal/io.ts';

/** The flags of every command that needs a configuration and prints data. */
export interface ConfigFlags {
  readonly 'config.file': string;
  readonly json?: true;
  readonly wide?: true;
  readonly utc?: true;
}

/**
 * Returns a function that tells the time zone in which an account's instants are shown: UTC for an account that isn't
 * configured.
 */
export function timezones(
  config: Config,
  { utc }: Pick<ConfigFlags, 'utc'> = {},
): (account: string) => string {
  const known = new Map(config.accounts.map(({ name, timezone }) => [name, timezone]));
  return (account) => (utc ? 'UTC' : (known.get(account) ?? 'UTC'));
}

/** The time zone that all these accounts share, for what is about all of them; UTC if they have several, or none is there. */
export function sharedTimezone(accounts: readonly string[], timezone: ReturnType<typeof timezones>): string {
  const zones = new Set(accounts.map(timezone));
  return zones.size === 1 ? [...zones][0]! : 'UTC';
}

/**
 * Reads the configuration of a file; warnings go to stderr, as do later problems with its secret files.
 *
 * `again`: the running program reads it again, and must not wait for the writer of a pipe.
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
