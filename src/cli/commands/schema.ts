import { Command, Option } from 'commander';
import { jsonSchemaText } from '../../config/json-schema.ts';
import { referenceText } from '../../config/reference.ts';
import { COMMAND_SCHEMAS, type CommandWithJson, commandSchemaText } from '../json/schemas.ts';
import type { Io } from '../terminal/io.ts';

/** `floatwatch schema`: the JSON Schema of the configuration, as in config/schema.json, or of what a command prints. */
export function schema(io: Io): Command {
  return new Command('schema')
    .description('print the JSON Schema of the configuration, for editors, or of what a command prints')
    .addOption(
      new Option('--command <name>', "of this command's --json instead").choices(
        Object.keys(COMMAND_SCHEMAS),
      ),
    )
    .addOption(
      new Option('--markdown', 'print docs/configuration.md instead').hideHelp().conflicts(['command']),
    )
    .action((flags: { readonly markdown?: true; readonly command?: CommandWithJson }) => {
      io.stdout.write(flags.command ? commandSchemaText(flags.command) : configuration(flags.markdown));
    });
}

function configuration(markdown: true | undefined): string {
  return markdown ? referenceText() : jsonSchemaText();
}
