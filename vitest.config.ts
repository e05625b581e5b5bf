import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/postgres-setup.ts'],
    maxWorkers: Math.max(2, availableParallelism() - 1), // most of the time is waiting for real programs
    testTimeout: 120_000, // of a busy machine: no test waits for so long where all is well
    expect: { poll: { timeout: 45_000 } },
    tags: [{ name: 'timed', description: 'says how fast something is' }],
    hookTimeout: 120_000,
  },
});
