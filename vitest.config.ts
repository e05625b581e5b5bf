import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/postgres-setup.ts'],
    maxWorkers: Math.max(2, availableParallelism() - 1), // most of the time is waiting for real programs
    testTimeout: 30_000,
    expect: { poll: { timeout: 25_000 } },
    tags: [{ name: 'timed', description: 'says how fast something is' }],
    hookTimeout: 60_000,
  },
});
