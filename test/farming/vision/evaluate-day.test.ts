import { expect, test } from 'vitest';
import { type DayInput, evaluateDay } from '../../../src/farming/vision/bird-counts.ts';
import { message } from '../../../src/model/core/message.ts';
import { defaultThresholds } from '../../../src/model/thresholds.ts';
import { aReading } from '../../support/a-reading.ts';
import { NOON, TODAY } from '../../support/a-snapshot.ts';

const HOUR = 3_600_000;
/** By the clock of the farm. */
const EIGHT_IN_THE_EVENING = NOON + 8 * HOUR;
const YESTERDAY = '2026-11-20';

const dead = (hoursAgo: number, value: number, meta: unknown = null, values = {}) =>
  aReading(hoursAgo, { kind: 'mortality', value, meta, ...values });

function evaluate(input: Partial<DayInput>) {
  return evaluateDay({
    barnId: 'barn_1',
    barnName: 'Barn 1',
    flockId: 'flock_1',
    placementDate: '2026-11-01',
    deaths: [],
    logged: new Map(),
    today: TODAY,
    zone: 'Asia/Jerusalem',
    now: NOON,
    thresholds: defaultThresholds,
    ...input,
  });
}

test.each([
  ['3 more, few died', 10, 13, null],
  ['4 more, few died', 10, 14, 'warning'],
  ['3 fewer, few died', 10, 7, null],
  ['4 fewer, few died', 10, 6, 'warning'],
  ['exactly a fifth more, many died', 100, 120, null],
  ['more than a fifth more, many died', 100, 121, 'warning'],
  ['exactly a fifth fewer, many died', 100, 80, null],
  ['more than a fifth fewer, many died', 100, 79, 'warning'],
  ['a fifth that is not a whole bird', 33, 39, null],
  ['more than a fifth that is not a whole bird', 33, 40, 'warning'],
])('the cameras saw %s', (_what, logged, vision, severity) => {
  const deaths = [dead(60, 0), dead(20, vision)];
  const verdict = evaluate({ deaths, logged: new Map([[YESTERDAY, logged]]) });
  expect(verdict).toMatchObject({
    rule: 'mortality_mismatch',
    key: 'mortality_mismatch:barn_1',
    severity,
    category: 'mortality',
    closesAfter: 1,
    quietInARow: severity ? 0 : 1,
    evidence: { date: YESTERDAY, vision, logged, difference: vision - logged },
  });
});

const seenToday = [dead(1, 10)];

test.each([
  ['too few', 8, 3, null],
  ['too few, many died', 100, 20, null],
  ['too many', 3, 8, 'warning'],
])('cameras that started in the middle of the day saw %s', (_what, logged, vision, severity) => {
  // At 16:00 and 18:00; nothing was seen of the morning.
  const deaths = [dead(20, vision), dead(18, 0)];
  const verdict = evaluate({ deaths, logged: new Map([[YESTERDAY, logged]]) });
  expect(verdict?.severity).toBe(severity);
});

test.each([
  ['at noon without a log', NOON, null, undefined],
  ['just before eight without a log', EIGHT_IN_THE_EVENING - 1, null, undefined],
  ['at eight without a log', EIGHT_IN_THE_EVENING, null, 'warning'],
  ['at noon with a log of fewer', NOON, 6, 'warning'],
  ['at noon with a log that fits', NOON, 8, undefined],
  ['at noon with a log of more, since the day is not over', NOON, 30, undefined],
  ['at eight with a log of more', EIGHT_IN_THE_EVENING, 30, 'warning'],
  ['at eight with a log that fits', EIGHT_IN_THE_EVENING, 8, null],
])('10 dead birds seen today are rated %s', (_what, now, logged, severity) => {
  const deaths = [dead(60, 0), ...seenToday];
  const verdict = evaluate({ deaths, now, logged: new Map([[TODAY, logged]]) });
  const ofToday = verdict?.evidence['date'] === TODAY ? verdict.severity : undefined;
  expect(ofToday).toBe(severity);
});

test('3 dead birds without a log are not a finding in the evening, 4 are', () => {
  const now = EIGHT_IN_THE_EVENING;
  expect(evaluate({ deaths: [dead(1, 3)], now })?.severity).toBeNull();
  expect(evaluate({ deaths: [dead(1, 4)], now })?.message).toEqual(
    message('vision.deaths.no_log', {
      barn: 'Barn 1',
      day: { day: TODAY },
      seen: { quantity: 4, unit: 'birds' },
      logged: { quantity: 0, unit: 'birds' },
      difference: { quantity: 4, unit: 'birds' },
    }),
  );
});

test('while today cannot be evaluated the previous day is', () => {
  const logged = new Map([[YESTERDAY, 30]]);
  expect(evaluate({ deaths: [dead(60, 0), dead(20, 10), dead(1, 2)], logged })).toMatchObject({
    severity: 'warning',
    message: { text: 'vision.deaths.fewer' },
    evidence: { date: YESTERDAY, vision: 10, logged: 30, difference: -20 },
  });
});

test('a corrected log ends the finding', () => {
  const deaths = [dead(20, 30)];
  expect(evaluate({ deaths, logged: new Map([[YESTERDAY, 10]]) })?.severity).toBe('warning');
  expect(evaluate({ deaths, logged: new Map([[YESTERDAY, 28]]) })?.severity).toBeNull();
});

test('without cameras that report deaths nothing is evaluated', () => {
  expect(evaluate({ logged: new Map([[YESTERDAY, 30]]) })).toBeNull();
  const ofFlockBefore = dead(20, 30, null, { flockId: 'flock_0' });
  expect(evaluate({ deaths: [ofFlockBefore], logged: new Map([[YESTERDAY, 1]]) })).toBeNull();
  const weight = aReading(20, { kind: 'weight', value: 900 });
  expect(evaluate({ deaths: [weight], logged: new Map([[YESTERDAY, 1]]) })).toBeNull();
});

test('a day before cameras started to report deaths is not evaluated', () => {
  const logged = new Map([
    [YESTERDAY, 5],
    ['2026-11-19', 0],
  ]);
  expect(evaluate({ deaths: [dead(2, 1)], logged })).toBeNull();
  expect(evaluate({ deaths: [dead(60, 0), dead(2, 1)], logged })).toMatchObject({
    severity: 'warning',
    evidence: { date: YESTERDAY, vision: 0, logged: 5 },
  });
});

test('days before placement are not evaluated', () => {
  expect(evaluate({ deaths: [dead(20, 30)], placementDate: TODAY })).toBeNull();
});

test('a camera that saw none on a day with deaths is a finding too', () => {
  const verdict = evaluate({ deaths: [dead(44, 3)], logged: new Map([[YESTERDAY, 4]]) });
  expect(verdict).toMatchObject({ severity: 'warning', evidence: { vision: 0, logged: 4 } });
});
