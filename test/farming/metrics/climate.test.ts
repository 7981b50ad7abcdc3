import { assert, constantFrom, integer, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { temperatureHumidityIndex, wetBulbC } from '../../../src/farming/metrics/air.ts';
import { climateRange, outOfRangeMeasures } from '../../../src/farming/metrics/climate-limits.ts';
import { birdKind } from '../../../src/farming/standards/breed-lookup.ts';

// Temperature, humidity, wet bulb by Stull's formula, 0.85·dry + 0.15·wet: calculated
// independently.
test.each([
  [20, 50, 13.7, 19.05],
  [27, 80, 24.25, 26.59],
  [30, 40, 20.45, 28.57],
  [30, 60, 24.0, 29.1],
  [32, 50, 24.02, 30.8],
  [35, 60, 28.49, 34.02],
])(
  'air of %s °C and %s %% has a wet bulb of %s °C and an index of %s',
  (temp, humidity, wet, thi) => {
    expect(wetBulbC(temp, humidity)).toBeCloseTo(wet, 2);
    expect(temperatureHumidityIndex(temp, humidity)).toBeCloseTo(thi, 2);
  },
);

test('saturated air has equal dry and wet bulb temperatures', () => {
  expect(wetBulbC(25, 100)).toBe(25);
  expect(temperatureHumidityIndex(25, 100)).toBe(25);
});

test.each([
  ['air that is too dry', 30, 4.9],
  ['air that is too hot', 50.1, 50],
  ['air that is too cold', -20.1, 50],
  ['no temperature', null, 50],
  ['no humidity', 30, null],
])('the index is unknown for %s', (_, temp, humidity) => {
  expect(temperatureHumidityIndex(temp, humidity)).toBeNull();
});

describe('the recommended range of the air', () => {
  test.each([
    ['broiler', 0, { min: 31, max: 35 }, { min: 60, max: 70 }],
    ['broiler', 5, { min: 28.5, max: 32.5 }, { min: 60, max: 70 }],
    ['broiler', 7, { min: 27.5, max: 31.5 }, { min: 50, max: 70 }],
    ['broiler', 27, { min: 20.357, max: 24.357 }, { min: 50, max: 70 }],
    ['broiler', 28, { min: 20, max: 24 }, { min: 50, max: 65 }],
    ['turkey', 60, { min: 18, max: 22 }, { min: 50, max: 65 }],
    ['layer', 14, { min: 25, max: 29 }, { min: 50, max: 70 }],
    ['layer', 200, { min: 18, max: 24 }, { min: 50, max: 70 }],
  ] as const)(
    'the recommended range of the air for a %s of %s days',
    (kind, age, temp, humidity) => {
      const range = climateRange(kind, age);
      expect(range.temp.min).toBeCloseTo(temp.min, 3);
      expect(range.temp.max).toBeCloseTo(temp.max, 3);
      expect(range).toMatchObject({
        humidity,
        co2: { min: 0, max: 3000 },
        nh3: { min: 0, max: 20 },
      });
    },
  );

  test('is not empty at any age', () =>
    assert(
      property(
        constantFrom('broiler', 'layer', 'turkey'),
        integer({ min: 0, max: 800 }),
        (kind, age) => Object.values(climateRange(kind, age)).every(({ min, max }) => min < max),
      ),
    ));
});

describe('measures out of range', () => {
  const range = climateRange('broiler', 28);
  const good = { temp: 22, humidity: 58, co2: 1850, nh3: 9 };

  test.each([
    ['none in good air', good, []],
    ['none at the limits', { temp: 24, humidity: 65, co2: 3000, nh3: 20 }, []],
    ['none without measurements', { temp: null, humidity: null, co2: null, nh3: null }, []],
    ['the temperature when it is cold', { ...good, temp: 19.9 }, ['temp']],
    ['the temperature when it is hot', { ...good, temp: 24.1 }, ['temp']],
    ['the humidity when it is dry', { ...good, humidity: 49.9 }, ['humidity']],
    ['gases', { ...good, co2: 3001, nh3: 20.5 }, ['co2', 'nh3']],
  ])('are %s', (_, reading, expected) => {
    expect(outOfRangeMeasures(reading, range)).toEqual(expected);
  });
});

test.each([
  ['a breed with a table', 'Hy-Line Brown', 'broiler', 'layer'],
  ['a breed of turkeys', 'BUT 6', null, 'turkey'],
  ['the type of the barn', 'Sinai', 'pullet', 'layer'],
  ['a barn of turkeys', null, 'turkey', 'turkey'],
  ['neither of these', null, 'constructor', 'broiler'],
  ['nothing', null, null, 'broiler'],
])('the kind of birds is determined by %s', (_, breed, barnType, expected) => {
  expect(birdKind(breed, barnType)).toBe(expected);
});
