import { describe, expect, test } from 'vitest';
import { checkJq, runJq } from '../../../src/cli/output/print-output.ts';

describe('a filter is validated without being run', () => {
  test.each(['.', '.[] | select(.a > 1)', 'repeat(1)', 'error("x")', '. # comment', 'input'])(
    '%s is valid',
    async (filter) => {
      await checkJq(filter);
    },
  );

  test.each(['.[', '| .', 'nosuch(1)', '$unknown', 'import "x" as $x; .'])(
    '%s is invalid',
    async (filter) => {
      await expect(checkJq(filter)).rejects.toMatchObject({
        outcome: 'usage',
        message: expect.stringMatching(/^--jq: \S/),
      });
    },
  );

  test('the message has the position of the error', async () => {
    await expect(checkJq('.[')).rejects.toThrow(
      '--jq: syntax error, unexpected end of file, in line 1, column 2',
    );
  });
});

test.each([
  ['.', { a: [1, 'x'] }, ['{"a":[1,"x"]}']],
  ['.[]', [' a ', 'b\nc', ''], ['" a "', '"b\\nc"', '""']],
  ['empty', null, []],
  ['.a', {}, ['null']],
])('%s on %j', async (filter, value, results) => {
  expect(await runJq(filter, value)).toEqual(results);
});

test('an error after the first result gives no result', async () => {
  await expect(runJq('.[] | tonumber', ['1', 'x'])).rejects.toMatchObject({ outcome: 'usage' });
});

test('the time for a document of a megabyte is linear', async () => {
  const rows = Array.from({ length: 8000 }, (_, index) => ({ index, text: 'y'.repeat(100) }));
  expect(await runJq('length', rows)).toEqual(['8000']);
}, 5000);
