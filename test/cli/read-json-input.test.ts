import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { readJsonInput } from '../../src/cli/input/read-input.ts';
import { createFakeIo } from '../support/fake-io.ts';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farmctl-input-'));
  await writeFile(join(folder, 'flock.json'), '\ufeff{"code":"B1"}');
  await writeFile(join(folder, 'broken.json'), '{"code":');
});

test('a file is relative to the working folder', async () => {
  const io = { ...createFakeIo(), cwd: folder };
  expect(await readJsonInput('flock.json', io)).toEqual({ code: 'B1' });
});

test('- is standard input', async () => {
  expect(await readJsonInput('-', createFakeIo({ stdin: '[1, 2]' }))).toEqual([1, 2]);
});

test.each([
  ['broken.json', /^--input: broken\.json is not JSON: /],
  ['missing.json', /^--input: missing\.json cannot be read: ENOENT/],
])('%s is a usage error', async (path, message) => {
  const read = readJsonInput(path, { ...createFakeIo(), cwd: folder });
  await expect(read).rejects.toMatchObject({
    outcome: 'usage',
    message: expect.stringMatching(message),
  });
});

test('empty standard input is a usage error', async () => {
  await expect(readJsonInput('-', createFakeIo())).rejects.toThrow(
    /^--input: standard input is not JSON: /,
  );
});

test('more than 2 MiB of standard input are rejected', async () => {
  const stdin = `"${'x'.repeat(2 * 1024 * 1024)}"`;
  await expect(readJsonInput('-', createFakeIo({ stdin }))).rejects.toThrow(
    '--input: more than 2097152 bytes',
  );
});
