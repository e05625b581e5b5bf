// Output that nobody reads to its end, or that there is no room for.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { configFolder } from '../support/floatwatch-config.ts';
import { start } from '../support/process.ts';

const account = { name: 'acme', base_url: 'http://127.0.0.1:1', public_key: 'p', secret_key: 's' };
const program = join(import.meta.dirname, '..', '..', 'bin', 'floatwatch.js');

test('what a command found out is its exit code, though its output is not read', async () => {
  const settings = { database: { url: 'postgres://nobody@127.0.0.1:1/none' }, accounts: [account] };
  await using config = await configFolder(settings);
  const script = 'set -o pipefail; "$0" "$1" doctor --config.file "$2" | true';
  await using doctor = start('bash', ['-c', script, process.execPath, program, config.file]);
  expect(await doctor.ended(), doctor.output()).toBe(1); // the database is away
});

test.each([
  ['schema >/dev/full', 1, /^floatwatch: the output can't be written: .*ENOSPC/],
  ['check-config --config.file /nowhere.yaml 2>/dev/full', 2, /^$/],
])('%s ends with %i', async (line, code, said) => {
  await using command = start('bash', ['-c', `"$0" "$1" ${line}`, process.execPath, program]);
  expect(await command.ended()).toBe(code);
  expect(command.output()).toMatch(said);
});
