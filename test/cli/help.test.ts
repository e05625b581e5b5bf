import { describe, expect, test } from 'vitest';
import { EXAMPLES } from '../../src/cli/examples.ts';
import { createProgram, main } from '../../src/cli/main.ts';
import { configFolder } from '../support/floatwatch-config.ts';
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

test('the help of alerts test names the flag that says which configuration has the receiver', async () => {
  expect((await run('alerts', 'test', '--help')).stdout).toContain('--config.file <path>');
});

test.each([
  [['balancs'], "error: unknown command 'balancs'\n(Did you mean balances?)"],
  [['balances', '--jsn'], "error: unknown option '--jsn'\n(Did you mean --json?)"],
  [
    ['alerts', 'test', 'ops', '--json'],
    "error: unknown option '--json'\n(try floatwatch alerts test --help)",
  ],
  [['alerts', '--wide', 'test', 'ops'], "error: unknown option '--wide'"],
  [['alerts', 'test', 'ops', '--utc'], "error: unknown option '--utc'"],
  [['alerts', 'test', '--history', 'ops'], "error: unknown option '--history'"],
  [['alerts', 'test', 'ops', '--since', '1d'], "error: unknown option '--since'"],
  [['rules', '--config.fil', 'x'], '(Did you mean --config.file?)'],
])('%j is told what was meant', async (argv, said) => {
  const { stderr, code } = await run(...argv);
  expect(stderr).toContain(said);
  expect(code).toBe(2);
});

test.each([
  [['demo', '--web.port', 'abc'], 'A port from 0 to 65535, please.'],
  [['plan', '--cover', 'x'], '--cover x: is not a duration such as 7d'],
  [['plan', '--date', '31.12.2026'], '--date 31.12.2026: is not a date such as 2026-12-31'],
  [['plan', '--confidence', '2'], '--confidence 2: must be'],
  [['plan', '--cover', '7d', '--date', '2026-12-31'], '--cover and --date exclude each other'],
])('%j is a mistake of the command line', async (argv, said) => {
  const account = { name: 'a', base_url: 'https://pay.example.com', public_key: 'pk-1', secret_key: 'sk-1' };
  await using config = await configFolder({ accounts: [account] });
  const { stderr, code } = await run(...argv, ...(argv[0] === 'plan' ? ['--config.file', config.file] : []));
  expect(stderr).toContain(said);
  expect(code).toBe(2);
});

test.each([
  [['--date', '2020-12-31'], '--date 2020-12-31: is over'],
  [['--date', '2199-12-31'], '--date 2199-12-31: is more than a year ahead'],
  [['--cover', '367d'], '--cover 367d: is more than a year'],
])('plan %j is refused, as on the page: nothing need be sent for a day that is over', async (argv, said) => {
  const account = { name: 'a', base_url: 'https://pay.example.com', public_key: 'pk-1', secret_key: 'sk-1' };
  const database = { url: 'postgres://nobody@127.0.0.1:1/none' };
  await using config = await configFolder({ database, accounts: [account] });
  const { stderr, code } = await run('plan', ...argv, '--config.file', config.file);
  expect(stderr).toContain(said);
  expect(code).toBe(2);
});
