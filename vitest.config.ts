import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes long though its file is short: begun last, it would run alone when all else is done. */
const LONG = [
  'test/e2e/',
  'test/docs/',
  'test/simulation/',
  'test/web/prometheus',
  'test/store/spool/spool-kill',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((room) => moduleId.includes(room));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/postgres-setup.ts'],
    maxWorkers: availableParallelism() + 1, // much of the time is waiting for real programs
    sequence: { sequencer: LongestFirst },
    testTimeout: 120_000, // of a busy machine: no test waits for so long where all is well
    expect: { poll: { timeout: 45_000 } },
    // Whatever else the machine does makes it slower, never faster: such a test fails if it does so each time.
    tags: [{ name: 'timed', description: 'says how fast something is, or waits for seconds', retry: 2 }],
    hookTimeout: 120_000,
  },
});
