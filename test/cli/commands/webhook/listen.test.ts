import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runProgram } from '../../../support/run-program.ts';

const PAGE = join(import.meta.dirname, '../../../../redocly.yaml');
const TO = ['--forward-to', 'http://127.0.0.1:3000/hooks'];

test.each([
  [[], '--forward-to is missing'],
  [['--forward-to', 'localhost:3000'], 'must begin with http:// or https://'],
  [[...TO, '--events', 'alert.critcal'], 'did you mean alert.critical?'],
  [[...TO, '--secret-file', PAGE], '--secret-file contains no secret'],
  [[...TO, '--secret-file', '/nowhere/secret'], 'cannot be read'],
  [[...TO, '-o', 'json'], '-o jsonl'],
])('webhook listen %j exits with 2, and nothing is sent', async (argv, text) => {
  const { code, stdout, stderr } = await runProgram(['webhook', 'listen', ...argv]);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(text);
});
