import { execFileSync } from 'node:child_process';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  claimDatabase,
  findServer,
  releaseDatabase,
  requireUnclaimed,
} from '../../src/server/server-file.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const BASE = 'http://127.0.0.1:4040';

/** The id of a process that has ended. */
function endedProcess(): number {
  return Number(execFileSync(process.execPath, ['-p', 'process.pid'], { encoding: 'utf8' }));
}

test('a folder nobody serves has no server', async () => {
  const folder = await temporaryFolder();
  expect(findServer(folder)).toBeUndefined();
  expect(findServer(join(folder, 'nowhere'))).toBeUndefined();
  expect(() => requireUnclaimed(folder)).not.toThrow();
});

test('a claimed folder tells who serves it, to its owner only', async () => {
  const folder = await temporaryFolder();
  claimDatabase(folder, BASE);
  expect(findServer(folder)).toEqual({ pid: process.pid, baseUrl: BASE });
  expect((await stat(join(folder, 'server.json'))).mode & 0o777).toBe(0o600);
});

test('a folder is claimed once, and free again when it is let go', async () => {
  const folder = await temporaryFolder();
  claimDatabase(folder, BASE);
  expect(() => claimDatabase(folder, 'http://127.0.0.1:5050')).toThrow(
    `${folder} is already served by process ${process.pid} at ${BASE}; stop it first or choose another --data`,
  );
  expect(findServer(folder)?.baseUrl).toBe(BASE);
  releaseDatabase(folder);
  expect(await readdir(folder)).toEqual([]);
  claimDatabase(folder, 'http://127.0.0.1:5050');
  expect(findServer(folder)?.baseUrl).toBe('http://127.0.0.1:5050');
});

test('letting go of what nobody holds is no error', async () => {
  const folder = await temporaryFolder();
  expect(() => releaseDatabase(folder)).not.toThrow();
});

describe('a note that means nothing does not stand in the way', () => {
  test.each([
    ['of a process that has ended', () => JSON.stringify({ pid: endedProcess(), baseUrl: BASE })],
    [
      'of an earlier process with the same id, as in a container',
      () => JSON.stringify({ pid: process.pid, baseUrl: BASE }),
    ],
    ['that was cut off', () => '{"pid":'],
    ['that is empty', () => ''],
    ['of no process', () => '{}'],
    ['of a process called by name', () => JSON.stringify({ pid: 'farmctl', baseUrl: BASE })],
    ['of no process group', () => JSON.stringify({ pid: 0, baseUrl: BASE })],
    ['of every process', () => JSON.stringify({ pid: -1, baseUrl: BASE })],
    ['without an address', () => JSON.stringify({ pid: process.pid })],
    ['that is no object', () => 'null'],
  ])('%s', async (_, content) => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'server.json'), content());
    expect(findServer(folder)).toBeUndefined();
    claimDatabase(folder, BASE);
    const note = JSON.parse(await readFile(join(folder, 'server.json'), 'utf8'));
    expect(note).toEqual({ pid: process.pid, baseUrl: BASE });
  });
});
