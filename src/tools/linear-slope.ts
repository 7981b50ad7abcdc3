import { mean, sum } from './statistics.ts';

/** A point on a plane. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The slope of the straight line through points by least squares; null when all have the same x. */
export function linearSlope(points: readonly Point[]): number | null {
  const [middle, level] = [mean(points.map(({ x }) => x)), mean(points.map(({ y }) => y))];
  if (middle === null || level === null) return null;
  const rise = sum(points.map(({ x, y }) => (x - middle) * (y - level)));
  const run = sum(points.map(({ x }) => (x - middle) ** 2));
  return run === 0 ? null : rise / run;
}
