// The scripts of completion as a whole, of a small command line that has everything; and names of half-written files.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Argument, Command, Option } from 'commander';
import { afterAll, expect, test } from 'vitest';
import { bashScript } from '../../src/cli/completion/bash.ts';
import { fishScript } from '../../src/cli/completion/fish.ts';
import { namesIn } from '../../src/cli/completion/names.ts';
import { allOf, NAME_KINDS, treeOf } from '../../src/cli/completion/tree.ts';
import { zshScript } from '../../src/cli/completion/zsh.ts';
import { main } from '../../src/cli/main.ts';
import { capture } from '../support/io.ts';

function program(): Command {
  const show = new Command('show')
    .description("what's here: [all]")
    .argument('[account...]', 'names')
    .option('-j, --json', 'as JSON')
    .option('--config.file <path>', 'a file')
    .option('--rule <rule>', 'a rule')
    .option('--since <when>', 'how far back')
    .option('--watch [interval]', 'again and again')
    .option('--debug', 'its own')
    .addOption(new Option('--level <level>', "how much, or 'all'").choices(['low', "it's high"]))
    .addOption(new Option('--hidden').hideHelp());
  const alerts = new Command('alerts')
    .description('alerts')
    .option('--all', 'all of them')
    .addCommand(new Command('test').description('sends one').argument('<receiver>'));
  const shell = new Command('shell')
    .description('one')
    .addArgument(new Argument('[shell]').choices(['a', 'b c']));
  const request = new Command('request')
    .description('asks')
    .argument('<wallet-amount>')
    .option('--to <file>', 'where');
  return new Command('floatwatch')
    .description('the program')
    .version('1', '--version')
    .option('--debug', 'show stack traces')
    .addCommand(show)
    .addCommand(alerts)
    .addCommand(shell)
    .addCommand(request)
    .addCommand(new Command('secret'), { hidden: true });
}

test.each([
  ['bash', bashScript],
  ['zsh', zshScript],
  ['fish', fishScript],
])('the script for %s', async (shell, script) => {
  await expect(script(treeOf(program()))).toMatchFileSnapshot(`golden/completion.${shell}`);
});

test('the tree has each command with its flags, and those of the program that go with it', () => {
  const tree = treeOf(program());
  expect(allOf(tree).map(({ path }) => path.join(' '))).toEqual([
    '',
    'show',
    'alerts',
    'alerts test',
    'shell',
    'request',
  ]);
  const [root, show, alerts, sending, shell, request] = allOf(tree);
  const names = (node = root!) => node.flags.map((flag) => flag.names.join(' '));
  expect(names()).toEqual(['--version', '--debug', '--help -h']);
  expect(names(show)).toEqual([
    '--json -j',
    '--config.file',
    '--rule',
    '--since',
    '--watch',
    '--debug',
    '--level',
    '--help -h',
  ]);
  expect(names(alerts)).toEqual(['--all', '--help -h', '--debug']);
  expect(names(sending)).toEqual(['--help -h', '--debug']);
  expect(show!.flags.map(({ value }) => value)).toEqual([
    'none',
    'file',
    { names: 'rules' },
    'anything',
    'anything',
    'none',
    ['low', "it's high"],
    'none',
  ]);
  expect(request!.flags[0]!.value).toBe('file');
  expect([show, alerts, sending, shell, request].map((node) => node!.names)).toEqual([
    'accounts',
    undefined,
    'receivers',
    undefined,
    'wallets',
  ]);
  expect([root!.words, shell!.words]).toEqual([[], ['a', 'b c']]);
  expect([root!.description, show!.description]).toEqual(['the program', "what's here: [all]"]);
  expect(show!.flags[5]!.description).toBe('its own');
});

const folder = mkdtempSync(join(tmpdir(), 'floatwatch-names-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'f.yaml');
const found = (text: string) => {
  writeFileSync(file, text);
  return NAME_KINDS.map((kind) => namesIn(file, kind));
};

test('names are those of the file, each once, in its order', () => {
  expect(
    found(`
accounts:
  - {name: b, expect: [UGX/X, KES/Y, 5]}
  - {name: a, expect: []}
  - {name: b, expect: [UGX/X]}
  - {expect: [UGX/Z]}
  - {name: 5}
alerts:
  alertmanagers: [http://one, {url: http://two}, {url: 5}, 5]
  webhooks: [{name: w}, {}]
  receivers: {telegram: [{name: t}], teams: [{name: w}, {name: m}], email: nothing}
  rules: [{name: r}, 5, {name: r}, {name: q}]
`),
  ).toEqual([
    ['b', 'a'],
    ['b/UGX/X', 'b/KES/Y'],
    ['r', 'q'],
    ['http://one', 'http://two', 'w', 't', 'm'],
  ]);
});

test.each([
  '',
  '5',
  'accounts: 5',
  'accounts:\nalerts:\n',
  'alerts: 5',
  'alerts: {receivers: 5, rules: 5}',
  '[1]',
])('a file that is only begun has none: %j', (text) => {
  expect(found(text)).toEqual([[], [], [], []]);
});

test('a file that is not there has none', () => {
  expect(namesIn(join(folder, 'none.yaml'), 'accounts')).toEqual([]);
});

test.each([
  [['completion', '--names', 'accounts'], 0, 'a\nb\n', ''],
  [['completion', '--names', 'rules'], 0, '', ''],
  [['completion'], 2, '', 'floatwatch: for which shell? bash, zsh, fish\n'],
])('%j', async (argv, code, stdout, stderr) => {
  writeFileSync(file, 'accounts: [{name: a}, {name: b}]');
  const { io, written } = capture();
  expect(await main([...argv, '--config.file', file], io)).toBe(code);
  expect(written()).toEqual({ stdout, stderr });
});
