// Vitest's runner at odd hours: no program can be started, and a test that fails for that is left out. So is what a
// group or a file has in it, if the group or the file itself needs one. It reports what it left out, and how many tests
// ran, to the file that FLOATWATCH_HOURS_REPORT names, if any.
import childProcess from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { relative } from 'node:path';
import { type RunnerTask, type RunnerTestSuite, TestRunner } from 'vitest';
import { isRefusal, REFUSED } from './refusal.ts';
import type { Reported } from './report.ts';

const STARTING = ['exec', 'execFile', 'execFileSync', 'execSync', 'fork', 'spawn', 'spawnSync'] as const;

const refuse = (program: unknown) => {
  throw new Error(`${program}: ${REFUSED}`);
};
Object.assign(childProcess, Object.fromEntries(STARTING.map((name) => [name, refuse])));
syncBuiltinESMExports();

export default class extends TestRunner {
  override onAfterRunTask(test: RunnerTask): void {
    super.onAfterRunTask(test);
    if (isRefused(test)) leaveOut(test);
    else if (hasRun(test)) report({ ran: 1 });
  }

  override async onBeforeRunSuite(suite: RunnerTestSuite): Promise<void> {
    if (isRefused(suite)) leaveOut(suite); // while its file was loaded
    await super.onBeforeRunSuite(suite);
  }

  override async onAfterRunSuite(suite: RunnerTestSuite): Promise<void> {
    await super.onAfterRunSuite(suite);
    if (isRefused(suite)) leaveOut(suite);
  }
}

/**
 * Whether it failed for want of a program: by its first error, of its last try. What fails after that may be a consequence;
 * what fails before it fails at this hour. A test that catches the refusal keeps it as the cause, or says `needPrograms`.
 */
function isRefused({ result }: RunnerTask): boolean {
  const errors = result?.attempts?.at(-1)?.errors ?? result?.errors;
  return result?.state === 'fail' && isRefusal(errors?.[0]);
}

function hasRun({ result }: RunnerTask): boolean {
  return result?.state === 'pass' || result?.state === 'fail';
}

function leaveOut(task: RunnerTask): void {
  const leftOut = namesIn(task).map((name) => `${relative(process.cwd(), task.file.filepath)}: ${name}`);
  task.mode = 'skip';
  task.result = { state: 'skip' };
  report({ leftOut });
}

/** The tests of a group that did not run; of a file that could not be loaded, itself. */
function namesIn(task: RunnerTask): readonly string[] {
  if (task.type === 'test') return [task.fullTestName];
  if (task.tasks.length === 0) return ['all'];
  return task.tasks.filter((each) => each.type === 'suite' || !hasRun(each)).flatMap(namesIn);
}

function report(line: Partial<Reported>): void {
  const file = process.env['FLOATWATCH_HOURS_REPORT'];
  if (file) appendFileSync(file, `${JSON.stringify(line)}\n`);
}
