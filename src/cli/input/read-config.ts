// The configuration that a command line names.
import { Command, Option } from 'commander';
import { loadConfig } from '../../config/load.ts';
import { formatProblem } from '../../config/problem.ts';
import type { Config } from '../../config/resolve.ts';
import { loadWebConfig } from '../../web/http/live-config.ts';
import type { Io } from '../terminal/io.ts';

/** What every command has that needs a configuration and prints data. */
export interface ConfigFlags {
  readonly 'config.file': string;
  readonly json?: true;
  readonly wide?: true;
  readonly utc?: true;
}

/** The flag of every command that needs a configuration; its value is `flags['config.file']`. */
export function configFileOption(): Option {
  return new Option('--config.file <path>', 'configuration file')
    .env('FLOATWATCH_CONFIG_FILE')
    .default('floatwatch.yaml');
}

/** A command that needs a configuration and prints data; its flags are {@link ConfigFlags}. */
export function dataCommand(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .addOption(configFileOption())
    .option('--json', 'as JSON; amounts are strings')
    .option('--wide', 'every column, however narrow the terminal is');
}

/** A {@link dataCommand} that prints instants, which are those of the accounts' time zones. */
export function timedCommand(name: string, description: string): Command {
  return dataCommand(name, description).option('--utc', "times in UTC, not in the account's time zone");
}

/** In which time zone an account's instants are shown: UTC for one that isn't configured. */
export function timezones(
  config: Config,
  { utc }: Pick<ConfigFlags, 'utc'> = {},
): (account: string) => string {
  const known = new Map(config.accounts.map(({ name, timezone }) => [name, timezone]));
  return (account) => (utc ? 'UTC' : (known.get(account) ?? 'UTC'));
}

/** The configuration of a file; warnings go to stderr, and so does what later happens to its secrets' files. */
export function readConfig(file: string, io: Io): Config {
  const onSecretProblem = (problem: string): void => {
    io.stderr.write(`floatwatch: a secret was not read again: ${problem}\n`);
  };
  const { config, warnings } = loadConfig(file, {
    env: io.env,
    readWebConfig: loadWebConfig,
    onSecretProblem,
  });
  for (const warning of warnings) {
    io.stderr.write(`${formatProblem({ ...warning, message: `warning: ${warning.message}` })}\n`);
  }
  return config;
}
