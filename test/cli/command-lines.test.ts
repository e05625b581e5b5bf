// Command lines as they are typed: what is taken, what is refused, and how a failure is told.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { version } from '../../src/app/version.ts';
import { pageOf } from '../../src/cli/commands/run.ts';
import { examplesText } from '../../src/cli/examples.ts';
import { COMMANDS_WITH_JSON } from '../../src/cli/json/commands.ts';
import { createProgram, main } from '../../src/cli/main.ts';
import { parseConfig } from '../../src/config/load.ts';
import { capture } from '../support/io.ts';

async function run(...argv: string[]) {
  const { io, written } = capture();
  const code = await main(argv, io);
  return { code, ...written() };
}

describe('the values of flags', () => {
  /** What a command makes of its flags; it isn't run. */
  async function valuesOf(name: string, ...argv: string[]): Promise<Record<string, unknown>> {
    const program = await createProgram(capture().io, [name]);
    const [command] = program.commands;
    command!.action(() => {});
    await program.parseAsync([name, ...argv], { from: 'user' });
    return command!.opts();
  }

  test.each([
    ['run', [], { 'config.file': 'floatwatch.yaml' }],
    [
      'run',
      [
        '--web.listen-address',
        ':1',
        '--web.listen-address',
        '127.0.0.1:2',
        '--web.config.file',
        'w',
        '--shard',
        '0',
        '--total-shards',
        '3',
      ],
      { 'web.config.file': 'w', shard: 0, totalShards: 3 },
    ],
    [
      'run',
      ['--web.external-url', 'https://X.example.com/', '--web.enable-lifecycle'],
      { 'web.externalUrl': 'https://x.example.com', 'web.enableLifecycle': true },
    ],
    [
      'run',
      ['--web.enable-lifecycle=false', '--log.level', 'warn', '--log.format', 'json'],
      { 'web.enableLifecycle': false, 'log.level': 'warn', 'log.format': 'json' },
    ],
    [
      'demo',
      [],
      { dataDir: './floatwatch-demo', 'web.port': 14_217, databasePort: 14_218, sandboxPort: 14_219 },
    ],
    ['sandbox', [], { listenAddress: '127.0.0.1:14219', seed: 'floatwatch', speed: 1, wallets: 10 }],
    [
      'sandbox',
      ['--speed', '0.5', '--start', '1777889000', '--merchants', '999999', '--wallets', '1'],
      { speed: 0.5, start: 1_777_889_000_000, merchants: 999_999, wallets: 1 },
    ],
    ['sandbox', ['--start', '2026-11-01T00:00:00Z'], { start: Date.UTC(2026, 10, 1) }],
    ['history', ['a/UGX/X'], { from: '24h' }],
    [
      'history',
      ['a/UGX/X', '--step', 'hour', '--to', 'now', '--utc', '--wide'],
      { step: 'hour', to: 'now', utc: true, wide: true },
    ],
    ['statement', [], { currency: [], walletType: [], field: 'available' }],
    [
      'statement',
      ['--currency', 'UGX', '--currency', 'KES', '--wallet-type', 'X', '--field', 'actual'],
      { currency: ['UGX', 'KES'], walletType: ['X'], field: 'actual' },
    ],
    ['simulate', [], { since: '30d', rule: [], set: [] }],
    ['simulate', ['--rule', 'A', '--rule', 'B', '--set', 'for=1m'], { rule: ['A', 'B'], set: ['for=1m'] }],
    ['options', [], { since: '30d' }],
    ['alerts', [], { since: '30d' }],
    ['balances', ['--watch'], { watch: true }],
    ['balances', ['--watch', '5s', 'a'], { watch: '5s' }],
    ['plan', ['--requested', 'a/UGX/X', '5'], { requested: ['a/UGX/X', '5'] }],
    ['init', ['--no-probe'], { probe: false }],
    ['init', [], { probe: true }],
    ['forget', ['a/UGX/X', '--reason', 'closed'], { reason: 'closed' }],
  ])('%s %j', async (name, argv, values) => {
    expect(await valuesOf(name, ...argv)).toMatchObject(values);
  });

  test('each flag that a variable can set has its variable', async () => {
    const program = await createProgram(capture().io);
    const named = program.commands.flatMap((command) =>
      command.options.flatMap(({ long, envVar }) =>
        envVar && long !== '--config.file' ? [`${command.name()} ${long} ${envVar}`] : [],
      ),
    );
    expect(named).toEqual([
      'run --web.listen-address FLOATWATCH_WEB_LISTEN_ADDRESS',
      'run --web.config.file FLOATWATCH_WEB_CONFIG_FILE',
      'run --web.external-url FLOATWATCH_WEB_EXTERNAL_URL',
      'run --web.enable-lifecycle FLOATWATCH_WEB_ENABLE_LIFECYCLE',
      'run --shard FLOATWATCH_SHARD',
      'run --total-shards FLOATWATCH_TOTAL_SHARDS',
      'run --log.level FLOATWATCH_LOG_LEVEL',
      'run --log.format FLOATWATCH_LOG_FORMAT',
      'demo --data-dir FLOATWATCH_DATA_DIR',
      'check-config --shard FLOATWATCH_SHARD',
      'check-config --total-shards FLOATWATCH_TOTAL_SHARDS',
    ]);
  });

  test.each([
    [['run', '--web.config.file='], 'It must be the path of a file.'],
    [['balances', '--config.file='], 'It must be the path of a file.'],
    [['demo', '--web.port', '99999'], 'A port from 0 to 65535, please.'],
    [['demo', '--database-port', '65536'], 'A port from 0 to 65535, please.'],
    [['demo', '--sandbox-port', '-1'], 'A port from 0 to 65535, please.'],
    [['run', '--web.external-url', 'x'], 'It must be an address such as http://localhost:14217, not x.'],
    [['run', '--web.external-url', 'ftp://x'], 'It must begin with https:// (or http://).'],
    [
      ['run', '--web.external-url', 'https://a@x'],
      'It must not hold a user name or password: those have settings of their own.',
    ],
    [['run', '--log.level', 'loud'], 'Allowed choices are debug, info, warn, error.'],
    [['run', '--shard', '-1'], 'It must be a whole number from 0 to 999.'],
    [['run', '--total-shards', '0'], "'--total-shards <n>' argument '0' is invalid. It must be a whole"],
    [['run', '--total-shards', '1001'], 'It must be a whole number from 1 to 1000.'],
    [['sandbox', '--speed', '0'], 'A positive number, please.'],
    [['sandbox', '--speed', '-1'], 'A positive number, please.'],
    [['sandbox', '--speed', '1e3'], 'A positive number, please.'],
    [['sandbox', '--merchants', '0'], 'A whole number from 1 to 999999, please.'],
    [['sandbox', '--merchants', '1000000'], 'A whole number from 1 to 999999, please.'],
    [['sandbox', '--wallets', '1.5'], 'A whole number from 1 to 999999, please.'],
    [['sandbox', '--start', 'soon'], 'A date such as 2026-11-01T00:00:00Z, or epoch seconds.'],
    [['sandbox', '--start', '99999999999999'], 'A date such as 2026-11-01T00:00:00Z, or epoch seconds.'],
    [['statement', '--field', 'reserve'], 'Allowed choices are available, actual.'],
    [['history', 'a/UGX/X', '--step', 'week'], 'Allowed choices are'],
    [
      ['schema', '--command', 'run'],
      'Allowed choices are doctor, probe, poll, balances, plan, history, statement, alerts, simulate, rules, options, export, import, migrate.',
    ],
    [['completion', 'tcsh'], 'Allowed choices are bash, zsh, fish.'],
    [['history'], "missing required argument 'wallet'"],
  ])('%j is refused: %s', async (argv, said) => {
    const { code, stdout, stderr } = await run(...argv);
    expect(stderr).toContain(said);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });
});

