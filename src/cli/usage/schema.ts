// What `floatwatch schema --help` says; what it does is in commands/schema.ts.
import { Command, Option } from 'commander';
import { COMMANDS_WITH_JSON } from '../json/commands.ts';
import type { Io } from '../terminal/io.ts';

/** `floatwatch schema`: the JSON Schema of the configuration, as in config/schema.json, or of what a command prints. */
export function schema(io: Io): Command {
  return new Command('schema')
    .description('print the JSON Schema of the configuration, for editors, or of what a command prints')
    .addOption(new Option('--command <name>', "of this command's --json instead").choices(COMMANDS_WITH_JSON))
    .addOption(
      new Option('--markdown', 'print docs/configuration.md instead').hideHelp().conflicts(['command']),
    )
    .action(async (flags) => (await import('../commands/schema.ts')).schema(io, flags));
}
