// A vitest that stays, in a room: started once, it runs the tests that it is told to, and says what came of each file.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createVitest, type Reporter } from 'vitest/node';

/** What is asked of it: to run test files one after the other. */
export interface Order {
  readonly tests: readonly string[];
  /** Files that were written since it last ran tests. */
  readonly changed: readonly string[];
  /** Whether the first failure ends the run. */
  readonly bails: boolean;
}

export interface Ran {
  /** Whether all passed, and nothing else went wrong. */
  readonly passed: boolean;
  /** Each test file that was run, in their order. */
  readonly files: readonly FileRan[];
}

export interface FileRan {
  readonly test: string;
  readonly passed: boolean;
  readonly ms: number;
  /** The numbers of the probes that it reached (./probes.ts). */
  readonly reached: readonly number[];
}

/** Where probes of a room write. */
export const recordOf = (room: string): string => join(room, 'reached');

async function main(room: string): Promise<void> {
  const record = recordOf(room);
  let files: FileRan[] = [];
  let startedAt = 0;
  let bails = false;
  let broken: string | undefined; // where a run was ended: it may end without a word of that file
  const reporter: Reporter = {
    onTestModuleQueued() {
      startedAt = performance.now();
    },
    onTestCaseResult(testCase) {
      if (!bails || testCase.result().state !== 'failed') return;
      broken ??= relative(room, testCase.module.moduleId);
      void vitest.cancelCurrentRun('test-failure');
    },
    onTestModuleEnd(module) {
      const passed = module.ok();
      const ms = performance.now() - startedAt;
      files.push({ test: relative(room, module.moduleId), passed, ms, reached: reachedSince() });
      if (bails && !passed) void vitest.cancelCurrentRun('test-failure');
    },
  };
  const vitest = await createVitest('test', {
    root: room,
    watch: false,
    maxWorkers: 1,
    reporters: [reporter],
  });
  await vitest.standalone();
  process.on('message', (order: Order) => void obey(order));
  process.on('disconnect', () => void end().finally(() => process.exit()));

  async function obey({ tests, changed, ...order }: Order): Promise<void> {
    files = [];
    broken = undefined;
    bails = order.bails;
    for (const file of changed) vitest.invalidateFile(join(room, file));
    const project = vitest.getRootProject();
    const { unhandledErrors } = await vitest.runTestSpecifications(
      tests.map((test) => project.createSpecification(join(room, test))),
    );
    if (broken !== undefined && !files.some(({ test }) => test === broken))
      files.push({ test: broken, passed: false, ms: 0, reached: [] });
    const passed =
      unhandledErrors.length === 0 && files.length === tests.length && files.every((file) => file.passed);
    process.send!({ passed, files } satisfies Ran);
  }

  async function end(): Promise<void> {
    await vitest.cancelCurrentRun('keyboard-input');
    await vitest.close();
  }

  function reachedSince(): number[] {
    if (!existsSync(record)) return [];
    const lines = readFileSync(record, 'utf8').split('\n');
    rmSync(record);
    return [...new Set(lines.filter((line) => line !== '').map(Number))];
  }
}

if (import.meta.main) await main(process.cwd());
