import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseDuration } from '../../../src/cli/core/time.ts';

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
  '"%s" is invalid',
  (text) => {
    expect(parseDuration(text)).toBeUndefined();
  },
);

test('any text is a duration of at most a day, or invalid', () => {
  const typed = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'0123456789.msh') }));
  fc.assert(
    fc.property(typed, (text) => {
      const millis = parseDuration(text) ?? 0;
      expect(Number.isInteger(millis) && millis >= 0 && millis <= 86_400_000).toBe(true);
    }),
  );
});
