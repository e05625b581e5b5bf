// Flags that several commands share. Used by `usage/`.
import { Command, Option } from 'commander';
import { filePath } from './file-path.ts';

/** The flag of every command that needs a configuration; its value is `flags['config.file']`. */
export function configFileOption(): Option {
  return new Option('--config.file <path>', 'configuration file')
    .argParser(filePath)
    .env('FLOATWATCH_CONFIG_FILE')
    .default('floatwatch.yaml');
}

/** A command that needs a configuration and prints data; its flags are `ConfigFlags`. */
export function dataCommand(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .addOption(configFileOption())
    .option('--json', 'as JSON; amounts are strings')
    .option('--wide', 'every column, however narrow the terminal is');
}

/** A {@link dataCommand} that prints instants, in the time zones of the accounts. */
export function timedCommand(name: string, description: string): Command {
  return dataCommand(name, description).option('--utc', "times in UTC, not in the account's time zone");
}
