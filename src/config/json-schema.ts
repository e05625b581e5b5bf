// Makes the JSON Schema of the configuration file, for editors and for the reference.
import { z } from 'zod';
import { fileSchema } from './schema/schema.ts';
import { KIND } from './schema/settings.ts';

/** The parts of a JSON Schema that this code uses. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly additionalProperties?: boolean | JsonSchema;
  readonly propertyNames?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly [KIND]?: string;
}

/** Every setting with its description and default; `x-kind` says which values it takes. */
export function settingsSchema(): JsonSchema {
  const options = { io: 'input', target: 'draft-2020-12', unrepresentable: 'any' } as const;
  return withoutNull(z.toJSONSchema(fileSchema, options) as JsonSchema);
}

/** The published schema as text. It accepts an empty value where that means the default, as floatwatch does. */
export function jsonSchemaText(): string {
  return `${JSON.stringify(forEditors(settingsSchema(), false), null, 2)}\n`;
}

/** Removes the `null` of optional settings: it says nothing that `required` doesn't. */
function withoutNull(schema: JsonSchema): JsonSchema {
  const [kind, nothing] = schema.anyOf ?? [];
  const { anyOf, ...described } = schema;
  const plain = kind && nothing?.type === 'null' ? { ...kind, ...described } : schema;
  return mapped(plain, withoutNull);
}

function forEditors(schema: JsonSchema, mayBeEmpty: boolean): JsonSchema {
  const { [KIND]: kind, description, ...rest } = mapped(schema, (part, needed) => forEditors(part, !needed));
  const how = kind && schema.type === 'string' && kind !== 'text' ? `Write ${kind}.` : undefined;
  const said = [description, how].filter((part) => part !== undefined).join(' ');
  return { ...(said && { description: said }), ...(mayBeEmpty ? orNull(rest) : rest) };
}

/** Applies `change` to every part of the schema. A part is needed unless it is an optional setting. */
function mapped(schema: JsonSchema, change: (part: JsonSchema, needed: boolean) => JsonSchema): JsonSchema {
  const { properties, items, anyOf, additionalProperties: others, propertyNames: names, ...rest } = schema;
  const settings = Object.entries(properties ?? {}).map(([name, setting]) => {
    return [name, change(setting, schema.required?.includes(name) ?? false)] as const;
  });
  return {
    ...rest,
    ...(properties && { properties: Object.fromEntries(settings) }),
    ...(items && { items: change(items, true) }),
    ...(names && { propertyNames: change(names, true) }),
    ...(others !== undefined && {
      additionalProperties: typeof others === 'boolean' ? others : change(others, true),
    }),
    ...(anyOf && { anyOf: anyOf.map((one) => change(one, true)) }),
  };
}

function orNull(schema: JsonSchema): JsonSchema {
  if (schema.anyOf) return { ...schema, anyOf: [...schema.anyOf, { type: 'null' }] };
  if (typeof schema.type === 'string') return { ...schema, type: [schema.type, 'null'] };
  return schema;
}
