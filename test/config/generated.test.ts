import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type JsonSchema, jsonSchemaText, settingsSchema } from '../../src/config/json-schema.ts';
import { parseConfig } from '../../src/config/load.ts';
import { referenceText } from '../../src/config/reference.ts';

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

test('config/schema.json is what "floatwatch schema" prints', () => {
  expect(read('config/schema.json')).toBe(jsonSchemaText());
});

test('docs/configuration.md is what "floatwatch schema --markdown" prints', () => {
  expect(read('docs/configuration.md')).toBe(referenceText());
});

test('every setting is described', () => {
  const silent = settings(settingsSchema()).filter(({ schema }) => !schema.description);
  expect(silent.map(({ name }) => name)).toEqual([]);
});

test('the example is accepted, without a warning, in an empty environment', () => {
  const text = read('config/floatwatch.example.yaml');
  const { warnings } = parseConfig(text, { file: 'floatwatch.example.yaml', env: {} });
  expect(warnings).toEqual([]);
});

test('the example explains every setting', () => {
  const text = read('config/floatwatch.example.yaml');
  const names = new Set(settings(settingsSchema()).map(({ name }) => name));
  expect([...names].filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
});

test('the values of the example under database, poll and log are the defaults', () => {
  const example = parseConfig(read('config/floatwatch.example.yaml'), { file: 'a', env: {} }).config;
  const plain = parseConfig(
    'accounts: [{name: a, base_url: "https://a.example.com", public_key: public-key, secret_key: secret-key}]',
    { file: 'b', env: {} },
  ).config;
  for (const name of ['database', 'data_dir', 'retention', 'web', 'secret_files', 'poll', 'log'] as const) {
    expect(example[name]).toEqual(plain[name]);
  }
});

/** Every setting at any depth, by its own name. */
function settings(schema: JsonSchema): { name: string; schema: JsonSchema }[] {
  const own = Object.entries(schema.properties ?? {});
  return [
    ...own.map(([name, setting]) => ({ name, schema: setting })),
    ...own.flatMap(([, setting]) => settings(setting)),
    ...(schema.items ? settings(schema.items) : []),
    ...(schema.anyOf ?? []).flatMap(settings),
  ];
}
