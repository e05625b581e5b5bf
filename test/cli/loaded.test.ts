// A command loads what it needs and no more: it starts fast, and what is broken elsewhere can't break it.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createProgram } from '../../src/cli/main.ts';
import { capture } from '../support/io.ts';

const root = join(import.meta.dirname, '..', '..');
const BIN = join(root, 'bin', 'floatwatch.js');

/** Writes the address of every module that is loaded to the file of the environment variable LOADED. */
const HOOK = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  import { writeFileSync } from 'node:fs';
  const loaded = [];
  registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
  process.on('exit', () => writeFileSync(process.env.LOADED, loaded.join('\\n')));
`)}`;

/** The modules that Node loads for such a command line: ours and packages', without those that are built in. */
function loadedBy(...args: readonly string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'floatwatch-test-'));
  try {
    const list = join(folder, 'loaded');
    execFileSync(process.execPath, ['--import', HOOK, ...args], { env: { ...process.env, LOADED: list } });
    return readFileSync(list, 'utf8')
      .split('\n')
      .filter((url) => url.startsWith('file:'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What a command needs when it is to do something. */
const loadedFor = (command: string): string[] =>
  loadedBy(join(root, 'src', 'cli', 'commands', `${command}.ts`));

const ALL = (await createProgram(capture().io)).commands.map((command) => command.name());
const HEAVY = /\/src\/(?:cli\/commands|monitor|receivers|upstream|web)\/|\/node_modules\/(?!commander\/)/;

test.for(ALL)(
  '%s --help loads what it prints, and of packages none but what reads a command line',
  (command) => {
    const loaded = loadedBy(BIN, command, '--help');
    expect(loaded.some((url) => url.endsWith(`/cli/usage/${command}.ts`))).toBe(true);
    expect(loaded.filter((url) => HEAVY.test(url))).toEqual([]);
    expect(loaded.length).toBeLessThan(80); // `completion` prints what all commands are
  },
);

test('--help loads how each command is used, and no more', () => {
  const loaded = loadedBy(BIN, '--help');
  expect(loaded.filter((url) => HEAVY.test(url))).toEqual([]);
  expect(loaded.length).toBeLessThan(80);
});

test('the version loads no command', () => {
  const loaded = loadedBy(BIN, '--version');
  expect(loaded.filter((url) => /\/cli\/(?:commands|usage)\//.test(url))).toEqual([]);
});

test.for([
  'check-config',
  'rules',
  'balances',
  'plan',
  'statement',
  'alerts',
  'simulate',
  'import',
  'poll',
  'probe',
])('%s loads neither the monitor nor the page', (command) => {
  const page = /\/src\/(app\/app|web\/(server|pages|api|html)|metrics\/metrics)|node_modules\/fastify\//;
  expect(loadedFor(command).filter((url) => page.test(url))).toEqual([]);
});

test.for(['check-config', 'rules', 'schema'])('%s loads no database', (command) => {
  expect(loadedFor(command).filter((url) => /\/src\/store\/|node_modules\/pg\//.test(url))).toEqual([]);
});

test('run loads all of it', () => {
  expect(loadedFor('run').some((url) => url.endsWith('/app/app.ts'))).toBe(true);
});
