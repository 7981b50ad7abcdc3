import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';

const PROJECT = join(import.meta.dirname, '../..');

/** Files of a folder with their code, comments left out. */
async function codeOf(folder: string): Promise<readonly (readonly [file: string, code: string])[]> {
  const entries = await readdir(join(PROJECT, folder), { recursive: true, withFileTypes: true });
  const files = entries.filter(({ name }) => /\.[jt]s$/.test(name));
  return Promise.all(
    files.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name);
      const text = await readFile(path, 'utf8');
      const code = text.replaceAll(/^\s*(\/\*\*?|\*|\/\/).*$/gm, '');
      return [relative(PROJECT, path), code] as const;
    }),
  );
}

/** Files that contain a text, as a set of names. */
function filesWith(files: readonly (readonly [string, string])[], pattern: RegExp) {
  return files.filter(([, code]) => pattern.test(code)).map(([file]) => file);
}

const PROCESS = /\bprocess(\?\.|\.[a-z]|\[)|\bprocess[,;)]|['"](node:)?process['"]/;

test('law 1: of the command line only io.ts touches the process', async () => {
  expect(filesWith(await codeOf('src/cli'), PROCESS)).toEqual(['src/cli/core/io.ts']);
});

test('law 1: nothing is written past it', async () => {
  const files = [...(await codeOf('src/cli')), ...(await codeOf('src/client'))];
  expect(filesWith(files, /\bconsole\s*\.|\bwriteSync\s*\(|['"]\/dev\/(std|tty)/)).toEqual([]);
});

test('law 1: no code ends the process before its output is flushed', async () => {
  const files = [...(await codeOf('src')), ...(await codeOf('bin'))];
  expect(filesWith(files, /\bprocess\.(exit|abort|reallyExit)\(/)).toEqual([]);
});
