import { expect, test } from 'vitest';
import { visionHistoryHours } from '../../../src/farming/vision/activity.ts';
import { evaluateCall } from '../../../src/farming/vision/evaluate-call.ts';
import { message } from '../../../src/model/core/message.ts';
import { defaultThresholds } from '../../../src/model/thresholds.ts';
import { aReading, aSight, aWeight } from '../../support/a-reading.ts';
import { NOON } from '../../support/a-snapshot.ts';
import { evaluateInBarn } from '../../support/a-vision-barn.ts';

const count = (hoursAgo: number, value: number | null, values = {}) =>
  aReading(hoursAgo, { value, ...values });

const severities = (evaluation: ReturnType<typeof evaluateInBarn>) =>
  evaluation.verdicts.map(({ key, severity, quietInARow }) => [key, severity, quietInARow]);

const reasons = (evaluation: ReturnType<typeof evaluateInBarn>) =>
  evaluation.skipped.map(({ reason }) => reason);

test.each([
  ['exactly 3 % too few', 9700, null],
  ['one bird more than 3 % too few', 9699, 'warning'],
  ['exactly 7 % too few', 9300, 'warning'],
  ['one bird more than 7 % too few', 9299, 'critical'],
  ['exactly 3 % too many', 10_300, null],
  ['one bird more than 3 % too many', 10_301, 'warning'],
  ['exactly 7 % too many', 10_700, 'warning'],
  ['one bird more than 7 % too many', 10_701, 'critical'],
  ['as logged', 10_000, null],
  ['no bird at all', 0, 'critical'],
])('a camera counts %s of 10,000 logged birds', (_what, value, severity) => {
  const { verdicts, skipped } = evaluateInBarn([count(0, value)]);
  expect(verdicts.map((verdict) => verdict.severity)).toEqual([severity]);
  expect(skipped).toEqual([]);
});

test.each([
  // 3 % of these are not whole birds, and binary arithmetic does not represent any of them exactly.
  [700, 721, null],
  [1100, 1067, null],
  [17_900, 18_437, null],
  [12_300, 12_669, null],
  [12_300, 12_670, 'warning'],
  [12_300, 11_439, 'warning'],
  [12_300, 11_438, 'critical'],
])('of %i logged birds a camera counts %i', (live, value, severity) => {
  const flock = { flockId: 'flock_1', name: 'B1-2611', ageDays: 20, live };
  expect(evaluateInBarn([count(0, value)], { flock }).verdicts[0]?.severity).toBe(severity);
});

test.each([
  ['9,400 of 10,000 by half of the barn, exactly 6 %', 4700, 0.5, null],
  ['more than 6 % by half of the barn', 4699, 0.5, 'warning'],
  ['exactly 14 % by half of the barn', 4300, 0.5, 'warning'],
  ['more than 14 % by half of the barn', 4299, 0.5, 'critical'],
  ['nearly all of the barn has the limits of the whole', 8729, 0.9, 'warning'],
  ['exactly 3 % by nine tenths of the barn', 8730, 0.9, null],
  ['just under nine tenths has the wider limits', 8500, 0.89, null],
  ['all of the barn', 9699, 1, 'warning'],
])('a count of %s', (_what, value, coverage, severity) => {
  const [verdict] = evaluateInBarn([count(0, value, { meta: { coverage } })]).verdicts;
  expect(verdict?.severity).toBe(severity);
});

test.each([
  ['a fifth of the barn', { coverage: 0.2 }, ['partial_view']],
  ['slightly more than a fifth', { coverage: 0.21 }, []],
  ['a zone', { zone: 'north' }, ['partial_view']],
  ['a zone with its share', { zone: 'north', coverage: 0.5 }, []],
  ['an invalid share', { coverage: 'half' }, []],
  ['none of the view', { model: 'v2' }, []],
])('a camera with %s', (_what, meta, expected) => {
  expect(reasons(evaluateInBarn([count(0, 5000, { meta })]))).toEqual(expected);
});

test.each([
  ['with a confidence below one half', { value: 5, confidence: 0.49 }, {}, 'low_confidence'],
  ['without a value', { value: null }, {}, 'no_value'],
  ['in another unit', { value: 5, unit: 'kg' }, {}, 'unknown_unit'],
  ['in an unknown barn', { value: 5, barnId: 'barn_9' }, {}, 'no_barn'],
  ['without a barn', { value: 5, barnId: null }, {}, 'no_barn'],
  ['of an empty barn', { value: 5 }, { flock: null }, 'no_flock'],
  ['of the previous flock', { value: 5, flockId: 'flock_0' }, {}, 'no_flock'],
])('a count %s is not evaluated', (_what, values, barn, reason) => {
  const evaluation = evaluateInBarn([aReading(0, values)], barn);
  expect([evaluation.verdicts, reasons(evaluation)]).toEqual([[], [reason]]);
});

