import { type BreedColumn, type BreedName, type BreedTable, breedTables } from './breed-tables.ts';

/**
 * The value of a breed table column at an age in days, interpolated between published ages. Null
 * before the first and after the last published value, and when the table lacks the column.
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

/** Whether the value of a column at an age is interpolated because the table publishes none. */
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
    const published = linear(publishedValues(breedTables.ross_308, column), age);
    return published === null ? [] : [[age, value / published] as const];
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

/** Index of the first point at or after `x`, by binary search; the length when there is none. */
function indexAtOrAfter(points: readonly CurvePoint[], x: number): number {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((points[middle]?.[0] ?? x) < x) low = middle + 1;
    else high = middle;
  }
  return low;
}

// Each step halves the age span: 40 of them reduce it to less than a millisecond.
const HALVINGS = 40;

/** Fractional age in days at which the breed reaches a weight in g; null if it never does. */
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
 * Standard cumulative feed from placement to an age, in g. Null outside the ages of the table and
 * for layers, whose guides publish daily feed only.
 */
export function standardCumulativeFeedG(breed: BreedName, ageDays: number): number | null {
  return standardValue(breed, 'cumulativeFeedG', ageDays);
}

/**
 * Standard feed on the day an age is reached, in g. When only cumulative feed is published, it is
 * the difference to the day before. Null outside the ages of the table.
 */
export function standardDailyFeedG(breed: BreedName, ageDays: number): number | null {
  if ((breedTables[breed].columns as readonly string[]).includes('dailyFeedG'))
    return standardValue(breed, 'dailyFeedG', ageDays);
  const today = standardValue(breed, 'cumulativeFeedG', ageDays);
  const yesterday = standardValue(breed, 'cumulativeFeedG', ageDays - 1);
  return today === null || yesterday === null ? null : today - yesterday;
}

/** Standard egg weight at an age, in g; null outside the laying ages of the table. */
export function standardEggWeightG(breed: BreedName, ageDays: number): number | null {
  return standardValue(breed, 'eggWeightG', ageDays);
}

/**
 * Standard feed conversion at an age: cumulative feed divided by body weight, without subtracting
 * the chick weight, as the breeders define it. Null outside the ages of the table and for layers.
 */
export function standardFcr(breed: BreedName, ageDays: number): number | null {
  return standardValue(breed, 'fcr', ageDays);
}

/** Standard eggs per 100 live hens and day at an age; null outside the laying ages of the table. */
export function standardHenDayPct(breed: BreedName, ageDays: number): number | null {
  return standardValue(breed, 'henDayPct', ageDays);
}

/** Standard body weight at an age, in g; null outside the ages of the table. */
export function standardWeightG(breed: BreedName, ageDays: number): number | null {
  return standardValue(breed, 'weightG', ageDays);
}

const DAYS_OF = { day: 1, week: 7 } as const;

/** The published values of a column by age in days; empty when the table lacks it. */
export function publishedValues(table: BreedTable, column: BreedColumn): readonly CurvePoint[] {
  const cached = cache.get(table)?.get(column);
  if (cached) return cached;
  const points = readColumn(table, column);
  const columns = cache.get(table) ?? new Map<BreedColumn, readonly CurvePoint[]>();
  cache.set(table, columns.set(column, points));
  return points;
}

// Tables never change, so each column is extracted only once.
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
 * The value at `x` of a piecewise cubic curve through the points that never overshoots them: the
 * curve rises where the points rise. Points must be sorted by position; null outside them. Source:
 * Fritsch and Carlson 1980, with the slopes of Fritsch and Butland 1984 (PCHIP).
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

/** The slope at an end from the two outermost secants, limited so that the curve stays monotone. */
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

// biome-ignore format: one week per line.
const BROILER_FIRST_DAYS = [
  0, 0.1, 0.11, 0.13, 0.13, 0.09, 0.06, 0.04,
  0.065, 0.062, 0.06,
] as const;
const BROILER_PLATEAU_PCT = 0.0585;
const BROILER_RISE_FROM_DAY = 31;

const LAYER_YOUNG_WEEKLY_PCT = 0.07;
const LAYER_OLD_WEEKLY_PCT = 0.11;
const LAYER_RISE_WEEKS = { from: 45, to: 60 } as const;

