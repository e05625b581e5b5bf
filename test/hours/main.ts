// `npm run test:hours`: the tests that start no program pass at any hour and in any place. Runs them under libfaketime,
// at hours at which dates and local times are odd. `-- --hour Auckland test/web` runs the files whose paths have that in
// them, at the hours whose names have; `-- --list` names what starts programs, and so is not run. Other flags are
// Vitest's, as `-- -t gaps test/web`.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { readTyped } from '../support/typed.ts';
import { faultsOf, type Hour, readReport } from './report.ts';

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
  process.exitCode = (await runHours()) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}

async function runHours(): Promise<boolean> {
  const library = FOLDERS.map((each) => join(each, LIBRARY)).find(existsSync);
  if (!library) throw new Error('libfaketime is not installed: apt-get install faketime');
  const asked = HOURS.filter(({ name }) => typeof own.hour !== 'string' || name.includes(own.hour));
  if (asked.length === 0)
    throw new Error(`no hour is called ${own.hour}: ${HOURS.map(({ name }) => name).join(', ')}`);
  const hours: Hour[] = [];
  for (const hour of asked) {
    print(`\n${hour.name}: ${hour.at}, TZ ${hour.zone}`);
    const report = join(folder, String(hours.length));
    writeFileSync(report, '');
    const passed = await run(library, hour, report);
    hours.push({ name: hour.name, passed, ...readReport(readFileSync(report, 'utf8')) });
  }
  const leftOut = [...new Set(hours.flatMap((hour) => hour.leftOut))].sort();
  if (own.list) for (const test of leftOut) print(`starts a program: ${test}`);
  const number =
    leftOut.length === 1
      ? '1 test starts a program and is'
      : `${leftOut.length} tests start programs and are`;
  print(`${number} not run here${own.list ? '' : ': --list names them'}`);
  const faults = faultsOf(hours);
  for (const fault of faults) print(fault);
  const where = hours.length === HOURS.length ? 'every hour' : hours.map(({ name }) => name).join('; ');
  const ran = [...new Set(hours.map((hour) => hour.ran))].sort((a, b) => a - b).join(' to ');
  if (faults.length === 0) print(`the others, ${ran}, pass at: ${where}`);
  return faults.length === 0;
}

function run(library: string, { at, zone }: (typeof HOURS)[number], report: string): Promise<boolean> {
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
      FLOATWATCH_HOURS_REPORT: report,
    },
  });
  const { promise, resolve: end, reject } = Promise.withResolvers<boolean>();
  child.once('error', reject);
  child.once('exit', (code) => end(code === 0));
  return promise;
}
