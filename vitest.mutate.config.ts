// What `npm run mutate` runs for each mutant: the tests of the rooms that it mutates, without Postgres.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'test/domain/{money,address}.test.ts',
      'test/upstream/{answers,client,json,outcome,payload,wire}.test.ts',
      'test/config/scrub.test.ts',
    ],
    // Instrumented code is slow, and tests that say how fast it is have nothing to tell about mutants.
    testNamePattern: /^(?!.*(?:less than 50 ms|does not grow|at once|event loop)).*$/,
    testTimeout: 30_000,
  },
});
