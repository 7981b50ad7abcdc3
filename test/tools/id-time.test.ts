import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createIdFactory, idTime, secureRandom } from '../../src/tools/ids.ts';

test('an id contains the millisecond of its creation', () => {
  const instant = fc.integer({ min: 0, max: 2 ** 43 });
  fc.assert(
    fc.property(instant, (millis) => {
      expect(idTime(createIdFactory(() => millis, secureRandom).create('reading'))).toBe(millis);
    }),
  );
});

test.each([
  'reading_1',
  '',
  'reading_',
  'reading_01KAHD6M7QX',
  'reading_01kahd6m7qxxxxxxxxxxxxxxxx',
])('the id %j contains no time', (id) => {
  expect(idTime(id)).toBeUndefined();
});
