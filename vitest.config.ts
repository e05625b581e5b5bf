import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/postgres-setup.ts'],
    testTimeout: 30_000,
    retry: 1, // machines are shared: what is about real time may be held up once, and no test twice
    hookTimeout: 60_000,
  },
});
