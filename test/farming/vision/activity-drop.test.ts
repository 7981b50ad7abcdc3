import fc from 'fast-check';
import { expect, test } from 'vitest';
import { activityBaseline, activityHistory } from '../../../src/farming/vision/activity.ts';
import type { VisionReading } from '../../../src/farming/vision/vision-reading.ts';
import { defaultThresholds } from '../../../src/model/thresholds.ts';
import { aSight } from '../../support/a-reading.ts';
import { evaluateInBarn } from '../../support/a-vision-barn.ts';

const active = (hoursAgo: number, value: number, values = {}) =>
  aSight('activity', hoursAgo, value, values);

/** At the same hour of the three days before. */
const usually = (value: number) => [24, 48, 71].map((hours) => active(hours, value));

/** The usual activity for a reading of now. */
function baselineNow(readings: readonly VisionReading[]) {
  const timed = readings.map((reading) => ({ ...reading, at: Date.parse(reading.ts) }));
  const now = active(0, 0.3);
  const history = activityHistory(timed, now.camera);
  return activityBaseline(Date.parse(now.ts), history, defaultThresholds);
}

function verdictOf(now: VisionReading, readings: readonly VisionReading[]) {
  const { verdicts, skipped } = evaluateInBarn([now], { readings });
  return verdicts[0] ?? skipped[0]?.reason;
}

test.each([
  ['exactly 28 %', 0.5, 0.36, null],
  ['more than 28 %', 0.5, 0.359, 'warning'],
  ['exactly 28 % of an odd figure', 0.7, 0.504, null],
  ['more than 28 % of an odd figure', 0.7, 0.5039, 'warning'],
  ['nothing', 0.5, 0.5, null],
  ['less than nothing', 0.5, 0.9, null],
  ['everything', 0.5, 0, 'warning'],
])('activity drops by %s', (_what, usual, now, severity) => {
  expect(verdictOf(active(0, now), usually(usual))).toMatchObject({
    rule: 'activity_drop',
    key: 'activity_drop:barn_1:source:east',
    severity,
    category: 'health',
  });
});

test.each([
  ['three readings of the hour on three days', usually(0.5), { basis: 'same_hour', readings: 3 }],
  [
    'three of the hour on two days',
    [active(22, 0.5), active(26, 0.5), active(48, 0.5)],
    { basis: 'same_hour', readings: 3 },
  ],
  [
    'three of the hour on one day and others',
    [active(22, 0.5), active(24, 0.5), active(26, 0.5), active(12, 0.1)],
    { basis: 'all_hours', readings: 4 },
  ],
  [
    'two of the hour and others',
    [active(24, 0.5), active(48, 0.5), active(12, 0.1)],
    { basis: 'all_hours', readings: 3 },
  ],
  ['two readings', [active(24, 0.5), active(48, 0.5)], null],
  ['nothing', [], null],
  ['readings older than 72 hours', [24, 48, 72.01].map((hours) => active(hours, 0.5)), null],
  [
    'readings exactly 72 hours old',
    [24, 48, 72].map((hours) => active(hours, 0.5)),
    { basis: 'same_hour', readings: 3 },
  ],
  [
    'readings of the same time and later',
    [active(24, 0.5), active(48, 0.5), active(0, 0.5), active(-0.05, 0.5)],
    null,
  ],
  [
    'of another camera',
    [24, 48, 71].map((hours) => active(hours, 0.5, { camera: 'device_2' })),
    null,
  ],
])('the usual activity from %s', (_what, readings, expected) => {
  const base = baselineNow(readings);
  expect(base && { basis: base.basis, readings: base.readings }).toEqual(expected);
});

test('nights are compared with nights', () => {
  const days = [6, 12, 18, 30, 36, 42].map((hours) => active(hours, 0.6));
  const nights = [23, 25, 47].map((hours) => active(hours, 0.1));
  expect(baselineNow([...days, ...nights])).toEqual({
    activity: 0.1,
    basis: 'same_hour',
    readings: 3,
  });
});

test('activity is not evaluated without enough history, nor if the birds always rest', () => {
  expect(verdictOf(active(0, 0.1), [active(24, 0.5)])).toBe('insufficient_baseline');
  expect(verdictOf(active(0, 0), usually(0))).toBe('insufficient_baseline');
});

const instants = fc.uniqueArray(fc.integer({ min: 0, max: 95 * 4 }), {
  minLength: 6,
  maxLength: 60,
});
const seen = instants.chain((quarters) =>
  fc
    .array(fc.integer({ min: 0, max: 100 }), {
      minLength: quarters.length,
      maxLength: quarters.length,
    })
    .map((values) =>
      quarters.map((quarter, index) => active(quarter / 4, (values[index] ?? 0) / 100)),
    ),
);

test('order, repetition and batching of earlier events do not change the result', () => {
  fc.assert(
    fc.property(seen, fc.infiniteStream(fc.nat()), (readings, stream) => {
      const inOrder = readings.toSorted((left, right) => (left.ts < right.ts ? -1 : 1));
      const newest = inOrder.at(-1) as VisionReading;
      const noise = [...stream.take(readings.length)];
      const keyed = readings.map((reading, index) => [noise[index] ?? 0, reading] as const);
      const shuffled = keyed.toSorted(([left], [right]) => left - right).map(([, one]) => one);
      const repeated = [...shuffled, ...shuffled.slice(0, 3)];
      const all = verdictOf(newest, inOrder);
      expect(verdictOf(newest, shuffled)).toEqual(all);
      expect(verdictOf(newest, repeated)).toEqual(all);
      // The last of two calls, the first of which was earlier.
      const { verdicts } = evaluateInBarn([...repeated.slice(0, 4), newest], {
        readings: shuffled,
      });
      // Where the newest cannot be judged, one before it may be.
      const evaluation =
        typeof all === 'object' ? verdicts : verdicts.filter(({ at }) => at === newest.ts);
      expect(evaluation).toEqual(typeof all === 'object' ? [all] : []);
    }),
    { numRuns: 60 },
  );
});
