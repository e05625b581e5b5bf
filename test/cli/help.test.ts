import { describe, expect, test } from 'vitest';
import { EXAMPLES } from '../../src/cli/examples.ts';
import { createProgram, main } from '../../src/cli/main.ts';
import { capture } from '../support/io.ts';

async function run(...argv: string[]) {
  const { io, written } = capture();
  const code = await main(argv, io);
  return { code, ...written() };
}

describe('the help of each command', async () => {
  const program = await createProgram(capture().io);
  test.each(program.commands.map((command) => command.name()))('%s', async (name) => {
    const { stdout, code } = await run(name, '--help');
    expect(code).toBe(0);
    const examples = EXAMPLES[name] ?? [];
    expect(examples.length).toBeGreaterThanOrEqual(2);
    for (const { line } of examples) {
      expect(stdout).toContain(`  $ ${line}`);
      if (!line.startsWith(`floatwatch ${name}`)) continue; // it leads on to another command
      for (const [flag] of line.split(/[|&>]/)[0]!.matchAll(/--[a-z.-]+/g))
        expect(stdout, line).toContain(flag);
    }
  });
});

test.each([
  [['balancs'], "error: unknown command 'balancs'\n(Did you mean balances?)"],
  [['balances', '--jsn'], "error: unknown option '--jsn'\n(Did you mean --json?)"],
  [['rules', '--config.fil', 'x'], '(Did you mean --config.file?)'],
])('%j is told what was meant', async (argv, said) => {
  const { stderr, code } = await run(...argv);
  expect(stderr).toContain(said);
  expect(code).toBe(2);
});
