// Makes docs/configuration.md from the schema: every setting with its values, its default and its meaning.
import { type JsonSchema, settingsSchema } from './json-schema.ts';
import { KIND } from './schema/settings.ts';

/** The reference of every setting, as Markdown. */
export function referenceText(): string {
  const tables = Object.entries(settingsSchema().properties ?? {}).flatMap(([name, schema]) =>
    tablesOf(schema, name),
  );
  const loose = rowsOf({ properties: settingsSchema().properties ?? {} }, (schema) => !sectionOf(schema));
  return `${[INTRODUCTION.trim(), '## Top level', ...tableOf(loose), ...tables].join('\n\n')}\n`;
}

/** A section and the sections in it, each with a table of its own settings. */
function tablesOf(schema: JsonSchema, path: string): string[] {
  const section = sectionOf(schema);
  if (!section) return [];
  const title = schema.items ? `${path}[]` : path;
  const inner = Object.entries(section.properties ?? {}).flatMap(([name, setting]) =>
    tablesOf(setting, `${title}.${name}`),
  );
  return [
    `${'#'.repeat(Math.min(4, title.split('.').length + 1))} \`${title}\``,
    schema.description!,
    ...tableOf(rowsOf(section, (setting) => !sectionOf(setting) || setting.items?.anyOf !== undefined)),
    ...inner,
  ].filter((part) => part !== '');
}

/** The part with settings of its own: a section, or the items of a list of sections. */
function sectionOf(schema: JsonSchema): JsonSchema | undefined {
  if (schema.properties) return schema;
  if (schema.items?.anyOf) return schema.items.anyOf.find(({ properties }) => properties);
  return schema.items?.properties ? schema.items : undefined;
}

interface ReferenceRow {
  readonly name: string;
  readonly takes: string;
  readonly fallback: string;
  readonly meaning: string;
}

function rowsOf(section: JsonSchema, wanted: (schema: JsonSchema) => boolean): ReferenceRow[] {
  return Object.entries(section.properties ?? {})
    .filter(([, schema]) => wanted(schema))
    .map(([name, schema]) => ({
      name,
      takes: takes(schema),
      fallback: section.required?.includes(name) ? '**required**' : fallback(schema),
      meaning: schema.description!,
    }));
}

function tableOf(rows: readonly ReferenceRow[]): string[] {
  if (rows.length === 0) return [];
  const lines = rows.map(
    ({ name, ...row }) => `| \`${name}\` | ${row.takes} | ${row.fallback} | ${row.meaning} |`,
  );
  return [['| setting | takes | default | |', '|---|---|---|---|', ...lines].join('\n')];
}

function takes(schema: JsonSchema): string {
  if (schema.items)
    return `a list, each ${schema.items.anyOf ? 'an address or a section' : takes(schema.items)}`;
  if (typeof schema.additionalProperties === 'object') return 'texts by their names';
  return schema[KIND]!;
}

function fallback({ default: value }: JsonSchema): string {
  const text =
    Array.isArray(value) || typeof value === 'object' ? JSON.stringify(value) : String(value ?? '');
  return text === '' ? '' : `\`${text}\``;
}

const INTRODUCTION = `
# Configuration

<!-- Made by "floatwatch schema --markdown" from src/config/schema/schema.ts: change it there. -->

floatwatch reads one YAML file, named by \`--config.file\` or \`FLOATWATCH_CONFIG_FILE\`, and reads it strictly: a
setting that it doesn't know, a value that it can't take and a variable that isn't set are errors. All of them are
told at once, each with its place:

\`\`\`console
$ floatwatch check-config --config.file floatwatch.yaml
floatwatch.yaml:9:15: accounts[0].schedule: is not a cron schedule, such as "*/5 * * * *" for every five minutes: expected 5 or 6 fields but got 4
\`\`\`

[\`config/floatwatch.example.yaml\`](../config/floatwatch.example.yaml) is a file to begin with. An editor that speaks
\`yaml-language-server\` completes and checks settings by [\`config/schema.json\`](../config/schema.json), which
\`floatwatch schema\` prints.

It may have 8 MiB; \`FLOATWATCH_CONFIG_MAX_BYTES\`, a number of bytes, allows every command more.

**Flags** of \`floatwatch run\` win over the file: \`--web.listen-address\`, \`--web.config.file\`, \`--web.external-url\`,
\`--web.enable-lifecycle\`, \`--shard\`, \`--total-shards\`, \`--log.level\` and \`--log.format\`. Each can also be set by a variable, as
\`FLOATWATCH_LOG_LEVEL\`, which wins over the file too. A misspelt one, such as \`FLOATWATCH_LOG_LEVLE\`, has no effect and is
warned of.

**Reloading.** On SIGHUP, or \`POST /-/reload\` where that is allowed, the file is read again. \`poll\`, \`accounts\`,
\`alerts\`, \`metrics\` and \`otlp\` come into force at once, the other sections with a restart. If anything is wrong with it, nothing changes,
and \`floatwatch_config_last_reload_successful\` is 0.

**Variables.** Any value may hold \`\${NAME}\`, \`\${NAME:-default}\` or \`\${NAME:?message}\`; \`$$\` is a dollar sign.
They are filled in after the YAML has been read, so no variable can change the structure of the file. Within braces
or brackets such a value needs quotes. An unquoted value that comes out empty counts as left out.

**Amounts** are exact decimals in quotes: \`"5000000"\`. A bare number is refused, because YAML reads it as binary
floating point. **Durations** are written as in Prometheus: \`30s\`, \`15m\`, \`2h30m\`, \`2d\`. **Texts** that look like
a number or like \`true\` are quoted.

**Secrets** may stand in the file, come from a variable, or be kept in a file of their own that the sibling setting
\`…_file\` names. Such a file is read again when it changes, without a restart; if it can't be used then, the value
before stays and the log says so. One newline at its end is not part of the secret. Others than its owner must not be
able to read it (see \`secret_files.permissions\`).

**Files** named in the configuration are relative to its folder; \`data_dir\` is relative to the working directory.
`;
