import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/postgres-server.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'threads',
    maxWorkers: 3,
    isolate: false,
    // What is unchanged need not be compiled again by the next run.
    experimental: { fsModuleCache: true },
  },
});
