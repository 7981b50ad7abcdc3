import { describe, expect, test } from 'vitest';
import {
  flockForPlausibility,
  plausibleWeighings,
  plausibleWeightG,
  suspectLogValues,
  suspectSaleWeight,
} from '../../../src/farming/core/plausibility.ts';
import { breedNames, breedTables } from '../../../src/farming/standards/breed-tables.ts';
import { standardWeightG } from '../../../src/farming/standards/standard-values.ts';
import { addDays } from '../../../src/tools/calendar.ts';

const PLACED = '2026-10-01';
const day = (age: number) => addDays(PLACED, age);
const flock = (breed: string | null, barnType: string | null = null) =>
  flockForPlausibility({ breed, barnType, placementDate: PLACED, arrivalAgeDays: 0 });
const ross = flock('Ross 308');

describe('a plausible weight of a bird', () => {
  test.each([
    // Standard of day 28: 1,616 g; × 0.4 and × 1.6.
    ['of a known breed', ross, 28, [646.4, 2585.6]],
    // Of Ross 308 × 0.15 and × 1.6.
    ['of a broiler of another breed', flock('Local black'), 28, [242.4, 2585.6]],
    // The tables end on day 56 with 4,318 g.
    ['after the end of the table', ross, 70, [1727.2, 6908.8]],
  ])('%s', (_what, flockToEvaluate, age, [low, high]) => {
    const range = plausibleWeightG(flockToEvaluate, day(age), []);
    expect(range.low).toBeCloseTo(low ?? 0, 6);
    expect(range.high).toBeCloseTo(high ?? 0, 6);
  });

  test('depends on the weighing a week before: 30 % and 3 % a day around its curve', () => {
    const before = [{ day: day(21), g: standardWeightG('ross_308', 21) ?? 0 }];
    const range = plausibleWeightG(ross, day(28), before);
    // 1,616 ÷ 1.51 and × 1.51.
    expect(range.low).toBeCloseTo(1616 / 1.51, 6);
    expect(range.high).toBeCloseTo(1616 * 1.51, 6);
  });

  test('is not distorted permanently by a wrong first weight', () => {
    const ratios = [1.5, 1, 1, 1, 1];
    const weighings = ratios.map((ratio, index) => {
      const age = 7 * (index + 1);
      return { day: day(age), g: ratio * (standardWeightG('ross_308', age) ?? 0), age };
    });
    expect(plausibleWeighings(ross, weighings).map(({ age }) => age)).toContain(28);
    expect(plausibleWeighings(ross, weighings).map(({ age }) => age)).toContain(35);
  });

  test('may be unusual if three weighings confirm it', () => {
    // A day later 1.33 times more or less is believed; 0.6 of the usual is not.
    const ratios = [1, 1, 1, 0.6, 0.6, 0.6, 0.6];
    const weighings = ratios.map((ratio, index) => {
      const age = 26 + index;
      return { day: day(age), g: ratio * (standardWeightG('ross_308', age) ?? 0), age };
    });
    const believed = plausibleWeighings(ross, weighings).map(({ age }) => age);
    expect(believed).toEqual([26, 27, 28, 31, 32]);
  });

  test('follows the table of every breed, up to 15 % above or below it', () => {
    for (const breed of breedNames) {
      const ownFlock = flock(breedTables[breed].title);
      for (const ratio of [0.85, 1, 1.15]) {
        const weighings = [1, 7, 14, 21, 28, 35, 42, 56, 70, 140, 280].flatMap((age) => {
          const standard = standardWeightG(breed, age);
          return standard === null ? [] : [{ day: day(age), g: standard * ratio }];
        });
        expect(plausibleWeighings(ownFlock, weighings)).toEqual(weighings);
      }
    }
  });

  test('the plausible weight of unknown turkeys and breeders is not limited to that of broilers or commercial layers', () => {
    const isPlausible = (flockToEvaluate: typeof ross, age: number, g: number) =>
      plausibleWeighings(flockToEvaluate, [{ day: day(age), g }]).length === 1;
    expect(isPlausible(flock('Bronze', 'turkey'), 112, 6000)).toBe(true);
    expect(isPlausible(flock('Parents', 'breeder'), 280, 3900)).toBe(true);
    expect(isPlausible(flock('Parents', 'breeder'), 280, 39_000)).toBe(false);
  });
});

describe('values of a log', () => {
  const emptyLog = { avgWeightGr: null, feedKg: null, waterL: null, eggs: null };
  const values = { ...emptyLog, camerasWeightGr: null };
  const suspectsOf = (log: object, birds: number | null = 10_000) =>
    suspectLogValues(
      ross,
      { id: 'log_1', date: day(28), ...values, ...log },
      {
        birds,
        weighings: [],
      },
    ).map(({ field }) => field);

  test.each([
    // Standard feed of day 28 is 145 g: at most 4,350 kg and 13,050 L for 10,000 birds.
    ['feed at the limit', { feedKg: 4350 }, []],
    ['feed above it', { feedKg: 4351 }, ['feedKg']],
    ['water at the limit', { waterL: 13_050 }, []],
    ['water above it', { waterL: 13_051 }, ['waterL']],
    // A hen lays one egg a day; a tenth more is from the day before.
    ['eggs at the limit', { eggs: 11_000 }, []],
    ['eggs above it', { eggs: 11_001 }, ['eggs']],
    ['nothing at all', { feedKg: 0, waterL: 0, eggs: 0 }, []],
    ['several at once', { avgWeightGr: 16_160, feedKg: 14_200 }, ['avgWeightGr', 'feedKg']],
  ])('%s', (_what, log, expected) => {
    expect(suspectsOf(log)).toEqual(expected);
  });

  test('only the weight of a log is checked if the birds are not counted', () => {
    expect(suspectsOf({ avgWeightGr: 16_160, feedKg: 14_200 }, null)).toEqual(['avgWeightGr']);
  });
});

describe('the weight of a sale', () => {
  test.each([
    [1000, 16_160, 'totalWeightKg'],
    [1000, 1616, undefined],
    [null, 16_160, undefined],
    [1000, null, undefined],
  ])('%s birds of %s kg', (birdsCount, totalWeightKg, field) => {
    const sale = { id: 'sale_1', date: day(28), birdsCount, totalWeightKg };
    expect(suspectSaleWeight(ross, sale)?.field).toBe(field);
  });
});
