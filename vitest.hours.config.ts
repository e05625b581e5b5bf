// What `npm run test:hours` runs: tests that need no Postgres, at an hour that libfaketime makes up.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    tags: [{ name: 'timed', skip: true }],
    testTimeout: 300_000,
    expect: { poll: { timeout: 45_000 } },
    hookTimeout: 300_000,
  },
});
