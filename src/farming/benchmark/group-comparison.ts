import { median } from '../../tools/statistics.ts';
import type { BirdKind } from '../metrics/bird-kind.ts';
import { ratioOf } from '../metrics/ratio-of.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';
import type { FlockResult } from '../snapshot/flock-result.ts';
import { type BenchmarkFigures, type BenchmarkName, benchmarkMetrics } from './benchmark-metric.ts';
import { birdsOf, resultAges, resultFigures } from './result-figures.ts';
import { standardFigures } from './standard-figures.ts';

/** Where a flock stands among those of other farms. */
export interface GroupComparison {
  /** The median of the others, brought to the age and breed of the flock. */
  readonly median: number | null;
  /** The share of them that it does better than, 0 to 100; those alike count half. */
  readonly percentile: number | null;
}

/** The results of other farms that a flock of a kind is held against. */
export function groupOf(
  kind: BirdKind,
  { groupResults, farm }: FarmSnapshot<'groupResults'>,
): readonly FlockResult[] {
  return groupResults.filter(
    (result) => result.vertical === farm.vertical && birdsOf(result).kind === kind,
  );
}

/**
 * Holds a figure of a flock against other farms: each by how it lies to what was to be expected of
 * it, since other flocks are of other ages. Null where fewer than are needed can be told.
 */
export function groupComparison(
  name: BenchmarkName,
  flock: { readonly own: BenchmarkFigures; readonly standard: BenchmarkFigures },
  group: { readonly results: readonly FlockResult[]; readonly needed: number },
): GroupComparison {
  const indices = group.results
    .map((result) => {
      const standard = standardFigures(birdsOf(result), resultAges(result));
      return indexOf(name, resultFigures(result)[name], standard[name]);
    })
    .filter((index) => index !== null);
  const middle = indices.length < group.needed ? null : median(indices);
  const own = indexOf(name, flock.own[name], flock.standard[name]);
  return {
    median: middle === null ? null : atStandard(name, middle, flock.standard[name]),
    percentile: middle === null || own === null ? null : percentileOf(name, own, indices),
  };
}

/** A figure by its standard; livability by the birds lost, of which there is a curve. */
function indexOf(
  name: BenchmarkName,
  value: number | null,
  standard: number | null,
): number | null {
  if (value === null || standard === null) return null;
  return name === 'livability' ? ratioOf(100 - value, 100 - standard) : ratioOf(value, standard);
}

function atStandard(name: BenchmarkName, index: number, standard: number | null): number | null {
  if (standard === null) return null;
  return name === 'livability' ? 100 - index * (100 - standard) : index * standard;
}

function percentileOf(name: BenchmarkName, own: number, others: readonly number[]): number {
  // The index of livability is one of losses.
  const isMoreBetter = name !== 'livability' && benchmarkMetrics[name].better === 'more';
  const beaten = others.filter((other) => (isMoreBetter ? other < own : other > own));
  const alike = others.filter((other) => other === own);
  return ((beaten.length + alike.length / 2) / others.length) * 100;
}
