import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createDemoRandom, createRandom } from '../../src/tools/random.ts';

const draws = (seed: number | string, count = 20) => {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => random.next());
};

test('the same seed gives the same sequence', () => {
  fc.assert(
    fc.property(fc.oneof(fc.integer(), fc.string()), (seed) => {
      expect(draws(seed)).toEqual(draws(seed));
    }),
  );
});

test('the sequence of the demo farm does not change between versions', () => {
  const demo = createDemoRandom(1);
  expect([demo.next(), demo.next(), demo.next()]).toEqual([
    0.3243746522348374, 0.1071923989802599, 0.5160105372779071,
  ]);
  expect(demo.fork('barns').next()).toBe(createDemoRandom('1/barns').next());
});

describe('the first draws over many seeds', () => {
  const SEEDS = 4000;
  const FIRST = 12;
  const table = Array.from({ length: SEEDS }, (_, seed) => draws(`${seed}/faults`, FIRST));
  const column = (index: number) => table.map((row) => row[index] ?? Number.NaN);

  test('is uniform for each of them', () => {
    for (let index = 0; index < FIRST; index++) {
      const bins = new Array<number>(16).fill(0);
      for (const draw of column(index))
        bins[Math.floor(draw * 16)] = (bins[Math.floor(draw * 16)] ?? 0) + 1;
      const expected = SEEDS / bins.length;
      const chiSquare = bins.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
      // 15 degrees of freedom: above 44.3 once in 10,000.
      expect(chiSquare).toBeLessThan(44.3);
    }
  });

  test('is unrelated for neighbouring draws and neighbouring seeds', () => {
    for (let index = 0; index + 1 < FIRST; index++) {
      expect(Math.abs(correlation(column(index), column(index + 1)))).toBeLessThan(0.065);
      const firsts = column(index);
      expect(Math.abs(correlation(firsts.slice(1), firsts.slice(0, -1)))).toBeLessThan(0.065);
    }
  });

  test('has runs of a share of one half as often as independent draws', () => {
    const rows = table.filter((row) => row.every((draw) => draw < 0.5));
    // 4,000 / 2^12 is 1 on average; 6 or more occur once in 1,700.
    expect(rows.length).toBeLessThan(6);
    const runOf42 = draws('42/faults', 40).findIndex((draw) => draw >= 0.5);
    expect(runOf42).toBeLessThan(5);
  });
});

function correlation(first: readonly number[], second: readonly number[]): number {
  // Uniform draws have the mean 1/2 and the variance 1/12.
  const products = first.map((draw, index) => (draw - 0.5) * ((second[index] ?? 0) - 0.5));
  return (12 * products.reduce((sum, product) => sum + product, 0)) / first.length;
}

test('different seeds give different sequences', () => {
  const sequences = Array.from({ length: 1000 }, (_, seed) => draws(seed, 2).join());
  expect(new Set(sequences).size).toBe(1000);
});

test('numbers are in the requested range', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 0, max: 1000 }), (low, width) => {
      const random = createRandom(`${low} ${width}`);
      const [number, integer] = [random.between(low, low + 10), random.integer(low, low + width)];
      expect(number).toBeGreaterThanOrEqual(low);
      expect(number).toBeLessThan(low + 10);
      expect(Number.isInteger(integer)).toBe(true);
      expect(integer).toBeGreaterThanOrEqual(low);
      expect(integer).toBeLessThanOrEqual(low + width);
    }),
  );
});

test('an integer includes both ends of its range', () => {
  const random = createRandom(7);
  const values = new Set(Array.from({ length: 200 }, () => random.integer(1, 3)));
  expect(values).toEqual(new Set([1, 2, 3]));
});

test('normal numbers have the requested mean and deviation', () => {
  const random = createRandom(3);
  const values = Array.from({ length: 20_000 }, () => random.normal(100, 15));
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  expect(mean).toBeCloseTo(100, 0);
  expect(Math.sqrt(variance)).toBeCloseTo(15, 0);
});

test('a probability of 0 never occurs and one of 1 always', () => {
  const random = createRandom(5);
  for (let round = 0; round < 100; round++) {
    expect(random.chance(0)).toBe(false);
    expect(random.chance(1)).toBe(true);
  }
});

test('a pick is one of the list, and undefined for an empty list', () => {
  const random = createRandom(9);
  expect(['a', 'b', 'c']).toContain(random.pick(['a', 'b', 'c']));
  expect(() => random.pick([])).toThrow('pick from an empty list');
});

test('a fork does not depend on the draws of its parent', () => {
  const parent = createRandom(11);
  const firstDraw = parent.fork('barns').next();
  parent.next();
  expect(parent.fork('barns').next()).toBe(firstDraw);
  expect(parent.fork('flocks').next()).not.toBe(firstDraw);
});
