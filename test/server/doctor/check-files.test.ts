import { expect, test } from 'vitest';
import { checkFiles } from '../../../src/server/doctor/content-checks.ts';

const WHOLE = { files: 2, bytes: 2_500_000, broken: [], missing: [] };

test('intact files are counted', () => {
  expect(checkFiles(WHOLE)).toMatchObject({
    check: 'files',
    state: 'ok',
    finding: expect.stringMatching(/^2 files, 2\.\d MB$/),
  });
});

test.each([
  [{ ...WHOLE, broken: ['media_1'] }, 'media_1 is incomplete'],
  [{ ...WHOLE, missing: ['media_2', 'media_3'] }, 'media_2, media_3 refer to missing files'],
])('missing files are reported, with how to restore them', (faults, expected) => {
  const { state, finding, whatToDo } = checkFiles(faults);
  expect([state, finding, whatToDo]).toEqual([
    'failed',
    expect.stringContaining(expected),
    expect.stringContaining('farmctl restore'),
  ]);
});
