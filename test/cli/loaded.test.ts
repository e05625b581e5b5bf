// A command loads what it needs and no more: it starts fast, and what is broken elsewhere can't break it.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

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

function loadedBy(...words: readonly string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'floatwatch-test-'));
  try {
    const list = join(folder, 'loaded');
    execFileSync(process.execPath, ['--import', HOOK, BIN, ...words], {
      env: { ...process.env, LOADED: list },
    });
    return readFileSync(list, 'utf8').split('\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

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
  const loaded = loadedBy(command, '--help');
  expect(loaded.some((url) => url.endsWith(`/cli/commands/${command}.ts`))).toBe(true);
  expect(
    loaded.filter((url) =>
      /\/src\/(app\/app|web\/(server|pages|api|html)|metrics\/metrics)|node_modules\/fastify\//.test(url),
    ),
  ).toEqual([]);
});

test.for(['check-config', 'rules', 'schema'])('%s loads no database', (command) => {
  expect(loadedBy(command, '--help').filter((url) => /\/src\/store\/|node_modules\/pg\//.test(url))).toEqual(
    [],
  );
});

test('the version loads no command', () => {
  expect(loadedBy('--version').filter((url) => url.includes('/cli/commands/'))).toEqual([]);
});

test('run loads all of it', () => {
  expect(loadedBy('run', '--help').some((url) => url.endsWith('/app/app.ts'))).toBe(true);
});