test('a count by a camera with a confidence of one half is evaluated', () => {
  expect(evaluateInBarn([count(0, 5, { confidence: 0.5 })]).verdicts).toHaveLength(1);
});

test.each([[null], [0]])('without known birds, %s, a count is not evaluated', (live) => {
  const flock = { flockId: 'flock_1', name: 'B1-2611', ageDays: 20, live };
  expect(reasons(evaluateInBarn([count(0, 5)], { flock }))).toEqual(['unknown_birds']);
});

test('a reading that arrives a day late is not evaluated', () => {
  expect(severities(evaluateInBarn([count(24, 5)]))).toEqual([
    ['count_gap:barn_1:source:east', 'critical', 0],
  ]);
  expect(reasons(evaluateInBarn([count(24.01, 5)]))).toEqual(['too_old']);
});

test('the newest count of each camera of a call is evaluated', () => {
  const evaluation = evaluateInBarn([
    count(2, 5000),
    count(1, 9900),
    count(3, 5000, { camera: 'device_2', deviceId: 'device_2' }),
  ]);
  expect(severities(evaluation)).toEqual([
    ['count_gap:barn_1:device_2', 'critical', 0],
    ['count_gap:barn_1:source:east', null, 1],
  ]);
  expect(reasons(evaluation)).toEqual(['older_in_call']);
});

test('the newest valid count of each camera decides', () => {
  const evaluation = evaluateInBarn([count(2, 9000), count(1, 9900, { confidence: 0.1 })]);
  expect(severities(evaluation)).toEqual([['count_gap:barn_1:source:east', 'critical', 0]]);
  expect(reasons(evaluation)).toEqual(['low_confidence']);
});

test('a result has both figures, the sign and their sources', () => {
  const reading = count(0, 9600, { confidence: 0.9 });
  expect(evaluateInBarn([reading]).verdicts).toEqual([
    {
      rule: 'count_gap',
      key: 'count_gap:barn_1:source:east',
      barnId: 'barn_1',
      flockId: 'flock_1',
      camera: 'source:east',
      at: '2026-11-21T10:00:00.000Z',
      severity: 'warning',
      category: 'count',
      title: message('vision.count.fewer.title', {
        barn: 'Barn 1',
        camera: 'east',
        gap: { quantity: 4, unit: '%' },
        counted: { quantity: 9600, unit: 'birds' },
        logged: { quantity: 10_000, unit: 'birds' },
        difference: { quantity: 400, unit: 'birds' },
      }),
      message: message('vision.count.fewer.whole', {
        barn: 'Barn 1',
        camera: 'east',
        gap: { quantity: 4, unit: '%' },
        counted: { quantity: 9600, unit: 'birds' },
        logged: { quantity: 10_000, unit: 'birds' },
        difference: { quantity: 400, unit: 'birds' },
      }),
      closesAfter: 3,
      quietInARow: 0,
      evidence: {
        readingId: reading.id,
        camera: 'source:east',
        counted: 9600,
        birds: 9600,
        logged: 10_000,
        difference: -400,
        gapPct: 4,
        coverage: null,
        isPartialView: false,
        confidence: 0.9,
        flock: 'B1-2611',
        ageDays: 20,
      },
    },
  ]);
});

test.each([
  ['one matching count', [9000, 9900], 1],
  ['two matching counts', [9000, 9900, 10_100], 2],
  ['three close the alert', [9000, 9900, 10_100, 10_000], 3],
  ['more have no further effect', [9900, 9900, 10_100, 10_000, 9950], 3],
  ['a gap between them restarts the count', [9900, 9900, 9000, 10_000], 1],
])('%s', (_what, values, quiet) => {
  const counts = values.map((value, index) => count(values.length - index, value));
  const evaluation = evaluateInBarn(counts.slice(-1), { readings: counts });
  expect(severities(evaluation)).toEqual([['count_gap:barn_1:source:east', null, quiet]]);
});

test('other cameras do not count towards the end of an alert', () => {
  const others = [1, 2, 3].map((hours) => count(hours, 10_000, { camera: 'device_2' }));
  const evaluation = evaluateInBarn([count(0, 10_000)], {
    readings: [...others, count(0.5, 9000)],
  });
  expect(severities(evaluation)).toEqual([['count_gap:barn_1:source:east', null, 1]]);
});

test('a gap that arrives after three newer matching counts is already over', () => {
  const fitting = [1, 2, 3].map((hours) => count(hours, 10_000));
  const late = count(4, 9600);
  expect(severities(evaluateInBarn([late], { readings: fitting }))).toEqual([
    ['count_gap:barn_1:source:east', null, 3],
  ]);
  expect(severities(evaluateInBarn([late], { readings: fitting.slice(1) }))).toEqual([
    ['count_gap:barn_1:source:east', 'warning', 2],
  ]);
});

