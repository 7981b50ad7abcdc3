/** The sum of the values; absent values count as 0. */
export function sum(values: readonly (number | null | undefined)[]): number {
  let total = 0;
  for (const value of values) total += value ?? 0;
  return total;
}

/** The sum of the known values; null if there are values but all are unknown, 0 without values. */
export function knownSum(values: readonly (number | null)[]): number | null {
  const presentValues = values.filter((value) => value !== null);
  return presentValues.length === 0 && values.length > 0 ? null : sum(presentValues);
}

/** The sum of the values, 0 without values; null if any value is unknown. */
export function sumOrUnknown(values: readonly (number | null)[]): number | null {
  return values.includes(null) ? null : sum(values);
}

/** The mean of the values; null without values. */
export function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : sum(values) / values.length;
}

/** Sample standard deviation (n − 1); null for fewer than two values. */
export function standardDeviation(values: readonly number[]): number | null {
  const middle = mean(values);
  if (middle === null || values.length < 2) return null;
  const squares = values.map((value) => (value - middle) ** 2);
  return Math.sqrt(sum(squares) / (values.length - 1));
}

/** The median of the values; null without values. */
export function median(values: readonly number[]): number | null {
  return percentile(values, 0.5);
}

/**
 * Percentile of the values for a share from 0 to 1, with linear interpolation between ranks (type 7
 * of Hyndman and Fan 1996); null without values.
 */
export function percentile(values: readonly number[], share: number): number | null {
  // A typed array sorts many numbers several times faster.
  const sorted = new Float64Array(values).sort();
  const rank = share * (sorted.length - 1);
  const lowerValue = sorted[Math.floor(rank)];
  const upperValue = sorted[Math.ceil(rank)];
  if (lowerValue === undefined || upperValue === undefined) return null;
  return lowerValue + (upperValue - lowerValue) * (rank - Math.floor(rank));
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Slope of the least-squares line through the points; null if all have the same x. */
export function linearSlope(points: readonly Point[]): number | null {
  const [middle, level] = [mean(points.map(({ x }) => x)), mean(points.map(({ y }) => y))];
  if (middle === null || level === null) return null;
  const rise = sum(points.map(({ x, y }) => (x - middle) * (y - level)));
  const run = sum(points.map(({ x }) => (x - middle) ** 2));
  return run === 0 ? null : rise / run;
}

/**
 * Cumulative distribution function of the standard normal distribution. Source: Abramowitz and
 * Stegun 7.1.26, error at most 1.5·10⁻⁷.
 */
export function normalCdf(value: number): number {
  return (1 + Math.sign(value) * errorFunction(Math.abs(value) / Math.SQRT2)) / 2;
}

function errorFunction(x: number): number {
  const t = 1 / (1 + 0.3275911 * x);
  const polynomial =
    ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t;
  return 1 - polynomial * Math.exp(-x * x);
}

export interface WeightedValue {
  readonly value: number;
  readonly weight: number;
}

/**
 * Weighted percentile for a share from 0 to 1: each value is placed at the middle of its own
 * weight, with linear interpolation between values and constant extrapolation beyond the first and
 * last. With equal weights it is Hazen's percentile (type 5 of Hyndman and Fan 1996), and at 0.5
 * the median. The order of the values does not matter. Null without a value of positive weight.
 */
export function weightedPercentile(values: readonly WeightedValue[], share: number): number | null {
  const sorted = values
    .filter(({ weight }) => weight > 0)
    .toSorted((left, right) => left.value - right.value || left.weight - right.weight);
  const last = sorted.at(-1);
  if (!last) return null;
  const target = share * sorted.reduce((total, { weight }) => total + weight, 0);
  let [before, beforeAt, passed] = [sorted[0]?.value ?? last.value, 0, 0];
  for (const { value, weight } of sorted) {
    const at = passed + weight / 2;
    if (at >= target) {
      const part = at === beforeAt ? 1 : Math.max(0, target - beforeAt) / (at - beforeAt);
      return before + (value - before) * part;
    }
    [before, beforeAt, passed] = [value, at, passed + weight];
  }
  return last.value;
}

const STORED_DECIMALS = 9;
const STORED_DIGITS = 15;
// Below LARGEST_PLAIN, the error of a product is less than a quarter of NEAR_MIDDLE.
const LARGEST_PLAIN = 1e9;
const NEAR_MIDDLE = 1e-6;

/** Rounds half away from zero to the given number of decimals; `-0` becomes `0`. */
export function roundTo(value: number, decimals: number): number {
  const rounded = roundPlainly(Math.abs(value), decimals) ?? roundText(Math.abs(value), decimals);
  return rounded === 0 ? 0 : Math.sign(value) * rounded;
}

/**
 * Undefined near the midpoint between two results and for large numbers, where floating-point
 * errors could decide.
 */
function roundPlainly(value: number, decimals: number): number | undefined {
  const scale = 10 ** decimals;
  const scaled = value * scale;
  const isSafe = decimals >= 0 && scaled < LARGEST_PLAIN;
  return isSafe && Math.abs((scaled % 1) - 0.5) > NEAR_MIDDLE
    ? Math.round(scaled) / scale
    : undefined;
}

/** Shifting the decimal point in the text prevents 1.005 from becoming 1.00499999. */
function roundText(value: number, decimals: number): number {
  return shiftPoint(Math.round(shiftPoint(value, decimals)), -decimals);
}

function shiftPoint(value: number, places: number): number {
  const [digits = '', exponent = '0'] = `${value}`.split('e');
  return Number(`${digits}e${Number(exponent) + places}`);
}

/**
 * Rounds to at most 15 significant digits and 9 decimals, so that both databases store the same
 * number.
 */
export function roundForStorage(value: number): number {
  return roundTo(Number(value.toPrecision(STORED_DIGITS)), STORED_DECIMALS);
}

/** Quotient of two amounts; null when either is missing or the divisor is not positive. */
export function ratioOf(
  amount: number | null | undefined,
  base: number | null | undefined,
): number | null {
  return amount == null || base == null || base <= 0 ? null : amount / base;
}

/** A part in % of the whole; null when either is missing or the whole is not positive. */
export function percentOf(
  part: number | null | undefined,
  total: number | null | undefined,
): number | null {
  const share = ratioOf(part, total);
  return share === null ? null : share * 100;
}
