// What `npm run test:hours` runs: all tests, at an hour that libfaketime makes up. Its runner starts no program.
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    runner: 'test/hours/runner.ts',
    maxWorkers: availableParallelism() + 1, // as in vitest.config.ts
    tags: [{ name: 'timed', retry: 2 }],
    testTimeout: 300_000,
    expect: { poll: { timeout: 45_000 } },
    hookTimeout: 300_000,
  },
});
