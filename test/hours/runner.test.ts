// The runner of odd hours tells what fails for want of a program from what fails: by small test files of its own.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Reported, readReport } from './report.ts';

const ROOT = join(import.meta.dirname, '../..');

interface Case {
  readonly source: string;
  /** What fails: tests by name; a group or file without a name of its own, as `all`. */
  readonly failed?: readonly string[];
  readonly leftOut?: readonly string[];
  readonly ran: number;
}

const CASES: Readonly<Record<string, Case>> = {
  'a test that starts a program is left out, by its error or what caused it': {
    source: `
      test('starts', start);
      test('caused', () => { try { start(); } catch (cause) { throw new Error('no server', { cause }); } });
      test('all of several', () => Promise.any([1, 2].map(async () => start())));
      test('cleans up', () => { using it = { [Symbol.dispose]() { throw new Error('no such server'); } }; start(); });
      test('expects', () => { expect(start).toThrow('another error'); });
      test('starts nothing', () => {});`,
    leftOut: ['all of several', 'caused', 'cleans up', 'expects', 'starts'],
    ran: 1,
  },
  'what it brings about afterwards is left out with it': {
    source: `
      let server;
      afterEach(() => server.stop());
      test('starts', () => { server = start(); });`,
    leftOut: ['starts'],
    ran: 0,
  },
  'what fails before a program is asked for fails': {
    source: `
      afterEach(start);
      test('is wrong', () => { expect(1).toBe(2); });`,
    failed: ['is wrong'],
    ran: 1,
  },
  'a test that goes on without its program, and fails for another reason': {
    source: `test('is wrong', () => { tryToStart(); expect(1).toBe(2); });`,
    failed: ['is wrong'],
    ran: 1,
  },
  'a test that fails beside one that starts a program': {
    source: `
      test.concurrent('starts', async () => { await pause(5); start(); });
      test.concurrent('goes on', async () => { tryToStart(); await pause(50); });
      test.concurrent('is wrong', async () => { await pause(20); expect(1).toBe(2); });`,
    failed: ['is wrong'],
    leftOut: ['starts'],
    ran: 2,
  },
  'a group whose end fails, after a test that went on without its program': {
    source: `
      describe('group', () => {
        test('goes on', tryToStart);
        afterAll(() => { throw new Error('is wrong'); });
      });`,
    failed: ['all'],
    ran: 1,
  },
  'a group whose beginning starts a program is left out': {
    source: `
      describe('group', () => {
        beforeAll(start);
        test('one', () => {});
        test('two', () => {});
      });`,
    leftOut: ['group > one', 'group > two'],
    ran: 0,
  },
  'of a group whose end starts a program what ran is not left out': {
    source: `
      describe('group', () => {
        afterAll(start);
        test('right', () => {});
        test('wrong', () => { expect(1).toBe(2); });
      });`,
    failed: ['group wrong'],
    ran: 2,
  },
  'a file that starts a program is left out': {
    source: `test('one', () => {}); start();`,
    leftOut: ['all'],
    ran: 0,
  },
  'a file that goes on without its program, and fails for another reason': {
    source: `test('one', () => {}); tryToStart(); throw new Error('is wrong');`,
    failed: ['all'],
    ran: 0,
  },
  'a test that passes in the end': {
    source: `
      let tries = 0;
      test('passes', { retry: 2 }, () => { if (++tries === 1) start(); });
      test('is refused', { retry: 2 }, () => { if (++tries === 3) throw new Error('too slow'); start(); });`,
    leftOut: ['is refused'],
    ran: 1,
  },
};

const HEAD = `
import { execFileSync } from 'node:child_process';
const start = () => execFileSync('true');
const tryToStart = () => { try { start(); } catch {} };
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
`;

interface Json {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

describe('the runner', () => {
  const names = Object.keys(CASES);
  const fileOf = (name: string) => `${names.indexOf(name)}.test.ts`;
  const failed = new Map<string, readonly string[]>();
  let folder: string;
  let reported: Reported;
  let code: unknown;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'floatwatch-runner-'));
    const config = { test: { globals: true, runner: join(ROOT, 'test/hours/runner.ts'), watch: false } };
    writeFileSync(join(folder, 'vitest.config.mjs'), `export default ${JSON.stringify(config)};`);
    for (const name of names) writeFileSync(join(folder, fileOf(name)), `${HEAD}${CASES[name]!.source}\n`);
    const vitest = [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--no-cache'];
    const flags = ['--root', folder, '--reporter=json', '--outputFile', join(folder, 'results.json')];
    const env = { ...process.env, FLOATWATCH_HOURS_REPORT: join(folder, 'report') };
    code = await new Promise((resolve) => {
      execFile(process.execPath, [...vitest, ...flags], { cwd: folder, env }, (error) =>
        resolve(error?.code),
      );
    });
    reported = readReport(readFileSync(join(folder, 'report'), 'utf8'));
    const { testResults } = JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8')) as Json;
    for (const { name, status, assertionResults } of testResults) {
      const tests = assertionResults.filter((each) => each.status === 'failed').map((each) => each.fullName);
      failed.set(name.slice(folder.length + 1), status === 'failed' && tests.length === 0 ? ['all'] : tests);
    }
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each(Object.entries(CASES))('%s', (name, wanted) => {
    const of = (file: string) => `${file}: `;
    const own = reported.leftOut.filter((each) => each.startsWith(of(fileOf(name))));
    expect(own.map((each) => each.slice(of(fileOf(name)).length))).toEqual(wanted.leftOut ?? []);
    expect(failed.get(fileOf(name))).toEqual(wanted.failed ?? []);
  });

  test('counts what ran, and fails', () => {
    expect(reported.ran).toBe(Object.values(CASES).reduce((sum, { ran }) => sum + ran, 0));
    expect(code).toBe(1);
  });
});
