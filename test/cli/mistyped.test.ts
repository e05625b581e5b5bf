// Command lines that were typed in a hurry, each told what is wrong with it before anything is opened or changed.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { capture } from '../support/io.ts';

let folder: string;
const file = () => join(folder, 'f.yaml');

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'floatwatch-mistyped-'));
  mkdirSync(join(folder, 'csv'));
  writeFileSync(
    file(),
    `database: {url: "postgres://nobody@127.0.0.1:1/none"} # whoever opens it fails with 1
accounts: [{name: acme-ug, base_url: "https://pay.example.com", public_key: p, secret_key: s}]
alerts: {rules: [{name: Low, below: "5"}]}
`,
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

const withFile = (...argv: readonly string[]) => [...argv, '--config.file', file()];

test.each([
  [() => withFile('migrate', '--json'), '--json belongs to --status, which changes nothing'],
  [() => withFile('alerts', '--history', '--since', '9000-01-01'), '--since 9000-01-01: is still to come'],
  [() => withFile('options', '--changes', '--since', '9000-01-01'), '--since 9000-01-01: is still to come'],
  [() => withFile('simulate', '--since', '9000-01-01'), '--since 9000-01-01: is still to come'],
  [() => withFile('simulate', '--csv', join(folder, 'csv')), 'csv: is a folder, not a file'],
  [() => withFile('statement', '--currency', 'ugx'), 'codes are in upper case; did you mean UGX?'],
  [() => withFile('forget', 'acme-ug/ugx/MERCHANT_PAYOUT'), 'codes are in upper case; did you mean UGX?'],
  [() => withFile('plan', 'acme-uh'), 'no account is called acme-uh; did you mean acme-ug?'],
  [() => withFile('options', 'acme-uh'), 'no account is called acme-uh; did you mean acme-ug?'],
  [
    () => withFile('plan', 'acme-ug', '--requested', 'acme-ug/UGX/MERCHANT_PAYOUT', '5'),
    '--requested takes no account: its wallet names it',
  ],
  [
    () => withFile('plan', '--requested', 'acme-uh/UGX/MERCHANT_PAYOUT', '5'),
    'no account is called acme-uh; did you mean acme-ug?',
  ],
  [
    () => withFile('plan', '--requested', 'acme-ug/UGX/MERCHANT_COLLECTION', '5'),
    'acme-ug/UGX/MERCHANT_COLLECTION: the other wallets are topped up from it, so it has no plan',
  ],
  [
    () => withFile('run', '--web.config.file', join(folder, 'none.yml')),
    /^floatwatch: --web\.config\.file: .*none\.yml: no such file$/m,
  ],
  [
    () => withFile('alerts', 'tset', 'ops'),
    /^error: unknown command 'tset'\n\(Did you mean test\?\)\n\(try floatwatch alerts --help\)$/m,
  ],
  [
    () => withFile('alerts', '--since', '2d', 'acme-ug'),
    /^error: unknown command 'acme-ug'\n\(try floatwatch alerts --help\)$/m,
  ],
  [
    () => withFile('history', 'acme-ug/UGX/MERCHANT_PAYOUT', '--since=2d'),
    /^\(try floatwatch history --help\)\n\(here it is --from\)$/m,
  ],
  [() => withFile('statement', '--until', 'today'), /^\(here it is --to\)$/m],
  [() => withFile('alerts', '--from', '2d'), /^\(here it is --since\)$/m],
  [() => withFile('simulate', '--to', '2d'), /^\(here it is --until\)$/m],
  [() => withFile('alerts', '--to', '2d'), /--help\)\n$/],
  [() => ['alerts', file()], 'the configuration goes to --config.file'],
  [() => withFile('balances', '--check', 'acme-uh'), 'did you mean acme-ug?'],
  [() => ['check-config', file()], 'the configuration goes to --config.file'],
  [() => ['balances', '--config', file()], 'the configuration goes to --config.file'],
])('%#: %s', async (argv, why) => {
  const { io, written } = capture();
  const code = await main(argv(), io);
  const { stdout, stderr } = written();
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(why);
});

test.each(['alerts', 'options'])('%s --since is about the past: it needs no second flag', async (name) => {
  const { io } = capture();
  const { createProgram } = await import('../../src/cli/main.ts');
  const program = await createProgram(io, [name]);
  const [command] = program.commands;
  command!.action(() => {});
  await program.parseAsync([name, '--since', '1d'], { from: 'user' });
  expect(command!.opts()).toMatchObject(name === 'alerts' ? { history: true } : { changes: true });
  expect(command!.opts()['since']).toBe('1d');
});
