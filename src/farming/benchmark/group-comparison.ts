import { daysBetween } from '../../tools/calendar.ts';
import { median, percentOf, ratioOf } from '../../tools/statistics.ts';
import type { FarmSnapshot, FlockResult } from '../core/farm-snapshot.ts';
import { type Grade, gradeOf } from '../core/figure.ts';
import {
  flockForPlausibility,
  lastPlausibleWeighing,
  suspectSaleWeight,
} from '../core/plausibility.ts';
import { epef } from '../metrics/feed-and-water.ts';
import { areDeathsKnown, isFirstWeekKnown, livabilityPct } from '../metrics/mortality.ts';
import { lifetimeGainG } from '../metrics/weight.ts';
import { type BirdKind, birdKind, findBreed } from '../standards/breed-lookup.ts';
import {
  type BenchmarkAges,
  type BenchmarkFigures,
  type BenchmarkName,
  benchmarkMetrics,
  type ExpectedOf,
  noFigures,
  standardFigures,
} from './benchmark-figures.ts';

/** Rank of a flock among flocks of other farms. */
export interface GroupComparison {
  /** The median of the other flocks, adjusted to the age and breed of this flock. */
  readonly median: number | null;
  /** The share of other flocks that it outperforms, 0 to 100; ties count half. */
  readonly percentile: number | null;
}

/** The results of other farms, with the minimum number and feed coverage for a comparison. */
export interface BenchmarkGroup {
  readonly results: readonly FlockResult[];
  readonly needed: number;
  readonly feedCoveragePct: number;
}

/** The results of other farms that a flock of a kind is compared with. */
export function groupOf(
  kind: BirdKind,
  { groupResults, farm }: FarmSnapshot<'groupResults'>,
): readonly FlockResult[] {
  return groupResults.filter(
    (result) => result.vertical === farm.vertical && birdsOf(result).kind === kind,
  );
}

/**
 * Compares a figure of a flock with other farms, each relative to its own standard, because the
 * ages of the flocks differ. Null with fewer comparable flocks than needed.
 */
function groupComparison(
  name: BenchmarkName,
  flock: { readonly own: BenchmarkFigures; readonly standard: BenchmarkFigures },
  group: BenchmarkGroup,
): GroupComparison {
  const indices = group.results
    .map((result) => {
      const standard = standardFigures(birdsOf(result), resultAges(result));
      return indexOf(name, resultFigures(result, group.feedCoveragePct)[name], standard[name]);
    })
    .filter((index) => index !== null);
  const middle = indices.length < group.needed ? null : median(indices);
  const ownIndex = indexOf(name, flock.own[name], flock.standard[name]);
  return {
    median: middle === null ? null : atStandard(name, middle, flock.standard[name]),
    percentile: middle === null || ownIndex === null ? null : percentileOf(name, ownIndex, indices),
  };
}

/** A figure divided by its standard; for livability, the losses divided by their standard. */
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

function percentileOf(name: BenchmarkName, ownIndex: number, others: readonly number[]): number {
  // The livability index measures losses, so lower is better.
  const isMoreBetter = name !== 'livability' && benchmarkMetrics[name].better === 'more';
  const beaten = others.filter((other) => (isMoreBetter ? other < ownIndex : other > ownIndex));
  const equalIndexes = others.filter((other) => other === ownIndex);
  return ((beaten.length + equalIndexes.length / 2) / others.length) * 100;
}

/** The kind, breed and arrival age of the birds of a result. */
function birdsOf({ breed, vertical, arrivalAgeDays }: FlockResult): ExpectedOf {
  return { kind: birdKind(breed, vertical), breed: findBreed(breed), arrivalAgeDays };
}

function resultAges(result: FlockResult): BenchmarkAges {
  const reachedAge = result.lastDay === null ? null : ageOn(result, result.lastDay);
  const isSold = isWeighedSale(result);
  const weighedOn = isSold ? result.lastDay : result.lastWeightDay;
  return { weighed: weighedOn === null ? null : ageOn(result, weighedOn), reached: reachedAge };
}

