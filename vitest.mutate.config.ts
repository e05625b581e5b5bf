// What `npm run mutate` runs for each mutant: the tests of the rooms that it mutates, without Postgres.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'test/domain/{money,address}.test.ts',
      'test/upstream/{answers,client,json,outcome,payload,wire}.test.ts',
      'test/config/scrub.test.ts',
    ],
    testTimeout: 30_000,
  },
});
