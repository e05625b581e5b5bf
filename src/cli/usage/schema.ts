// Declares the command line that `floatwatch schema --help` shows; commands/schema.ts runs the command.
import { Command, Option } from 'commander';
import { COMMANDS_WITH_JSON } from '../json/commands.ts';
import type { Io } from '../terminal/io.ts';

/** `floatwatch schema`: prints the JSON Schema of the configuration, as in config/schema.json, or of a command's output. */
export function schema(io: Io): Command {
  return new Command('schema')
    .description('print the JSON Schema of the configuration, for editors, or of what a command prints')
    .addOption(new Option('--command <name>', "of this command's --json instead").choices(COMMANDS_WITH_JSON))
    .addOption(
      new Option('--markdown', 'print docs/configuration.md instead').hideHelp().conflicts(['command']),
    )
    .action(async (flags) => (await import('../commands/schema.ts')).schema(io, flags));
}
