import { execFile } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import module from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ARGV = ['bin/farmctl.js', 'flocks', 'list', '--help'];

/** The output of the command, with this folder as the home. */
async function runIn(home: string, environment: NodeJS.ProcessEnv = {}): Promise<string> {
  const env = { HOME: home, ...environment };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ARGV, { env });
  expect(stderr).toBe('');
  expect(stdout).toContain('Usage: farmctl flocks list');
  return stdout;
}

function folderIn(home: string): string {
  return join(home, '.cache/farmctl/compiled');
}

/** Later versions of Node store it in separate files. */
const isOurs = !('enableCompileCache' in module);

test.runIf(isOurs)('compiled code is cached, for the user only', async () => {
  const home = await temporaryFolder();
  const first = await runIn(home);
  const folder = folderIn(home);
  expect((await readdir(folder)).sort()).toEqual([
    `resource-${process.version}`,
    `start-${process.version}`,
  ]);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect((await stat(join(folder, `start-${process.version}`))).mode & 0o777).toBe(0o600);
  expect(await runIn(home)).toBe(first);
});

test.runIf(isOurs)('code loaded by a service is cached as well', async () => {
  const home = await temporaryFolder();
  const argv = ['bin/farmctl.js', 'init', '--farm-name', 'North', '--yes'];
  await promisify(execFile)(process.execPath, argv, { env: { HOME: home } });
  expect(await readdir(folderIn(home))).toEqual(
    expect.arrayContaining([
      `compose-service-${process.version}`,
      `create-runtime-${process.version}`,
    ]),
  );
});

test.runIf(isOurs)('after eight commands nothing is written any more', async () => {
  const home = await temporaryFolder();
  for (let run = 0; run < 8; run++) await runIn(home);
  const stored = join(folderIn(home), `start-${process.version}`);
  const before = await stat(stored);
  await runIn(home);
  expect((await stat(stored)).ino).toBe(before.ino);
});

test.runIf(isOurs).each([
  [
    'damaged in the middle',
    (file: Buffer) => file.fill(0xff, file.length / 2, file.length / 2 + 64),
  ],
  ['cut', (file: Buffer) => file.subarray(0, file.length / 3)],
  ['empty', () => Buffer.alloc(0)],
  ['of another program', () => Buffer.from('#!/bin/sh')],
])('a cached file that is %s is replaced', async (_name, spoil) => {
  const home = await temporaryFolder();
  const first = await runIn(home);
  const path = join(folderIn(home), `start-${process.version}`);
  const spoiled = spoil(await readFile(path));
  await writeFile(path, spoiled);
  expect(await runIn(home)).toBe(first);
  expect((await stat(path)).size).toBeGreaterThan(spoiled.length / 2);
  expect((await readFile(path)).equals(spoiled)).toBe(false);
});

test.skipIf(process.platform === 'win32')('a folder writable by others is not used', async () => {
  const home = await temporaryFolder();
  await mkdir(folderIn(home), { recursive: true });
  await chmod(folderIn(home), 0o777);
  await runIn(home);
  expect(await readdir(folderIn(home))).toEqual([]);
});

test('NODE_DISABLE_COMPILE_CACHE disables the cache', async () => {
  const home = await temporaryFolder();
  await runIn(home, { NODE_DISABLE_COMPILE_CACHE: '1' });
  expect(await readdir(home)).toEqual([]);
});

test('XDG_CACHE_HOME determines the folder', async () => {
  const home = await temporaryFolder();
  await runIn(home, { XDG_CACHE_HOME: join(home, 'elsewhere') });
  expect(await readdir(home)).toEqual(['elsewhere']);
});

test('a missing home folder is not created', async () => {
  const home = await temporaryFolder();
  const elsewhere = join(await temporaryFolder(), 'elsewhere');
  await rm(home, { recursive: true });
  await runIn(home);
  await runIn(home, { XDG_CACHE_HOME: elsewhere });
  await expect(stat(home)).rejects.toThrow('ENOENT');
  expect(await readdir(elsewhere)).toEqual(['farmctl']);
});
