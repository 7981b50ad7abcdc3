import { expect, test } from 'vitest';
import { parseDuration } from '../../../src/cli/config/duration.ts';

test.each([
  ['500ms', 500],
  ['30s', 30_000],
  ['30', 30_000],
  ['1.5s', 1500],
  ['2m', 120_000],
  ['24h', 86_400_000],
  ['0', 0],
])('%s is %i milliseconds', (text, millis) => {
  expect(parseDuration(text)).toBe(millis);
});

test.each(['', 's', '-1s', '1d', '25h', '1e3', ' 1s', '1 s', 'NaN', '30S'])(
  '"%s" is no time',
  (text) => {
    expect(parseDuration(text)).toBeUndefined();
  },
);
