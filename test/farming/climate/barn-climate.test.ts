import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  climateHistory,
  climateValues,
  currentClimate,
  spreadOf,
} from '../../../src/farming/climate/barn-climate.ts';
import { median } from '../../../src/tools/statistics.ts';
import { aSnapshot, NOON, row } from '../../support/a-snapshot.ts';

const MINUTE_MILLIS = 60_000;

interface Given {
  readonly minutesAgo: number;
  readonly sensor: string | null;
  readonly temp?: number | null;
  readonly humidity?: number | null;
  readonly co2?: number | null;
}

function snapshotOf(readingsGiven: readonly Given[]) {
  const readings = readingsGiven
    .toSorted((left, right) => right.minutesAgo - left.minutesAgo)
    .map(({ minutesAgo, ...values }, index) => {
      const ts = new Date(NOON - minutesAgo * MINUTE_MILLIS).toISOString();
      return row('env-readings', {
        id: `${index}`,
        barnId: 'barn_1',
        source: 'sensor',
        ts,
        ...values,
      });
    });
  return aSnapshot({ readings });
}

const valuesOf = (readings: readonly Given[]) => {
  const { temp, humidity, co2, nh3 } = currentClimate('barn_1', snapshotOf(readings));
  return [temp?.value ?? null, humidity?.value ?? null, co2?.value ?? null, nh3?.value ?? null];
};

describe('the current climate', () => {
  test('is the median of the latest sensor values for each measure', () => {
    const readings = [
      { minutesAgo: 25, sensor: 'east', temp: 30, humidity: 55 },
      { minutesAgo: 20, sensor: 'east', temp: 24 },
      { minutesAgo: 15, sensor: 'west', temp: 26, humidity: 61 },
      { minutesAgo: 10, sensor: 'middle', temp: 25.5 },
      { minutesAgo: 1, sensor: 'gas', co2: 2100 },
    ];
    // 24, 25.5 and 26 °C; 55 and 61 %; the reading of CO₂ hides nothing.
    expect(valuesOf(readings)).toEqual([25.5, 58, 2100, null]);
    expect(spreadOf(currentClimate('barn_1', snapshotOf(readings)).temp)).toBe(2);
  });

  test('expires after 30 minutes, for each measure separately', () => {
    const readings = [
      { minutesAgo: 31, sensor: 'east', temp: 24, humidity: 60 },
      { minutesAgo: 30, sensor: 'east', humidity: 61 },
    ];
    expect(valuesOf(readings)).toEqual([null, 61, null, null]);
    expect(climateValues('barn_1', 'temp', snapshotOf(readings))).toEqual([]);
  });

  test('does not count future readings', () => {
    const readings = [
      { minutesAgo: 5, sensor: 'east', temp: 24 },
      { minutesAgo: -3, sensor: 'east', temp: 40 },
    ];
    expect(valuesOf(readings)).toEqual([24, null, null, null]);
  });
});

const reading = fc.record({
  minutesAgo: fc.integer({ min: 0, max: 120 }),
  sensor: fc.constantFrom('east', 'west', 'roof', null),
  temp: fc.option(fc.integer({ min: 10, max: 40 })),
  humidity: fc.option(fc.integer({ min: 20, max: 90 })),
});

test('follows the definition for random readings, and the history ends with it', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(reading, { maxLength: 30, selector: ({ minutesAgo }) => minutesAgo }),
      (readings) => {
        const snapshot = snapshotOf(readings);
        const { temp } = currentClimate('barn_1', snapshot);
        const latest = ['east', 'west', 'roof', null].flatMap((sensor) => {
          const ownReadings = readings.filter(
            (one) => one.sensor === sensor && one.temp !== null && one.minutesAgo <= 30,
          );
          const newest = ownReadings.toSorted(
            (left, right) => left.minutesAgo - right.minutesAgo,
          )[0];
          return newest?.temp == null ? [] : [newest.temp];
        });
        expect(temp?.value ?? null).toBe(median(latest));
        const values = climateValues('barn_1', 'temp', snapshot);
        expect(values.at(-1)?.value ?? null).toBe(temp?.value ?? null);
        expect(values.at(-1)?.at ?? null).toBe(temp?.at ?? null);
        const points = climateHistory('barn_1', snapshot);
        expect(points.map(({ at }) => at)).toEqual(points.map(({ at }) => at).toSorted());
      },
    ),
  );
});

test('thousands of sensor names take no longer than a few', () => {
  const readings = Array.from({ length: 20_000 }, (_, index) => ({
    minutesAgo: (20_000 - index) / 1000,
    sensor: `sensor ${index}`,
    temp: 20 + (index % 10),
  }));
  const { temp } = currentClimate('barn_1', snapshotOf(readings));
  expect(temp?.sources).toHaveLength(50);
  expect(climateHistory('barn_1', snapshotOf(readings))).toHaveLength(20_000);
});
