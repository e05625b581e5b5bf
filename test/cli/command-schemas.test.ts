// Which commands have a schema for their --json, and that its descriptions are sentences. schemas.test.ts holds what the
// commands print against it.
import { expect, test } from 'vitest';
import { COMMANDS_WITH_JSON } from '../../src/cli/json/commands.ts';
import { COMMAND_SCHEMAS } from '../../src/cli/json/schemas.ts';
import { createProgram, main } from '../../src/cli/main.ts';
import { capture } from '../support/io.ts';

test('every command that takes --json has a schema, and no other has', async () => {
  const program = await createProgram(capture().io);
  const named = program.commands
    .filter(({ options }) => options.some(({ long }) => long === '--json'))
    .map((one) => one.name());
  expect(Object.keys(COMMAND_SCHEMAS).sort()).toEqual(named.sort());
});

/** Their fields say all by their names. */
const WITHOUT_WORDS: readonly string[] = ['rules'];

test.each(COMMANDS_WITH_JSON)('what the schema of %s describes is described in words', async (name) => {
  const { io, written } = capture();
  expect(await main(['schema', '--command', name], io)).toBe(0);
  const descriptions: unknown[] = [];
  JSON.parse(written().stdout, (key, value) => {
    if (key === 'description') descriptions.push(value);
    return value;
  });
  expect(descriptions.length > 0).toBe(!WITHOUT_WORDS.includes(name));
  for (const each of descriptions) expect(each).toMatch(/\w{3}.*\.$/);
});
