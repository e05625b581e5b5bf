// Vitest's runner at odd hours: no program can be started, and a test that fails for that is left out. So is what a
// group or a file has in it, if the group or the file itself starts one.
import childProcess from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { relative } from 'node:path';
import { type RunnerTask, type RunnerTestSuite, TestRunner } from 'vitest';
import { REFUSED } from './refusal.ts';

const STARTING = ['exec', 'execFile', 'execFileSync', 'execSync', 'fork', 'spawn', 'spawnSync'] as const;

/** Whether the test or hook that is running has asked for a program: it may catch the error, and fail for what it lacks. */
let asked = false;

const refuse = (program: unknown) => {
  asked = true;
  throw new Error(`${program}: ${REFUSED}`);
};
Object.assign(childProcess, Object.fromEntries(STARTING.map((name) => [name, refuse])));
syncBuiltinESMExports();

export default class extends TestRunner {
  override async onBeforeRunTask(test: RunnerTask): Promise<void> {
    asked = false;
    await super.onBeforeRunTask(test);
  }

  override onAfterRunTask(test: RunnerTask): void {
    super.onAfterRunTask(test);
    if (isRefused(test)) leaveOut(test);
  }

  override async onBeforeRunSuite(suite: RunnerTestSuite): Promise<void> {
    if (isRefused(suite)) leaveOut(suite); // while its file was loaded
    asked = false;
    await super.onBeforeRunSuite(suite);
  }

  override async onAfterRunSuite(suite: RunnerTestSuite): Promise<void> {
    await super.onAfterRunSuite(suite);
    if (isRefused(suite)) leaveOut(suite);
  }
}

/** Whether it failed for want of a program; what several wait for together only the first has asked for. */
function isRefused({ result }: RunnerTask): boolean {
  return (result?.errors ?? []).some(({ message }) => asked || message.includes(REFUSED));
}

function leaveOut(task: RunnerTask): void {
  task.mode = 'skip';
  task.result = { state: 'skip' };
  const names = namesIn(task).map((name) => `${relative(process.cwd(), task.file.filepath)}: ${name}\n`);
  appendFileSync(process.env['FLOATWATCH_HOURS_LEFT_OUT'] as string, names.join(''));
}

/** The tests of a group; of a file that could not be loaded, itself. */
function namesIn(task: RunnerTask): readonly string[] {
  if (task.type === 'test') return [task.fullTestName];
  const tests = task.tasks.flatMap(namesIn);
  return tests.length > 0 ? tests : ['all'];
}