test.each([
  ['panting', 0.99, null, 'climate'],
  ['panting', 1, 'warning', 'climate'],
  ['panting', 2.99, 'warning', 'climate'],
  ['panting', 3, 'critical', 'climate'],
  ['clustering', 1.99, null, 'health'],
  ['clustering', 2, 'warning', 'health'],
  ['clustering', 9, 'warning', 'health'],
  ['poor_spread', 1.99, null, 'health'],
  ['poor_spread', 2, 'warning', 'health'],
  ['poor_spread', 9, 'warning', 'health'],
])('%s of %d', (unit, value, severity, category) => {
  const [verdict] = evaluateInBarn([aSight(unit, 0, value)]).verdicts;
  expect(verdict).toMatchObject({
    rule: unit,
    key: `${unit}:barn_1`,
    camera: null,
    severity,
    category,
    closesAfter: 3,
    quietInARow: severity ? 0 : 1,
  });
});

test.each([
  ['colder than 2 °C below the target', 25.2, 'climate'],
  // 27.3 - 25.3 is 2.0000000000000004... in binary, and 2 °C.
  ['2 °C below the target', 25.3, 'health'],
  ['warm', 27.3, 'health'],
])('birds that crowd in a barn that is %s', (_what, valueC, category) => {
  const temperature = { valueC, targetC: 27.3 };
  const [verdict] = evaluateInBarn([aSight('clustering', 0, 2)], { temperature }).verdicts;
  expect(verdict?.category).toBe(category);
  expect(verdict?.message.text).toBe('vision.with_temperature');
});

const south = { camera: 'source:south', source: 'south' };
const north = { camera: 'source:north', source: 'north' };

test('the camera with the most panting counts for its barn', () => {
  const evaluation = evaluateInBarn([
    aSight('panting', 0, 0),
    aSight('panting', 1, 3, south),
    aSight('panting', 0.5, 1, north),
  ]);
  expect(severities(evaluation)).toEqual([['panting:barn_1', 'critical', 0]]);
  expect(evaluation.verdicts[0]?.evidence).toMatchObject({ camera: 'source:south', value: 3 });
});

test('the newest of cameras with the same panting counts', () => {
  const evaluation = evaluateInBarn([
    aSight('panting', 1, 2, south),
    aSight('panting', 0.5, 1, north),
  ]);
  expect(evaluation.verdicts[0]?.evidence).toMatchObject({ camera: 'source:north' });
});

test('panting ends when its camera sees none three times', () => {
  const calmElsewhere = [3, 2, 1].map((hours) => aSight('panting', hours, 0, north));
  const sights = [aSight('panting', 4, 2, south), ...calmElsewhere];
  const quietAfter = (calm: readonly number[]) => {
    const readings = [...sights, ...calm.map((hours) => aSight('panting', hours, 0, south))];
    return severities(evaluateInBarn([aSight('panting', 0, 0, north)], { readings }));
  };
  expect(quietAfter([])).toEqual([['panting:barn_1', null, 0]]);
  expect(quietAfter([3, 2])).toEqual([['panting:barn_1', null, 2]]);
  expect(quietAfter([3, 2, 1])).toEqual([['panting:barn_1', null, 3]]);
});

test('a camera silent for a day does not keep an alert open', () => {
  const readings = [aSight('panting', 25, 2, south), aSight('panting', 2, 0, north)];
  const evaluation = evaluateInBarn([aSight('panting', 0, 0, north)], { readings });
  expect(severities(evaluation)).toEqual([['panting:barn_1', null, 2]]);
});

test('a behaviour without a rule is not evaluated', () => {
  expect(reasons(evaluateInBarn([aSight('dust_bathing', 0, 1)]))).toEqual(['unknown_unit']);
});

test('weights and deaths are ignored', () => {
  const deaths = aReading(0, { kind: 'mortality', value: 3 });
  expect(evaluateInBarn([aWeight(0, 900), deaths])).toEqual({ verdicts: [], skipped: [] });
});

test('each barn of a call is evaluated separately', () => {
  const barns = ['barn_1', 'barn_2'].map((barnId) => ({
    barnId,
    name: barnId,
    flock: { flockId: `flock of ${barnId}`, name: barnId, ageDays: 20, live: 100 },
    temperature: null,
    readings: [],
  }));
  const readings = [
    count(0, 90, { barnId: 'barn_2' }),
    count(0, 100),
    aSight('panting', 0, 1, { barnId: 'barn_2' }),
  ];
  const evaluation = evaluateCall({ readings, barns, thresholds: defaultThresholds, now: NOON });
  expect(severities(evaluation)).toEqual([
    ['count_gap:barn_1:source:east', null, 1],
    ['count_gap:barn_2:source:east', 'critical', 0],
    ['panting:barn_2', 'warning', 0],
  ]);
});

test('the history covers the 72 hours before the oldest evaluated reading', () => {
  expect(visionHistoryHours(defaultThresholds)).toBe(96);
});
