import { defineConfig } from 'vitest/config';
import suite from '../../../vitest.config.ts';

/** A run of one test, which fails, with the global set-up of the suite. */
export default defineConfig({
  plugins: suite.plugins ?? [],
  test: {
    root: import.meta.dirname,
    include: ['fails.ts'],
    globalSetup: ['../../support/postgres-server.ts'],
  },
});
