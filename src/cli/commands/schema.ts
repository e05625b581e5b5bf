import { jsonSchemaText } from '../../config/json-schema.ts';
import { referenceText } from '../../config/reference.ts';
import type { CommandWithJson } from '../json/commands.ts';
import { commandSchemaText } from '../json/schemas.ts';
import type { Io } from '../terminal/io.ts';

/** `floatwatch schema`: prints the JSON Schema of the configuration, as in config/schema.json, or of a command's output. */
export function schema(
  io: Io,
  flags: { readonly markdown?: true; readonly command?: CommandWithJson },
): void {
  io.stdout.write(flags.command ? commandSchemaText(flags.command) : configuration(flags.markdown));
}

function configuration(markdown: true | undefined): string {
  return markdown ? referenceText() : jsonSchemaText();
}
