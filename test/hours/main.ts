// `npm run test:hours`: the tests that start no program pass at any hour and in any place. Runs them under libfaketime,
// at hours at which dates and local times are odd. `-- --hour Auckland test/web` runs the files whose paths have that in
// them, at the hours whose names have; `-- --list` names what starts programs, and so is not run. Other flags are
// Vitest's, as `-- -t gaps test/web`.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { readTyped } from '../support/typed.ts';

const ROOT = join(import.meta.dirname, '../..');
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

const { own, files, flags } = readTyped(process.argv.slice(2), {
  list: { type: 'boolean' },
  hour: { type: 'string' },
});
const print = (line: string) => process.stdout.write(`${line}\n`);
const folder = mkdtempSync(join(tmpdir(), 'floatwatch-hours-'));
try {
  process.exitCode = (await runHours(join(folder, 'left-out'))) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}

async function runHours(leftOut: string): Promise<boolean> {
  const library = FOLDERS.map((each) => join(each, LIBRARY)).find(existsSync);
  if (!library) throw new Error('libfaketime is not installed: apt-get install faketime');
  const hours = HOURS.filter(({ name }) => typeof own.hour !== 'string' || name.includes(own.hour));
  if (hours.length === 0)
    throw new Error(`no hour is called ${own.hour}: ${HOURS.map(({ name }) => name).join(', ')}`);
  writeFileSync(leftOut, '');
  const failed: string[] = [];
  for (const hour of hours) {
    print(`\n${hour.name}: ${hour.at}, TZ ${hour.zone}`);
    if (!(await run(library, hour, leftOut))) failed.push(hour.name);
  }
  const foreign = [...new Set(readFileSync(leftOut, 'utf8').split('\n').slice(0, -1))].sort();
  if (own.list) for (const test of foreign) print(`starts a program: ${test}`);
  print(
    `${foreign.length} tests start programs and are not run here${own.list ? '' : ': --list names them'}`,
  );
  const all = hours.length === HOURS.length ? 'every hour' : hours.map(({ name }) => name).join('; ');
  print(failed.length === 0 ? `the others pass at: ${all}` : `others fail at: ${failed.join('; ')}`);
  return failed.length === 0;
}

function run(library: string, { at, zone }: (typeof HOURS)[number], leftOut: string): Promise<boolean> {
  const offset = Math.round((Date.parse(at) - Date.now()) / 1_000);
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.hours.config.ts'];
  const child = spawn(process.execPath, [...vitest, ...flags, ...files], {
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
      FLOATWATCH_HOURS_LEFT_OUT: leftOut,
    },
  });
  const { promise, resolve: end, reject } = Promise.withResolvers<boolean>();
  child.once('error', reject);
  child.once('exit', (code) => end(code === 0));
  return promise;
}
