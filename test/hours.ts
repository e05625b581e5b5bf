// `npm run test:hours`: the tests that start no foreign program pass at any hour and in any place. Runs them under
// libfaketime, at hours at which dates and local times are odd. `-- --list` prints which files are left out, and why;
// `-- --hour Auckland test/web` runs the files whose paths have that in them, at the hours whose names have. Other flags are
// Vitest's, as `-- -t gaps test/web`.
import { spawn } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { readTyped } from './support/typed.ts';

const ROOT = join(import.meta.dirname, '..');
const LIBRARY = 'faketime/libfaketimeMT.so.1';
const FOLDERS = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib', '/usr/local/lib'];

const HOURS = [
  { name: 'half past ten in the evening', at: '2026-03-02T22:30:00Z', zone: 'UTC' },
  { name: 'the last of December', at: '2026-12-31T23:30:00Z', zone: 'UTC' },
  { name: 'the 29th of February', at: '2028-02-29T12:00:00Z', zone: 'UTC' },
  { name: 'the hour that is left out in spring', at: '2026-03-29T00:59:50Z', zone: 'Europe/Berlin' },
  { name: 'the hour that comes twice, first', at: '2026-10-25T00:30:00Z', zone: 'Europe/Berlin' },
  { name: 'the hour that comes twice, again', at: '2026-10-25T01:00:10Z', zone: 'Europe/Berlin' },
  { name: 'Auckland', at: '2026-03-02T22:30:00Z', zone: 'Pacific/Auckland' },
  { name: "St John's", at: '2026-03-02T22:30:00Z', zone: 'America/St_Johns' },
];

/** Tests that start no foreign program and are left out all the same: at most thirty. */
const LEFT_OUT: Readonly<Record<string, string>> = {};
const MAX_LEFT_OUT = 30;

/** Who imports one of these starts programs: a shell, a Postgres, a browser. */
const STARTS_PROGRAMS =
  /^(?:node:child_process|playwright-core)$|\/src\/store\/embedded\/embedded\.ts$|\/test\/support\/tools\.ts$/;

const asked = readTyped(process.argv.slice(2), { list: { type: 'boolean' }, hour: { type: 'string' } });
const { list, hour: only } = asked.own;
const files = globSync('test/**/*.test.ts', { cwd: ROOT }).sort();
const foreign = files.filter((file) => startsPrograms(join(ROOT, file)));
const pure = files
  .filter((file) => !foreign.includes(file) && !(file in LEFT_OUT))
  .filter((file) => asked.files.length === 0 || asked.files.some((part) => file.includes(part)));
const print = (line: string) => process.stdout.write(`${line}\n`);

if (list) {
  for (const file of foreign) print(`${file}: starts foreign programs`);
  for (const [file, why] of Object.entries(LEFT_OUT)) print(`${file}: ${why}`);
  print(
    `${pure.length} files are run, ${foreign.length} start foreign programs, ${Object.keys(LEFT_OUT).length} are left out`,
  );
} else process.exitCode = (await runHours()) ? 0 : 1;

async function runHours(): Promise<boolean> {
  const library = FOLDERS.map((folder) => join(folder, LIBRARY)).find(existsSync);
  if (!library) throw new Error('libfaketime is not installed: apt-get install faketime');
  if (Object.keys(LEFT_OUT).length > MAX_LEFT_OUT)
    throw new Error(`more than ${MAX_LEFT_OUT} tests are left out`);
  const hours = HOURS.filter(({ name }) => typeof only !== 'string' || name.includes(only));
  if (hours.length === 0)
    throw new Error(`no hour is called ${only}: ${HOURS.map(({ name }) => name).join(', ')}`);
  if (pure.length === 0) throw new Error('none of these files is run here: --list says why');
  const failed: string[] = [];
  for (const hour of hours) {
    print(`\n${hour.name}: ${hour.at}, TZ ${hour.zone}`);
    if (!(await run(library, hour))) failed.push(hour.name);
  }
  for (const [file, why] of Object.entries(LEFT_OUT)) print(`left out: ${file}: ${why}`);
  print(`${pure.length} files at each hour; ${foreign.length} start foreign programs and are not run here`);
  const all = hours.length === HOURS.length ? 'every hour' : hours.map(({ name }) => name).join('; ');
  print(failed.length === 0 ? `they pass at: ${all}` : `they fail at: ${failed.join('; ')}`);
  return failed.length === 0;
}

function run(library: string, { at, zone }: (typeof HOURS)[number]): Promise<boolean> {
  const offset = Math.round((Date.parse(at) - Date.now()) / 1_000);
  const argv = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config',
    'vitest.hours.config.ts',
    ...asked.flags,
    ...pure,
  ];
  const child = spawn(process.execPath, argv, {
    cwd: ROOT,
    stdio: 'inherit',
    env: {
      ...process.env,
      LD_PRELOAD: library,
      FAKETIME: `${offset < 0 ? '' : '+'}${offset}s`,
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      NO_FAKE_STAT: '1',
      TZ: zone,
      FLOATWATCH_WORLDS: process.env['FLOATWATCH_WORLDS'] ?? String(2 * availableParallelism()),
    },
  });
  const { promise, resolve: end, reject } = Promise.withResolvers<boolean>();
  child.once('error', reject);
  child.once('exit', (code) => end(code === 0));
  return promise;
}

/** Whether the file, or what it imports of the tests, starts programs; what the program itself may start isn't asked. */
function startsPrograms(file: string, seen = new Set<string>()): boolean {
  if (seen.has(file) || !existsSync(file)) return false;
  seen.add(file);
  const text = readFileSync(file, 'utf8');
  for (const [, name = ''] of text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)) {
    const path = name.startsWith('.') ? resolve(dirname(file), name) : name;
    if (STARTS_PROGRAMS.test(path)) return true;
    const isTest = !relative(ROOT, path).startsWith('src') && name.startsWith('.');
    if (isTest && startsPrograms(path, seen)) return true;
  }
  return false;
}