/** The figures of another farm's flock, from its result. */
function resultFigures(result: FlockResult, feedCoveragePct: number): BenchmarkFigures {
  const { mortality, culls, soldBirds, deathDays } = result;
  // With more birds removed than placed, no per-bird figure is valid.
  const isImpossible = (result.placed ?? 0) < mortality + culls + soldBirds;
  const placed = isImpossible ? null : result.placed;
  const soldKg = isWeighedSale(result) ? result.soldKg : null;
  const { weighed } = resultAges(result);
  const weight = soldKg === null ? weighedG(result) : (soldKg / soldBirds) * 1000;
  const livability = areDeathsKnown(deathDays) ? livabilityPct(placed, { mortality, culls }) : null;
  const fcr = placed === null ? null : ratioOf(eatenKg(result, feedCoveragePct), soldKg);
  const weightKg = weight === null ? null : weight / 1000;
  return {
    ...noFigures,
    weight,
    adg: weighed === null ? null : lifetimeGainG(weight, weighed),
    fcr,
    epef:
      weighed === null
        ? null
        : epef({ livabilityPct: livability, weightKg, ageDays: weighed, fcr }),
    livability,
    firstWeekMortality:
      result.arrivalAgeDays === 0 && isFirstWeekKnown(result.firstWeekDeathDays)
        ? percentOf(result.firstWeekMortality, placed)
        : null,
  };
}

/**
 * Feed eaten by another farm's flock, with unlogged days counted at the mean of the logged ones;
 * null when feed was logged on too few days.
 */
function eatenKg({ feedKg, feedDays }: FlockResult, feedCoveragePct: number): number | null {
  const logged = feedDays.due - feedDays.unlogged;
  const coveragePct = percentOf(logged, feedDays.due);
  if (coveragePct === null || coveragePct < feedCoveragePct || feedKg <= 0) return null;
  return (feedKg * feedDays.due) / logged;
}

function ageOn({ placementDate, arrivalAgeDays }: FlockResult, day: string): number {
  return daysBetween(placementDate, day) + arrivalAgeDays;
}

/** Whether all birds of a flock were sold at a plausible weight. */
function isWeighedSale(
  result: FlockResult,
): result is FlockResult & { readonly soldKg: number; readonly lastDay: string } {
  const { soldBirds, soldKg, lastDay } = result;
  if (soldKg === null || soldKg <= 0 || soldBirds <= 0 || lastDay === null) return false;
  const sale = { id: result.flockId, date: lastDay, birdsCount: soldBirds, totalWeightKg: soldKg };
  return (
    suspectSaleWeight(flockForPlausibility({ ...result, barnType: result.vertical }), sale) ===
    undefined
  );
}

function weighedG(result: FlockResult): number | null {
  const { lastWeightG: g, lastWeightDay: day } = result;
  if (g === null || day === null) return null;
  const flockWithType = { ...result, barnType: result.vertical };
  return lastPlausibleWeighing(flockWithType, [{ day, g }])?.g ?? null;
}

/** A figure of a flock and its references; unrounded. */
export interface BenchmarkRow {
  readonly metric: BenchmarkName;
  readonly value: number | null;
  readonly breedStandard: number | null;
  readonly farmMedian: number | null;
  readonly groupMedian: number | null;
  readonly percentileInGroup: number | null;
  /** The reference of `deltaPct`: the first of these that is known. */
  readonly reference: 'standard' | 'farm' | 'group' | null;
  /** Positive is better. */
  readonly deltaPct: number | null;
  readonly grade: Grade | null;
}

/** The references for the figures of a flock. */
export interface BenchmarkAgainst {
  readonly standard: BenchmarkFigures;
  /** The figures of the farm's closed flocks at the ages of the flock. */
  readonly farm: readonly BenchmarkFigures[];
  readonly farmNeeded: number;
  readonly group: BenchmarkGroup;
}

/** Compares one figure of a flock with its breed standard, its farm and other farms. */
export function benchmarkRow(
  metric: BenchmarkName,
  ownFigures: BenchmarkFigures,
  against: BenchmarkAgainst,
): BenchmarkRow {
  const group = groupComparison(
    metric,
    { own: ownFigures, standard: against.standard },
    against.group,
  );
  const farmValues = against.farm
    .map((figures) => figures[metric])
    .filter((value) => value !== null);
  const references = {
    standard: against.standard[metric],
    farm: farmValues.length < against.farmNeeded ? null : median(farmValues),
    group: group.median,
  };
  const reference = (['standard', 'farm', 'group'] as const).find(
    (name) => references[name] !== null,
  );
  const value = ownFigures[metric];
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
    grade: deltaPct === null ? null : gradeOf(deltaPct),
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
