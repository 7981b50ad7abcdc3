import type { BreedColumn, BreedTable } from './breed-table.ts';
import { type BreedName, breedTables } from './breed-tables.ts';
import { type CurvePoint, monotoneCubic } from './monotone-cubic.ts';
import { publishedValues } from './published-values.ts';

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
