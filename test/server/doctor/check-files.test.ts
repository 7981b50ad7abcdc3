import { expect, test } from 'vitest';
import { checkFiles } from '../../../src/server/doctor/content-checks.ts';

const WHOLE = { files: 2, bytes: 2_500_000, broken: [], missing: [] };

test('files that are whole are counted', () => {
  expect(checkFiles(WHOLE)).toMatchObject({
    check: 'files',
    state: 'ok',
    finding: expect.stringMatching(/^2 files are kept, 2\.\d MB$/),
  });
});

test.each([
  [{ ...WHOLE, broken: ['media_1'] }, 'not all of media_1 is there'],
  [
    { ...WHOLE, missing: ['media_2', 'media_3'] },
    'media_2, media_3 tell of files that are not there',
  ],
])('what is not there is told, and how it comes back', (faults, told) => {
  const { state, finding, whatToDo } = checkFiles(faults);
  expect([state, finding, whatToDo]).toEqual([
    'failed',
    expect.stringContaining(told),
    expect.stringContaining('farmctl restore'),
  ]);
});
