import type { BreedColumn, BreedTable } from './breed-table.ts';

const DAYS_OF = { day: 1, week: 7 } as const;

/** The published values of a column by age in days; empty where the table does not hold it. */
export function publishedValues(table: BreedTable, column: BreedColumn): readonly CurvePoint[] {
  const known = cache.get(table)?.get(column);
  if (known) return known;
  const points = readColumn(table, column);
  const columns = cache.get(table) ?? new Map<BreedColumn, readonly CurvePoint[]>();
  cache.set(table, columns.set(column, points));
  return points;
}

// The tables never change, so a column is read out of its rows once.
const cache = new WeakMap<BreedTable, Map<BreedColumn, readonly CurvePoint[]>>();

function readColumn(table: BreedTable, column: BreedColumn): readonly CurvePoint[] {
  const index = table.columns.indexOf(column) + 1;
  if (index === 0) return [];
  return table.rows.flatMap((row) => {
    const [age, value] = [row[0], row[index]];
    return age == null || value == null ? [] : [[age * DAYS_OF[table.every], value] as const];
  });
}

/** A point of a curve: position, value. */
export type CurvePoint = readonly [x: number, y: number];

/**
 * The value at `x` of the piecewise cubic curve through the points that never overshoots them:
 * where the points rise, so does the curve. The points lie by rising position; null outside them.
 * Source: Fritsch and Carlson 1980, with the slopes of Fritsch and Butland 1984 (PCHIP).
 */
export function monotoneCubic(points: readonly CurvePoint[], x: number): number | null {
  const right = points.findIndex(([position]) => position >= x);
  const [x1, y1] = points[right] ?? [Number.NaN, Number.NaN];
  if (x1 === x) return y1;
  const [x0, y0] = points[right - 1] ?? [Number.NaN, Number.NaN];
  if (Number.isNaN(x0) || Number.isNaN(x1)) return null;
  const width = x1 - x0;
  const t = (x - x0) / width;
  const bend = (1 - t) ** 2;
  return (
    (1 + 2 * t) * bend * y0 +
    t * bend * width * slopeAt(points, right - 1) +
    t * t * (3 - 2 * t) * y1 +
    t * t * (t - 1) * width * slopeAt(points, right)
  );
}

function slopeAt(points: readonly CurvePoint[], index: number): number {
  const before = secant(points, index - 1);
  const after = secant(points, index);
  if (before === undefined) return endSlope(after, secant(points, index + 1));
  if (after === undefined) return endSlope(before, secant(points, index - 2));
  if (before.slope * after.slope <= 0) return 0;
  const weightBefore = 2 * after.width + before.width;
  const weightAfter = after.width + 2 * before.width;
  return (weightBefore + weightAfter) / (weightBefore / before.slope + weightAfter / after.slope);
}

interface Secant {
  readonly width: number;
  readonly slope: number;
}

function secant(points: readonly CurvePoint[], index: number): Secant | undefined {
  const [from, to] = [points[index], points[index + 1]];
  if (!from || !to) return undefined;
  const width = to[0] - from[0];
  return { width, slope: (to[1] - from[1]) / width };
}

/** The slope at an end from the two outermost secants, held within what keeps the curve monotone. */
function endSlope(outer: Secant | undefined, inner: Secant | undefined): number {
  if (!outer) return 0;
  if (!inner) return outer.slope;
  const slope =
    ((2 * outer.width + inner.width) * outer.slope - outer.width * inner.slope) /
    (outer.width + inner.width);
  if (slope * outer.slope <= 0) return 0;
  const turns = outer.slope * inner.slope <= 0;
  return turns && Math.abs(slope) > 3 * Math.abs(outer.slope) ? 3 * outer.slope : slope;
}
