import type { BreedColumn, BreedTable } from './breed-table.ts';
import { type BreedName, breedTables } from './breed-tables.ts';
import { type CurvePoint, monotoneCubic, publishedValues } from './interpolation.ts';

/**
 * What a breed table says of a column at an age in days, which may lie between published ages.
 * Null before the first and after the last published value, and where the table lacks the column.
 */
export function standardValue(
  breed: BreedName,
  column: BreedColumn,
  ageDays: number,
): number | null {
  const table: BreedTable = breedTables[breed];
  const points = publishedValues(table, column);
  if (table.between === 'linear') return linear(points, ageDays);
  if (table.between === 'cubic') return monotoneCubic(points, ageDays);
  return ratioToRoss308(points, column, ageDays);
}

/** Whether a table publishes no value of a column for an age, so that it lies between two others. */
export function isInterpolated(breed: BreedName, column: BreedColumn, ageDays: number): boolean {
  const points = publishedValues(breedTables[breed], column);
  return points[indexAtOrAfter(points, ageDays)]?.[0] !== ageDays;
}

function ratioToRoss308(
  points: readonly CurvePoint[],
  column: BreedColumn,
  ageDays: number,
): number | null {
  const base = linear(publishedValues(breedTables.ross_308, column), ageDays);
  const ratios = points.flatMap(([age, value]) => {
    const own = linear(publishedValues(breedTables.ross_308, column), age);
    return own === null ? [] : [[age, value / own] as const];
  });
  const ratio = monotoneCubic(ratios, ageDays);
  return base === null || ratio === null ? null : base * ratio;
}

function linear(points: readonly CurvePoint[], x: number): number | null {
  const right = indexAtOrAfter(points, x);
  const [x1, y1] = points[right] ?? [Number.NaN, Number.NaN];
  if (x1 === x) return y1;
  const [x0, y0] = points[right - 1] ?? [Number.NaN, Number.NaN];
  const value = y0 + ((y1 - y0) * (x - x0)) / (x1 - x0);
  return Number.isNaN(value) ? null : value;
}

/** Index of the first point at or after `x`, found by halving; the length when there is none. */
function indexAtOrAfter(points: readonly CurvePoint[], x: number): number {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((points[middle]?.[0] ?? x) < x) low = middle + 1;
    else high = middle;
  }
  return low;
}

// Each halving leaves half the span of ages: 40 of them leave less than a millisecond.
const HALVINGS = 40;

/** Age in days, with its fraction, at which the breed reaches a weight in g; null if it never does. */
export function standardAgeAtWeight(breed: BreedName, weightG: number): number | null {
  const points = publishedValues(breedTables[breed], 'weightG');
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || weightG < first[1] || weightG > last[1]) return null;
  let [low, high] = [first[0], last[0]];
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = (low + high) / 2;
    if ((standardWeightG(breed, middle) ?? 0) < weightG) low = middle;
    else high = middle;
  }
  return high;
}

/**
 * Feed a bird of the breed has eaten from placement to an age, in g. Null outside the ages of the
 * table and for layers, whose guides publish daily feed only.
 */
export function standardCumulativeFeedG(breed: BreedName, ageDays: number): number | null {
  return standardValue(breed, 'cumulativeFeedG', ageDays);
}

/**
 * Feed a bird of the breed eats on the day it reaches an age, in g. Where only cumulative feed is
 * published it is the difference to the day before. Null outside the ages of the table.
 */
export function standardDailyFeedG(breed: BreedName, ageDays: number): number | null {
  if ((breedTables[breed].columns as readonly string[]).includes('dailyFeedG'))
    return standardValue(breed, 'dailyFeedG', ageDays);
  const today = standardValue(breed, 'cumulativeFeedG', ageDays);
  const yesterday = standardValue(breed, 'cumulativeFeedG', ageDays - 1);
  return today === null || yesterday === null ? null : today - yesterday;
}

/** Weight of an egg of the breed at an age, in g; null outside the laying ages of the table. */
export function standardEggWeightG(breed: BreedName, ageDays: number): number | null {
  return standardValue(breed, 'eggWeightG', ageDays);
}

/**
 * Feed conversion of the breed at an age: cumulative feed by body weight, the weight of the chick
 * not subtracted, as the breeders define it. Null outside the ages of the table and for layers.
 */
export function standardFcr(breed: BreedName, ageDays: number): number | null {
  return standardValue(breed, 'fcr', ageDays);
}

/** Eggs per 100 living hens and day at an age; null outside the laying ages of the table. */
export function standardHenDayPct(breed: BreedName, ageDays: number): number | null {
  return standardValue(breed, 'henDayPct', ageDays);
}

/** Weight of a bird of the breed at an age, in g; null outside the ages of its table. */
export function standardWeightG(breed: BreedName, ageDays: number): number | null {
  return standardValue(breed, 'weightG', ageDays);
}
