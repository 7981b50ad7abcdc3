import { readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { withFileLock } from '../../../src/cli/config/update-config.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
// Errors get their English from the module that reports them.
import '../../../src/cli/output/error-hints.ts';

async function aLockPath(): Promise<string> {
  return join(await temporaryFolder(), 'config.json.lock');
}

test('sections under one lock never overlap', async () => {
  const path = await aLockPath();
  let running = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, ++running);
    await sleep(3);
    running--;
  };
  await Promise.all(Array.from({ length: 20 }, () => withFileLock(path, work)));
  expect(most).toBe(1);
});

test('the lock is released after the work, also after a failure', async () => {
  const path = await aLockPath();
  expect(await withFileLock(path, async () => 7)).toBe(7);
  const failing = withFileLock(path, () => Promise.reject(new Error('disk')));
  await expect(failing).rejects.toThrow('disk');
  await expect(readFile(path)).rejects.toThrow('ENOENT');
});

test('a lock that is not released is an error that names the file', async () => {
  const path = await aLockPath();
  await writeFile(path, 'another');
  await expect(withFileLock(path, async () => 7, 60)).rejects.toMatchObject({
    message: `another farmctl process has locked ${path}`,
    hint: expect.objectContaining({ text: 'hint.waitOrDeleteLock' }),
    outcome: 'usage',
  });
  expect(await readFile(path, 'utf8')).toBe('another');
});

test('a stale lock is taken over by one process at a time', async () => {
  const path = await aLockPath();
  await writeFile(path, 'of a killed process');
  const longAgo = new Date(Date.now() - 60_000);
  await utimes(path, longAgo, longAgo);
  let running = 0;
  const values: number[] = [];
  const work = async () => {
    values.push(++running);
    await sleep(2);
    running--;
  };
  await Promise.all(Array.from({ length: 10 }, () => withFileLock(path, work)));
  expect(values).toEqual(Array(10).fill(1));
});
