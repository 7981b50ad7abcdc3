import { defineConfig } from 'vitest/config';
import { tableLibrary } from './table-library.config.mjs';
import { LongestFirst, RandomOrder } from './test-order.config.ts';
import { textFiles } from './text-files.config.mjs';

const seed = process.env['TEST_ORDER_SEED'];

export default defineConfig({
  plugins: [tableLibrary, textFiles],
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/postgres-server.ts'],
    setupFiles: ['test/support/english-errors.ts'],
    // Time limits end a test that hangs. They leave room for a machine whose cores are busy.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 20_000 } },
    // Processes, not threads: to start a program copies the page tables of the process that starts it,
    // and one process with all tests is three times as large.
    pool: 'forks',
    // One more than a small machine has cores: tests that wait for programs leave room for others. Each
    // further process compiles everything again, and all of them get slower.
    maxWorkers: 3,
    isolate: false,
    // A seed shuffles the files: TEST_ORDER_SEED=7 npm test
    sequence: seed ? { sequencer: RandomOrder, seed: Number(seed) } : { sequencer: LongestFirst },
    // Collecting garbage takes half of the time with a large space for young objects.
    execArgv: ['--max-semi-space-size=64'],
    // What is unchanged need not be compiled again by the next run.
    experimental: { fsModuleCache: true },
  },
});
