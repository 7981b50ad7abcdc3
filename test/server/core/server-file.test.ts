import { execFileSync } from 'node:child_process';
import { readdir, readFile, rename, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  claimDatabase,
  findServer,
  lockDatabase,
  releaseDatabase,
} from '../../../src/server/core/server-file.ts';
import { UnusableDatabase } from '../../../src/storage/core/errors.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const BASE = 'http://127.0.0.1:4040';

/** A folder that is released when the test ends. */
async function aFolder(): Promise<string> {
  const folder = await temporaryFolder();
  onTestFinished(() => releaseDatabase(folder));
  return folder;
}

async function claim(folder: string, baseUrl = BASE): Promise<void> {
  await lockDatabase(folder);
  claimDatabase(folder, baseUrl);
}

/** The id of a process that has ended. */
function endedProcess(): number {
  return Number(execFileSync(process.execPath, ['-p', 'process.pid'], { encoding: 'utf8' }));
}

test('an unused folder has no server', async () => {
  const folder = await temporaryFolder();
  expect(findServer(folder)).toBeUndefined();
  expect(findServer(join(folder, 'nowhere'))).toBeUndefined();
});

test('a claimed folder reports its server, to its owner only', async () => {
  const folder = await aFolder();
  await claim(folder);
  expect(findServer(folder)).toEqual({ pid: process.pid, baseUrl: BASE });
  for (const file of ['server.json', 'server.lock']) {
    expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600);
  }
});

test('a folder is claimed once, and available again after its release', async () => {
  const folder = await aFolder();
  await claim(folder);
  await expect(lockDatabase(folder)).rejects.toThrow(
    `${folder} is already served by process ${process.pid} at ${BASE}: stop it first, or choose another --data`,
  );
  expect(findServer(folder)?.baseUrl).toBe(BASE);
  releaseDatabase(folder);
  expect(await readdir(folder)).toEqual([]);
  await claim(folder, 'http://127.0.0.1:5050');
  expect(findServer(folder)?.baseUrl).toBe('http://127.0.0.1:5050');
});

test('a folder that is claimed but not served yet is reported as such', async () => {
  const folder = await aFolder();
  await lockDatabase(folder);
  expect(findServer(folder)).toBeUndefined();
  await expect(lockDatabase(folder)).rejects.toThrow(
    'is already served by a server that is starting',
  );
});

test('a folder locked by a restore is reported as such, until it has ended', async () => {
  const folder = await aFolder();
  await lockDatabase(folder, 'restore');
  expect(findServer(folder)).toBeUndefined();
  await expect(lockDatabase(folder)).rejects.toThrow(
    `a restore into ${folder} is running: wait until it has ended, then try again`,
  );
  releaseDatabase(folder);
  expect(await readdir(folder)).toEqual([]);
  await lockDatabase(folder);
  await expect(lockDatabase(folder)).rejects.toThrow('a server that is starting');
  releaseDatabase(folder);
});

test('different paths to a folder are the same folder', async () => {
  const folder = await aFolder();
  const link = join(await temporaryFolder(), 'link');
  await symlink(folder, link);
  await claim(link);
  await expect(lockDatabase(folder)).rejects.toThrow(UnusableDatabase);
  expect(findServer(folder)).toEqual({ pid: process.pid, baseUrl: BASE });
  releaseDatabase(folder);
  expect(await readdir(folder)).toEqual([]);
});

test('exactly one of many concurrent claims of a folder succeeds', async () => {
  const folder = await aFolder();
  for (let round = 0; round < 5; round++) {
    const all = await Promise.allSettled(Array.from({ length: 8 }, () => lockDatabase(folder)));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    releaseDatabase(folder);
  }
});

test('a lock file that was moved away does not block other processes', async () => {
  const folder = await aFolder();
  await claim(folder);
  await rename(join(folder, 'server.lock'), join(folder, 'moved'));
  await expect(lockDatabase(folder)).resolves.toBeUndefined();
});

test('releasing a lock that is not held is not an error', async () => {
  const folder = await temporaryFolder();
  expect(() => releaseDatabase(folder)).not.toThrow();
});

describe('an invalid lock file is ignored', () => {
  test.each([
    ['of a process that has ended', () => JSON.stringify({ pid: endedProcess(), baseUrl: BASE })],
    [
      'of an earlier process with the same id, as in a container',
      () => JSON.stringify({ pid: process.pid, baseUrl: BASE }),
    ],
    ['that was truncated', () => '{"pid":'],
    ['that is empty', () => ''],
    ['of no process', () => '{}'],
    ['of a process given by name', () => JSON.stringify({ pid: 'farmctl', baseUrl: BASE })],
    ['of no process group', () => JSON.stringify({ pid: 0, baseUrl: BASE })],
    ['of every process', () => JSON.stringify({ pid: -1, baseUrl: BASE })],
    ['without an address', () => JSON.stringify({ pid: process.pid })],
    ['that is not an object', () => 'null'],
  ])('%s', async (_, content) => {
    const folder = await aFolder();
    await writeFile(join(folder, 'server.json'), content());
    expect(findServer(folder)).toBeUndefined();
    await claim(folder);
    const note = JSON.parse(await readFile(join(folder, 'server.json'), 'utf8'));
    expect(note).toEqual({ pid: process.pid, baseUrl: BASE });
  });
});

test('the lock file of another live process does not prevent a claim of an unused folder', async () => {
  const folder = await aFolder();
  await writeFile(
    join(folder, 'server.json'),
    JSON.stringify({ pid: process.ppid, baseUrl: BASE }),
  );
  await claim(folder);
  expect(findServer(folder)?.pid).toBe(process.pid);
});