/**
 * Birds expected to die on a day of age, in % of those placed. Broilers and turkeys: a peak on days
 * 3 and 4, flat to day 30, then rising, 0.66 % in the first week and 3.52 % up to day 42. Layers:
 * 0.07 % a week up to 45 weeks, 0.11 % from 60 weeks. Source: means of 107 German Ross 308 flocks
 * (Frontiers 2022.957786), shape from Tabler's 38 flocks; layers from the ISA Brown product guide.
 */
export function expectedMortalityPct(kind: BreedTable['kind'], ageDays: number): number {
  if (ageDays < 1) return 0;
  return kind === 'layer' ? layerPct(ageDays / 7) : broilerPct(Math.floor(ageDays));
}

/** Birds expected to die from day 1 up to and including a day of age, in % of those placed. */
export function expectedCumulativeMortalityPct(kind: BreedTable['kind'], ageDays: number): number {
  const percentages = cumulative[kind];
  const last = Math.floor(Math.min(ageDays, OLDEST_DAYS));
  for (let age = percentages.length; age <= last; age++)
    percentages.push((percentages.at(-1) ?? 0) + expectedMortalityPct(kind, age));
  return percentages[last] ?? 0;
}

/** Maximum age in the cache of cumulative sums; forecasts need a sum for every day. */
const OLDEST_DAYS = 5000;
const cumulative: Record<BreedTable['kind'], number[]> = { broiler: [0], turkey: [0], layer: [0] };

function broilerPct(age: number): number {
  const first = BROILER_FIRST_DAYS[age];
  if (first !== undefined) return first;
  if (age < BROILER_RISE_FROM_DAY) return BROILER_PLATEAU_PCT;
  return 0.07 + 0.01 * (age - BROILER_RISE_FROM_DAY);
}

function layerPct(ageWeeks: number): number {
  const { from, to } = LAYER_RISE_WEEKS;
  const risen = Math.min(1, Math.max(0, (ageWeeks - from) / (to - from)));
  return (LAYER_YOUNG_WEEKLY_PCT + risen * (LAYER_OLD_WEEKLY_PCT - LAYER_YOUNG_WEEKLY_PCT)) / 7;
}

/** The weight of a breed at an age in days, in g; clamped to the ages of its table. */
export function clampedWeightG(breed: BreedName, age: number): number {
  return clamped(weights, { breed, age }, weightAt);
}

/**
 * Standard daily feed of a breed at an age in days, in g; clamped to the ages of its table, and
 * derived from the weight when none is published.
 */
export function clampedFeedG(breed: BreedName, age: number): number {
  return clamped(feeds, { breed, age }, feedAt);
}

interface BreedAge {
  readonly breed: BreedName;
  readonly age: number;
}

type ByAge = Map<BreedName, Map<number, number>>;

// Cached: every log of every flock is checked, but there are few breeds and ages.
const weights: ByAge = new Map();
const feeds: ByAge = new Map();

function clamped(
  valuesByAge: ByAge,
  { breed, age }: BreedAge,
  compute: (at: BreedAge) => number,
): number {
  const at = { breed, age: Math.min(lastAge(breed), Math.max(firstAge(breed), age)) };
  const ages = valuesByAge.get(breed) ?? new Map<number, number>();
  valuesByAge.set(breed, ages);
  const value = ages.get(at.age) ?? compute(at);
  ages.set(at.age, value);
  return value;
}

function weightAt({ breed, age }: BreedAge): number {
  return standardValue(breed, 'weightG', age) ?? Number.NaN;
}

/** Broilers eat about 98.9 g × (weight in kg)^0.677 per day (the breeders' tables). */
const FEED_BY_WEIGHT = { gAt1Kg: 98.9, power: 0.677 } as const;

function feedAt(at: BreedAge): number {
  const published = standardDailyFeedG(at.breed, at.age);
  if (published !== null && published > 0) return published;
  return FEED_BY_WEIGHT.gAt1Kg * (weightAt(at) / 1000) ** FEED_BY_WEIGHT.power;
}

/** The first age in days with a published weight of a breed. */
export function firstAge(breed: BreedName): number {
  return publishedValues(breedTables[breed], 'weightG')[0]?.[0] ?? 0;
}

function lastAge(breed: BreedName): number {
  return publishedValues(breedTables[breed], 'weightG').at(-1)?.[0] ?? 0;
}
