import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countDeaths } from '../../../src/farming/vision/bird-counts.ts';
import type { VisionReading } from '../../../src/farming/vision/vision-reading.ts';
import { aReading } from '../../support/a-reading.ts';
import { NOON } from '../../support/a-snapshot.ts';

const HOUR = 3_600_000;
const window = { from: NOON - 24 * HOUR, to: NOON, trackHours: 24 };

const dead = (hoursAgo: number, value: number | null, trackId?: string | number, values = {}) =>
  aReading(hoursAgo, {
    kind: 'mortality',
    value,
    meta: trackId === undefined ? null : { trackId },
    ...values,
  });

test.each([
  ['nothing', [], 0],
  ['birds without numbers', [dead(1, 2), dead(2, 1)], 3],
  ['a reading without a value', [dead(1, null), dead(2, 1)], 1],
  ['a bird seen three times', [dead(1, 1, 7), dead(2, 1, 7), dead(9, 1, 7)], 1],
  ['two birds', [dead(1, 1, 7), dead(2, 1, 8)], 2],
  ['the same number by two cameras', [dead(1, 1, 7), dead(2, 1, 7, { camera: 'device_2' })], 2],
  ['a bird first seen before the period', [dead(1, 1, 7), dead(24.9, 1, 7)], 0],
  ['a bird not seen for just under a day', [dead(1, 1, 7), dead(24.99, 1, 7)], 0],
  ['a number seen again after a day', [dead(1, 1, 7), dead(25, 1, 7)], 1],
  [
    'a dead bird that remains for two days',
    [dead(1, 1, 7), dead(20, 1, 7), dead(40, 1, 7), dead(48, 1, 7)],
    0,
  ],
  ['the start is part of the period, the end is not', [dead(24, 1), dead(0, 1)], 1],
])('%s', (_what, readings, birds) => {
  expect(countDeaths(readings, window)).toBe(birds);
});

const sightings = fc.array(
  fc
    .tuple(
      fc.integer({ min: 0, max: 72 }),
      fc.integer({ min: 0, max: 3 }),
      fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
    )
    .map(([hours, value, track]) => dead(hours, value, track)),
  { maxLength: 30 },
);

test('order and repetition make no difference', () => {
  const both = sightings.chain((readings) =>
    fc.tuple(
      fc.constant(readings),
      fc.shuffledSubarray([...readings], {
        minLength: readings.length,
        maxLength: readings.length,
      }),
    ),
  );
  fc.assert(
    fc.property(both, ([readings, shuffled]: [VisionReading[], VisionReading[]]) => {
      const expected = countDeaths(readings, window);
      expect(countDeaths([...shuffled, ...shuffled.slice(0, 5)], window)).toBe(expected);
    }),
  );
});
