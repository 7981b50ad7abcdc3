import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { namesFolder, rememberNames } from '../../../src/cli/session/known-names.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

async function aMachine() {
  const home = await temporaryFolder();
  const environment = { environment: {}, cwd: home, home };
  const folder = namesFolder(environment);
  return {
    folder,
    see: (path: string, answer: unknown) =>
      rememberNames(environment, [{ path, body: JSON.stringify(answer) }]),
    read: (resource: string) => readFile(join(folder, resource), 'utf8').catch(() => undefined),
  };
}

test('names of rows are stored, the latest first, each once', async () => {
  const machine = await aMachine();
  await machine.see('/v1/platform/barns?limit=50', {
    data: [{ name: 'Barn 1' }, { name: 'לול 2' }],
  });
  await machine.see('/v1/platform/barns', { data: [{ name: 'Barn 3' }, { name: 'Barn 1' }] });
  expect(await machine.read('barns')).toBe('Barn 3\nBarn 1\nלול 2\n');
});

test('a flock is stored by its code, and farms separately for each key', async () => {
  const machine = await aMachine();
  await machine.see('/v1/platform/flocks?status=active', { data: [{ code: 'B1-2611' }] });
  await machine.see('/v1/platform/me', { farms: [{ id: 'farm_1', name: 'North' }] });
  expect(await machine.read('flocks')).toBe('B1-2611\n');
  expect(await machine.read('farms')).toBe('North\n');
});

test.each([
  ['another resource', '/v1/platform/tasks', { data: [{ name: 'x' }] }],
  ['one row', '/v1/platform/barns/barn_1', { name: 'x' }],
  ['no list', '/v1/platform/barns', { data: 'x' }],
])('%s stores nothing', async (_what, path, answer) => {
  const machine = await aMachine();
  await machine.see(path, answer);
  expect(await machine.read('barns')).toBeUndefined();
});

test('hostile names are omitted, and the number is limited', async () => {
  const machine = await aMachine();
  const hostile = ['a\nb', '\u001b[31mred', '\u202etxt', '--yes', 'x'.repeat(121), '', 7];
  const many = Array.from({ length: 600 }, (_, index) => `Barn ${index}`);
  const data = [...hostile, ...many].map((name) => ({ name }));
  await machine.see('/v1/platform/barns', { data });
  const names = (await machine.read('barns'))?.trimEnd().split('\n') ?? [];
  expect(names).toEqual(many.slice(0, 500));
});

test('the file is accessible only to its owner', async () => {
  const machine = await aMachine();
  await machine.see('/v1/platform/barns', { data: [{ name: 'Barn 1' }] });
  expect((await stat(join(machine.folder, 'barns'))).mode & 0o777).toBe(0o600);
});

test('nothing happens if nothing can be stored', async () => {
  const machine = await aMachine();
  await mkdir(join(machine.folder, '..'), { recursive: true });
  await writeFile(machine.folder, 'a file in place of the folder');
  await machine.see('/v1/platform/barns', { data: [{ name: 'Barn 1' }] });
  expect(await machine.read('barns')).toBeUndefined();
});
