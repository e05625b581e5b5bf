// A command loads what it needs and no more: it starts fast, and what is broken elsewhere can't break it.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { createProgram } from '../../src/cli/main.ts';
import { capture } from '../support/io.ts';

const root = join(import.meta.dirname, '..', '..');
const BIN = join(root, 'bin', 'floatwatch.js');

/** Writes the address of every module that is loaded, and what Node has loaded of itself, to the file that LOADED names. */
const HOOK = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  import { writeFileSync } from 'node:fs';
  const loaded = [];
  registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
  process.on('exit', () => {
    const inside = process.moduleLoadList.map((name) => 'inside:' + name);
    writeFileSync(process.env.LOADED, [...loaded, ...inside].join('\\n'));
  });
`)}`;

/** The modules that Node loads for such a command line, by their addresses: ours, packages' and `inside:` its own. */
function everythingLoadedBy(...args: readonly string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'floatwatch-test-'));
  try {
    const list = join(folder, 'loaded');
    execFileSync(process.execPath, ['--import', HOOK, ...args], { env: { ...process.env, LOADED: list } });
    return readFileSync(list, 'utf8').split('\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Of those ours, and packages'. */
const loadedBy = (...args: readonly string[]): string[] =>
  everythingLoadedBy(...args).filter((url) => url.startsWith('file:'));

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

test.for(['run', 'balances', 'migrate'])(
  '%s loads what applies migrations only when one is missing',
  (command) => {
    expect(loadedFor(command).filter((url) => /node_modules\/(?:node-pg-migrate|jiti)\//.test(url))).toEqual(
      [],
    );
  },
);

test('run loads all of it', () => {
  expect(loadedFor('run').some((url) => url.endsWith('/app/app.ts'))).toBe(true);
});

test('run leaves out the HTTP client that Node brings itself: there is one already', () => {
  const all = everythingLoadedBy(join(root, 'src', 'cli', 'commands', 'run.ts'));
  expect(all).toContain('inside:NativeModule http');
  expect(all.filter((name) => name.includes('deps/undici'))).toEqual([]);
});

test('a web server of ours comes without the compilers of JSON Schemas', () => {
  const options = pathToFileURL(join(root, 'src', 'net', 'without-schemas.ts'));
  const script = `import fastify from 'fastify'; import { withoutSchemas } from '${options}'; fastify(withoutSchemas);`;
  const loaded = loadedBy('--input-type=module', '-e', script);
  expect(loaded.some((url) => url.includes('/node_modules/fastify/'))).toBe(true);
  expect(loaded.filter((url) => url.includes('/node_modules/ajv/'))).toEqual([]);
});
