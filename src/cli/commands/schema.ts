import { Command, Option } from 'commander';
import { jsonSchemaText } from '../../config/json-schema.ts';
import { referenceText } from '../../config/reference.ts';
import type { Io } from '../terminal/io.ts';

/** `floatwatch schema`: the JSON Schema of the configuration, as in config/schema.json. */
export function schema(io: Io): Command {
  return new Command('schema')
    .description('print the JSON Schema of the configuration, for editors')
    .addOption(new Option('--markdown', 'print docs/configuration.md instead').hideHelp())
    .action((flags: { readonly markdown?: true }) => {
      io.stdout.write(flags.markdown ? referenceText() : jsonSchemaText());
    });
}
