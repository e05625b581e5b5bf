// Variables that are hardly meant as they are spelt are told, and others of the same prefix are left alone.
import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createProgram, main } from '../../src/cli/main.ts';
import { loadConfig, parseConfig } from '../../src/config/load.ts';
import { DEMO_VARIABLES, misspeltVariables, VARIABLES } from '../../src/config/variables.ts';
import { capture } from '../support/io.ts';

const ACCOUNT = '{name: acme-ug, base_url: "https://pay.example.com", public_key: p, secret_key: s}';

test('all variables of commands that read a configuration are known', async () => {
  const { commands } = await createProgram(capture().io);
  const reading = commands.flatMap(({ options }) =>
    options.some(({ long }) => long === '--config.file') ? options.flatMap(({ envVar }) => envVar ?? []) : [],
  );
  expect(new Set([...reading, 'FLOATWATCH_CONFIG_MAX_BYTES'])).toEqual(new Set(VARIABLES));
  const demo = commands.find((command) => command.name() === 'demo');
  expect(demo?.options.flatMap(({ envVar }) => envVar ?? [])).toEqual(DEMO_VARIABLES);
});

test.each([
  ['FLOATWATCH_CONFIG_FIEL', 'FLOATWATCH_CONFIG_FILE'],
  ['FLOATWATCH_CONFIGFILE', 'FLOATWATCH_CONFIG_FILE'],
  ['FLOATWATCH_LOG_LEVLE', 'FLOATWATCH_LOG_LEVEL'],
  ['floatwatch_log_level', 'FLOATWATCH_LOG_LEVEL'],
  ['FLOATWATCH_WEB_LISTEN_ADRESS', 'FLOATWATCH_WEB_LISTEN_ADDRESS'],
  ['FLOATWATCH_SHARDS', 'FLOATWATCH_SHARD'],
])('%s is told with %s', (name, meant) => {
  expect(misspeltVariables({ [name]: '' })).toEqual([
    `the environment variable ${name} has no effect: did you mean ${meant}?`,
  ]);
});

test.each([
  ...VARIABLES,
  ...['FLOATWATCH_DATA_DIR', 'FLOATWATCH_PUBLIC_KEY', 'FLOATWATCH_SECRET_KEY'], // of other commands
  ...[
    'FLOATWATCH_REQUIRE_TOOLS',
    'FLOATWATCH_TEST_PROMETHEUS',
    'FLOATWATCH_BENCH_TELEGRAF',
    'FLOATWATCH_SEED',
  ],
  // What Kubernetes sets in pods beside Services named floatwatch and floatwatch-shard.
  ...[
    'FLOATWATCH_PORT',
    'FLOATWATCH_SERVICE_HOST',
    'FLOATWATCH_SERVICE_PORT',
    'FLOATWATCH_SERVICE_PORT_HTTP',
  ],
  ...['FLOATWATCH_PORT_14217_TCP', 'FLOATWATCH_PORT_14217_TCP_ADDR', 'FLOATWATCH_SHARD_SERVICE_HOST'],
  ...['FLOATWATCH_SHARD_PORT', 'FLOATWATCH_DATABASE_URL', 'FLOATWATCH_CONFIG', 'FLOATWATCH_WEB_CONFIG'],
  ...['CONFIG_FIEL', 'PATH', 'LOG_LEVLE'],
])('%s is left alone', (name) => {
  expect(misspeltVariables({ [name]: '' })).toEqual([]);
});

test('one that the configuration uses is left alone', () => {
  const text = `accounts: [${ACCOUNT}]\nweb: {external_url: "\${FLOATWATCH_WEB_EXTERNAL_UR}"}`;
  const env = { FLOATWATCH_WEB_EXTERNAL_UR: 'http://float.example.com' };
  expect(parseConfig(text, { env, file: 'floatwatch.yaml' }).warnings).toEqual([]);
});

test('a warning names it, also where the configuration is not found for that reason', () => {
  const env = { FLOATWATCH_CONFIG_FIEL: '/etc/floatwatch.yaml' };
  const hint =
    'the environment variable FLOATWATCH_CONFIG_FIEL has no effect: did you mean FLOATWATCH_CONFIG_FILE?';
  using folder = mkdtempDisposableSync(join(tmpdir(), 'floatwatch-variables-'));
  const file = join(folder.path, 'floatwatch.yaml');
  expect(() => loadConfig(file, { env })).toThrow(`there is no such file (--config.file or FLOATWATCH_CONFIG_FILE names it); ${hint}`); // biome-ignore format: one line
  writeFileSync(file, `accounts: [${ACCOUNT}]`);
  expect(loadConfig(file, { env }).warnings).toEqual([{ file, line: 1, col: 1, path: '', message: hint }]);
});

test('the demo names the variable that was meant for its folder', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'floatwatch-variables-'));
  const file = join(folder.path, 'file');
  writeFileSync(file, '');
  const { io, written } = capture();
  Object.assign(io.env, { FLOATWATCH_DATA_DRI: '/data', FLOATWATCH_DATA: '', FLOATWATCH_LOG_LEVLE: 'debug' });
  expect(await main(['demo', '--data-dir', file], io)).toBe(1);
  expect(written().stderr).toBe(
    'floatwatch: warning: the environment variable FLOATWATCH_DATA_DRI has no effect: did you mean FLOATWATCH_DATA_DIR?\n' +
      `floatwatch: ${file} is a file: --data-dir must be a folder\n`,
  );
});