describe('the program', () => {
  test('tells its version, its help, and what it does not know', async () => {
    const said = `floatwatch ${version} (node ${process.versions.node})\n`;
    expect(await run('--version')).toEqual({ code: 0, stdout: said, stderr: '' });
    const help = await run('--help');
    expect(help).toMatchObject({ code: 0, stderr: '' });
    for (const name of ['run', 'demo', 'completion'])
      expect(help.stdout).toMatch(new RegExp(`^  ${name} `, 'm'));
    expect(await run()).toMatchObject({ code: 2, stdout: '' });
    expect((await run('toString')).stderr).toContain("unknown command 'toString'");
  });

  test('in a file has its help as on a terminal of 80 columns', async () => {
    const on = async (screen: object) => {
      const { io, written } = capture();
      Object.assign(io.stdout, screen);
      await main(['statement', '--help'], io);
      return written().stdout;
    };
    const piped = await on({});
    expect(piped).toBe(await on({ isTTY: true, columns: 80 }));
    expect(piped).toBe(await on({ isTTY: false, columns: 200 }));
    expect(piped).not.toBe(await on({ isTTY: true, columns: 81 }));
    expect(piped).not.toBe(await on({ isTTY: true, columns: 200 }));
  });

  test('names the help of what was mistyped, once', async () => {
    for (const argv of [
      ['balancs'],
      ['--nope'],
      ['balances', '--nope'],
      ['--debug', 'balances', '--jsn'],
      ['balances', '--watch', '--check'],
      ['history'],
      ['schema', '--command', 'x'],
      ['sandbox', '--speed', '0'],
      ['completion', 'bash', 'zsh'],
      ['alerts', 'test', '--nope'],
    ]) {
      const { stderr } = await run(...argv);
      const path = argv.filter((word) =>
        /^(balances|history|schema|sandbox|completion|alerts|test)$/.test(word),
      );
      expect(stderr.split('\n').slice(1)).toContain(`(try ${['floatwatch', ...path, '--help'].join(' ')})`);
      expect(stderr.match(/\(try /g)).toHaveLength(1);
    }
    const paths = (command: Command): string[][] => [
      [command.name()],
      ...command.commands.flatMap(paths).map((path) => [command.name(), ...path]),
    ];
    const [, ...all] = paths(await createProgram(capture().io));
    for (const path of all) {
      const { stderr } = await run(...path.slice(1), '--nope');
      expect(stderr).toBe(`error: unknown option '--nope'\n(try ${path.join(' ')} --help)\n`);
    }
  });

  test('loads only the command that is asked for', async () => {
    const names = async (all?: readonly string[]) =>
      (await createProgram(capture().io, all && [...all])).commands.map((command) => command.name());
    expect(await names(['rules', 'plan'])).toEqual(['rules', 'plan']);
    expect(await names([])).toEqual([]);
    const every = await names();
    expect(every.slice(0, 4)).toEqual(['run', 'demo', 'sandbox', 'init']);
    expect(every).toEqual(expect.arrayContaining([...COMMANDS_WITH_JSON]));
    expect(every).toHaveLength(23);
  });

  test('has examples for each command, and none for another word', () => {
    expect(examplesText('probe')).toMatch(/\$ floatwatch probe/);
    expect(examplesText('probe')).toContain('floatwatch probe acme-ug');
  });
});

describe('a failure', () => {
  const folder = mkdtempSync(join(tmpdir(), 'floatwatch-lines-'));
  const file = join(folder, 'f.yaml');
  const none = join(folder, 'none.yaml');
  beforeAll(() => writeFileSync(file, 'accounts: [{name: "a\\u001b[2J", x: 1}]\nlog: {level: loud}\n'));
  afterAll(() => rmSync(folder, { recursive: true }));

  test('of the configuration names its places, each on a line', async () => {
    const { code, stdout, stderr } = await run('balances', '--config.file', file);
    const lines = stderr.split('\n');
    expect({ code, stdout, first: lines[0] }).toEqual({
      code: 2,
      stdout: '',
      first: "floatwatch: the configuration can't be used:",
    });
    expect(lines.slice(1, -1).every((line) => line.startsWith(`${file}:`))).toBe(true);
    expect(lines.length).toBeGreaterThan(4);
    expect(lines.at(-1)).toBe('');
    expect(stderr).not.toContain('\u001b');
  });

  test('is one line, and with --debug has the stack of calls', async () => {
    const { code, stderr } = await run(
      'history',
      'wrong',
      '--config.file',
      file.replace('f.yaml', 'good.yaml'),
    );
    expect(code).toBe(2);
    expect(stderr).toMatch(/^floatwatch: the configuration can't be used:\n.*there is no such file/);
    const wrong = 'not an address';
    const plain = await run('init', '--base-url', wrong, '--no-probe', '--config.file', none);
    expect(plain.code).toBe(2);
    expect(plain.stderr.split('\n')).toHaveLength(2);
    expect(plain.stderr).toMatch(/^floatwatch: there is no terminal to ask on/);
    const debug = await run('init', '--base-url', wrong, '--no-probe', '--config.file', none, '--debug');
    expect(debug.stderr).toMatch(/^floatwatch: CommandError: there is no terminal[\s\S]*\n {4}at /);
    expect(debug.code).toBe(2);
  });

  test('check-config tells places alone, or what there is', async () => {
    const checked = (...flags: string[]) => run('check-config', '--config.file', ...flags);
    const bad = await checked(file);
    expect(bad.code).toBe(2);
    expect(bad.stderr.startsWith(`${file}:`)).toBe(true);
    const account = (i: number) =>
      `{name: a${i}, base_url: "https://pay.example.com", public_key: pk-123456, secret_key: sk-123456}`;
    const of = async (accounts: number, rules: string) => {
      const good = join(folder, 'good.yaml');
      const all = Array.from({ length: accounts }, (_, i) => account(i)).join(', ');
      writeFileSync(good, `accounts: [${all}]\nalerts: {rules: [${rules}]}\n`);
      const { code, stdout } = await checked(good);
      expect(code).toBe(0);
      return stdout.replace(good, 'F');
    };
    expect(await of(1, '')).toBe('F is fine: 1 account (a0); 0 rules\n');
    expect(await of(8, '{name: R, below: "1"}')).toBe(
      'F is fine: 8 accounts (a0, a1, a2, a3, a4, a5, a6, a7); 1 rule (R)\n',
    );
    expect(await of(9, '')).toBe(
      'F is fine: 9 accounts (a0, a1, a2, a3, a4, a5, a6, a7 and 1 more); 0 rules\n',
    );
  });
});

test.each<[readonly string[], string, string | null, string | undefined]>([
  [['127.0.0.1:14217'], 'http://localhost:14217', null, 'http://localhost:14217'],
  [['127.0.0.1:9000'], 'http://localhost:14217', null, 'http://127.0.0.1:9000/'],
  [['127.0.0.1:9000'], 'http://localhost:14217', 'web.yaml', '127.0.0.1:9000'],
  [['127.0.0.1:9000'], 'https://float.example.com', null, 'https://float.example.com'],
  [['127.0.0.1:9000', '127.0.0.1:14217'], 'http://localhost:14217', null, 'http://127.0.0.1:9000/'],
  [[], 'http://localhost:14217', null, undefined],
  [[], 'https://float.example.com', null, 'https://float.example.com'],
])(
  'the page of a process that listens on %j, with %s and %s: %s',
  (addresses, external_url, config_file, page) => {
    expect(pageOf({ addresses } as never, { web: { external_url, config_file } } as never)).toBe(page);
  },
);

test('the JSON of each command is described as it was', async () => {
  const texts = [];
  for (const name of COMMANDS_WITH_JSON) {
    const { stdout } = await run('schema', '--command', name);
    texts.push(`$ floatwatch schema --command ${name}\n${JSON.stringify(JSON.parse(stdout))}\n`);
  }
  await expect(texts.join('\n')).toMatchFileSnapshot('golden/schemas.txt');
  expect((await run('schema', '--command', 'balances')).stdout).toMatch(/^\{\n {2}"\$schema"/);
});

test('a configuration that is read warns on standard error, and a rules file says what it leaves out', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'floatwatch-lines-'));
  const file = join(folder, 'f.yaml');
  const text = `accounts: [{name: a, base_url: "https://pay.example.com", public_key: pk-123456, secret_key: sk-123456, payment_options: {}}]
alerts: {rules: [{name: Low, below: "1", wallets: {account: b}}, {name: Gone, wallet_below_min: true, options: {transaction_type: COLLECTION}}]}
`;
  writeFileSync(file, text);
  expect(parseConfig(text, { file, env: {} }).warnings).toHaveLength(1);
  const { code, stdout, stderr } = await run('rules', '--config.file', file);
  rmSync(folder, { recursive: true });
  expect(code).toBe(0);
  expect(stderr).toBe(
    `${file}:2:51: alerts.rules[0].wallets: warning: no account has a name like "b"\n` +
      'floatwatch: Gone is left out: no metric tells what it needs\n',
  );
  expect(stdout).toMatch(
    /^# Made by floatwatch rules\. Change the configuration, not this file\.\n# Gone is left out: no metric tells what it needs\n[^#]/,
  );
});
