import { median } from '../../tools/statistics.ts';
import { percentOf } from '../metrics/percent-of.ts';
import type { FlockResult } from '../snapshot/flock-result.ts';
import { type BenchmarkFigures, type BenchmarkName, benchmarkMetrics } from './benchmark-metric.ts';
import { groupComparison } from './group-comparison.ts';

/** A figure of a flock and what it is held against; nothing is rounded. */
export interface BenchmarkRow {
  readonly metric: BenchmarkName;
  readonly value: number | null;
  readonly breedStandard: number | null;
  readonly farmMedian: number | null;
  readonly groupMedian: number | null;
  readonly percentileInGroup: number | null;
  /** What `deltaPct` is taken from: the first of these that is known. */
  readonly reference: 'standard' | 'farm' | 'group' | null;
  /** Above 0 is better. */
  readonly deltaPct: number | null;
  readonly grade: 'A' | 'B' | 'C' | 'D' | 'E' | null;
}

/** What the figures of a flock are held against. */
export interface BenchmarkAgainst {
  readonly standard: BenchmarkFigures;
  /** The figures of the closed flocks of the farm at the ages of the flock. */
  readonly farm: readonly BenchmarkFigures[];
  readonly farmNeeded: number;
  readonly group: { readonly results: readonly FlockResult[]; readonly needed: number };
}

const GRADES = [
  ['A', 2],
  ['B', -2],
  ['C', -6],
  ['D', -12],
] as const;

/** Holds one figure of a flock against its breed, its farm and other farms. */
export function benchmarkRow(
  metric: BenchmarkName,
  own: BenchmarkFigures,
  against: BenchmarkAgainst,
): BenchmarkRow {
  const group = groupComparison(metric, { own, standard: against.standard }, against.group);
  const known = against.farm.map((figures) => figures[metric]).filter((value) => value !== null);
  const references = {
    standard: against.standard[metric],
    farm: known.length < against.farmNeeded ? null : median(known),
    group: group.median,
  };
  const reference = (['standard', 'farm', 'group'] as const).find(
    (name) => references[name] !== null,
  );
  const value = own[metric];
  const deltaPct = reference ? betterByPct(metric, value, references[reference]) : null;
  return {
    metric,
    value,
    breedStandard: references.standard,
    farmMedian: references.farm,
    groupMedian: references.group,
    percentileInGroup: group.percentile,
    reference: reference ?? null,
    deltaPct,
    grade: deltaPct === null ? null : (GRADES.find(([, least]) => deltaPct >= least)?.[0] ?? 'E'),
  };
}

function betterByPct(
  metric: BenchmarkName,
  value: number | null,
  reference: number | null,
): number | null {
  if (value === null || reference === null) return null;
  const more = percentOf(value - reference, reference);
  return more === null || benchmarkMetrics[metric].better === 'more' ? more : -more;
}
