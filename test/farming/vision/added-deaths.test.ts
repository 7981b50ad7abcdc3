import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addedDeaths, countDeaths } from '../../../src/farming/vision/bird-counts.ts';
import { aReading } from '../../support/a-reading.ts';

const TRACK_HOURS = 24;
const ALWAYS = {
  from: Number.NEGATIVE_INFINITY,
  to: Number.POSITIVE_INFINITY,
  trackHours: TRACK_HOURS,
};

const dead = (hoursAgo: number, value: number | null, trackId?: number) =>
  aReading(hoursAgo, {
    kind: 'mortality',
    value,
    meta: trackId === undefined ? null : { trackId },
  });

test.each([
  ['a bird without a number', [dead(1, 1)], [dead(2, 1)], 1],
  ['a bird that was seen before', [dead(1, 1, 7)], [dead(2, 1, 7)], 0],
  ['another bird', [dead(1, 1, 8)], [dead(2, 1, 7)], 1],
  ['a bird already seen later', [dead(3, 1, 7)], [dead(2, 1, 7)], 0],
  ['the same number a day later', [dead(1, 1, 7)], [dead(26, 1, 7)], 1],
  [
    'a sighting between two of different birds',
    [dead(20, 1, 7)],
    [dead(2, 1, 7), dead(30, 1, 7)],
    -1,
  ],
])('%s', (_what, readings, before, birds) => {
  expect(addedDeaths(readings, before, TRACK_HOURS)).toBe(birds);
});

const sightings = fc.array(
  fc
    .tuple(
      fc.integer({ min: 0, max: 72 }),
      fc.integer({ min: 0, max: 3 }),
      fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
    )
    .map(([hours, value, track]) => dead(hours, value, track)),
  { maxLength: 20 },
);

test('the difference is the count with the readings minus the count without them', () => {
  fc.assert(
    fc.property(sightings, sightings, (readings, before) => {
      const difference =
        countDeaths([...before, ...readings], ALWAYS) - countDeaths(before, ALWAYS);
      expect(addedDeaths(readings, before, TRACK_HOURS)).toBe(difference);
    }),
  );
});
