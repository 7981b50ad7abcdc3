import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import fields from './contract-fields.json' with { type: 'json' };
import { declaredFields } from './declared-fields.mjs';

test('the fields that check:contracts renames are declared, and the files with expected errors exist', () => {
  const declared = declaredFields((file) => readFileSync(file, 'utf8')).map(({ path }) => path);
  const missing = Object.entries(fields).flatMap(([path, files]) => [
    ...(declared.includes(path) ? [] : [path]),
    ...files.filter((file) => !existsSync(file)),
  ]);
  expect(missing).toEqual([]);
  expect(Object.keys(fields).length).toBeGreaterThanOrEqual(20);
});
