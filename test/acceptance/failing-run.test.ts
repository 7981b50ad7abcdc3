import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const PROJECT = join(import.meta.dirname, '../..');
const VITEST = join(PROJECT, 'node_modules/vitest/vitest.mjs');
const CONFIG = join(PROJECT, 'test/data/failing-run/vitest.config.ts');

test('a run with a failed test ends with an exit status other than 0', async () => {
  const child = spawn(process.execPath, [VITEST, 'run', '--config', CONFIG], { cwd: PROJECT });
  let printed = '';
  child.stdout.on('data', (chunk) => {
    printed += chunk;
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect(printed).toMatch(/1 failed/);
  expect(code).toBe(1);
});
