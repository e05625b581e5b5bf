import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bashScript } from '../../src/cli/completion/bash.ts';
import { fishScript } from '../../src/cli/completion/fish.ts';
import { treeOf } from '../../src/cli/completion/tree.ts';
import { zshScript } from '../../src/cli/completion/zsh.ts';
import { createProgram } from '../../src/cli/main.ts';
import type { Io } from '../../src/cli/terminal/io.ts';
import { capture } from '../support/io.ts';

const io: Io = {
  stdout: process.stdout,
  stderr: process.stderr,
  env: {},
  signal: new AbortController().signal,
  onEarlyEnd: () => {},
  onHangUp: () => {},
  exitCode: 0,
};
const program = await createProgram(io);
program.addCommand(
  new Command('nested')
    .description("it's nested: [truly]")
    .addCommand(new Command('inner').option('--it', "that's it").argument('[x]')),
);

/** Its keys are nowhere: names can be told all the same. */
const CONFIG = `
accounts:
  - {name: acme-ug, base_url: https://pay.example.com, public_key: "\${NOWHERE}", expect: [UGX/MERCHANT_PAYOUT]}
  - {name: acme-ke, base_url: https://pay.example.com, public_key: "\${NOWHERE}", expect: [KES/MERCHANT_PAYOUT, USD/OLD]}
alerts:
  alertmanagers: [http://127.0.0.1:9093]
  webhooks: [{name: ops}]
  receivers: {slack: [{name: ops-slack}]}
  rules: [{name: PayoutFloatLow}, {name: PayoutRunwayShort}, {name: PayoutFloatLow}]
`;

describe('in bash', () => {
  const folder = mkdtempSync(join(tmpdir(), 'floatwatch-completion-'));
  const script = join(folder, 'completion.bash');
  beforeAll(() => {
    writeFileSync(script, bashScript(treeOf(program)));
    writeFileSync(join(folder, 'float watch.yaml'), '');
    writeFileSync(join(folder, 'floatwatch.yaml'), CONFIG);
    writeFileSync(
      join(folder, 'half.yaml'),
      'accounts:\n  - name: only-one\n    base_url: https://\nrules: ][',
    );
    const bin = join(import.meta.dirname, '../../bin/floatwatch.js');
    writeFileSync(join(folder, 'floatwatch'), `#!/bin/sh\nexec ${process.execPath} ${bin} "$@"\n`, {
      mode: 0o755,
    });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** What bash would offer where the line ends; the line is split as bash does it. */
  function offered(...words: string[]): string[] {
    const typed = ['floatwatch', ...words].map((word) => `'${word}'`).join(' ');
    const ask = `source '${script}'; COMP_WORDS=(${typed}); COMP_CWORD=${words.length}
      _floatwatch; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const output = execFileSync('bash', ['--norc', '-c', ask], {
      ...{ encoding: 'utf8', cwd: folder },
      env: { ...process.env, PATH: `${folder}:${process.env['PATH']}` },
    });
    return output.split('\n').filter((line) => line !== '');
  }

  test.each([
    [['che'], ['check-config']],
    [['--deb'], ['--debug']],
    [
      ['balances', 'acme-'],
      ['acme-ug', 'acme-ke'],
    ],
    [['history', 'acme-ke/U'], ['acme-ke/USD/OLD']],
    [
      ['simulate', '--rule', ''],
      ['PayoutFloatLow', 'PayoutRunwayShort'],
    ],
    [
      ['alerts', 'test', 'ops'],
      ['ops', 'ops-slack'],
    ],
    [['probe', '--config.file', 'half.yaml', 'o'], ['only-one']],
    [['probe', '--config.file', 'nowhere.yaml', 'a'], []],
    [
      ['run', '--log'],
      ['--log.level', '--log.format'],
    ],
    [
      ['run', '--log.level', ''],
      ['debug', 'info', 'warn', 'error'],
    ],
    [['run', '--log.level', '=', 'w'], ['warn']],
    [
      ['run', '--log.format', '='],
      ['json', 'logfmt'],
    ],
    [['run', '--debug', '--web.external-url', ''], []],
    [['check-config', '--config.file', 'float '], ['float watch.yaml']],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish'],
    ],
    [['nested', ''], ['inner']],
    [['nested', 'inner', '--i'], ['--it']],
    [
      ['no-such-command', 'r'],
      ['run', 'rules'],
    ],
  ])('after %j it offers %j', (words, expected) => {
    expect(offered(...words)).toEqual(expected);
  });

  test('a configuration that is named with an equals sign is read', () => {
    expect(offered('probe', '--config.file', '=', 'half.yaml', 'o')).toEqual(['only-one']);
  });

  test('a name of a file from elsewhere is never run by the shell', () => {
    const names = [
      '$(touch ran)',
      '`touch ran`',
      '<(touch ran)',
      '$((x[$(touch ran)]))',
      '~',
      'a*',
      '"quoted',
      'plain',
    ];
    const accounts = names.map(
      (name) => `  - name: ${JSON.stringify(name)}\n    expect: [${JSON.stringify(name)}]\n`,
    );
    writeFileSync(join(folder, 'foreign.yaml'), `accounts:\n${accounts.join('')}`);
    expect(offered('probe', '--config.file', 'foreign.yaml', '')).toEqual(['plain']);
    expect(offered('history', '--config.file', 'foreign.yaml', '')).toEqual(['plain/plain']);
    expect(existsSync(join(folder, 'ran'))).toBe(false);
  });

  test('every command and every flag of the help is offered', () => {
    const commands = program.createHelp().visibleCommands(program);
    const names = commands.map((command) => command.name()).filter((name) => name !== 'help');
    expect(offered('').sort()).toEqual(names.sort());
    for (const command of commands.filter((one) => one.name() !== 'help')) {
      const flags = command
        .createHelp()
        .visibleOptions(command)
        .map(({ long }) => long);
      expect(offered(command.name(), '-')).toEqual(expect.arrayContaining(flags));
    }
  });
});

test.each([
  ['zsh', zshScript],
  ['fish', fishScript],
])('in %s every command and flag is there, with its quotes and brackets escaped', (shell, scriptOf) => {
  const script = scriptOf(treeOf(program));
  for (const word of ['check-config', 'config.file', 'log.level', 'nested', 'inner'])
    expect(script).toContain(word);
  expect(script).toContain(shell === 'zsh' ? "it'\\''s nested\\: [truly]" : "it\\'s nested: [truly]");
});

test('in zsh a command offers what it takes: words, names of the configuration, or commands of its own', async () => {
  const script = zshScript(treeOf(await createProgram(capture().io)));
  const functions = new Map(
    [...script.matchAll(/^(\S+)\(\) \{\n([\s\S]*?)^\}/gm)].map(([, name, body]) => [name, body]),
  );
  expect(functions.get('_floatwatch_completion')).toContain("'*:argument:(bash zsh fish)'");
  expect(functions.get('_floatwatch_probe')).toMatch(/'\*:argument: _floatwatch_names \w+'/);
  expect(functions.get('_floatwatch_alerts')).toContain("'1:command:->command'");
});
