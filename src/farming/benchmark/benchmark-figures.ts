import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import type { FlockRecord } from '../core/flock-record.ts';
import { mortalityAtAge, standardMortalityPct } from '../health/mortality.ts';
import { ageDays } from '../metrics/dates.ts';
import { epef } from '../metrics/feed-and-water.ts';
import { firstWeekMortalityPct, livabilityPct } from '../metrics/mortality.ts';
import {
  combinedBasis,
  mortalityBasis,
  type StandardBasis,
  standardBasis,
} from '../metrics/standard-basis.ts';
import { lifetimeGainG } from '../metrics/weight.ts';
import { performanceOnDay } from '../performance/flock-performance.ts';
import { layingRates, layingStandardPct } from '../performance/laying.ts';
import {
  flockStateOn,
  type Performance,
  type PerformanceBasis,
} from '../performance/performance.ts';
import type { BirdKind } from '../standards/breed-lookup.ts';
import type { BreedName } from '../standards/breed-tables.ts';
import { standardFcr, standardWeightG } from '../standards/standard-values.ts';

/** A figure used to compare flocks. */
export interface BenchmarkMetric {
  readonly better: 'more' | 'less';
  readonly kinds: readonly BirdKind[];
  /** The kind of figure, which determines its rounding. */
  readonly figure: 'grams' | 'ratio' | 'score' | 'pct' | 'price';
}

const FOR_MEAT = ['broiler', 'turkey'] as const;
const ALL = ['broiler', 'turkey', 'layer'] as const;

/** The figures used to compare flocks, in the order of the answer. */
export const benchmarkMetrics = {
  weight: { better: 'more', kinds: ALL, figure: 'grams' },
  adg: { better: 'more', kinds: FOR_MEAT, figure: 'grams' },
  fcr: { better: 'less', kinds: FOR_MEAT, figure: 'ratio' },
  epef: { better: 'more', kinds: FOR_MEAT, figure: 'score' },
  livability: { better: 'more', kinds: ALL, figure: 'pct' },
  firstWeekMortality: { better: 'less', kinds: ALL, figure: 'pct' },
  costPerKg: { better: 'less', kinds: FOR_MEAT, figure: 'price' },
  henDay: { better: 'more', kinds: ['layer'], figure: 'pct' },
} as const satisfies Readonly<Record<string, BenchmarkMetric>>;

export type BenchmarkName = keyof typeof benchmarkMetrics;

/** The names of the figures, in the order of the answer. */
export const benchmarkNames = Object.keys(benchmarkMetrics) as readonly BenchmarkName[];

/** The figures of one flock or of a reference; null when unknown. */
export type BenchmarkFigures = Readonly<Record<BenchmarkName, number | null>>;

export const noFigures: BenchmarkFigures = {
  weight: null,
  adg: null,
  fcr: null,
  epef: null,
  livability: null,
  firstWeekMortality: null,
  costPerKg: null,
  henDay: null,
};

/** The ages in days for which the figures of a flock are known; null when unknown. */
export interface BenchmarkAges {
  /** At the weighing. */
  readonly weighed: number | null;
  /** The age reached. */
  readonly reached: number | null;
}

/** The ages at which a flock is compared with others. */
export function benchmarkAges(record: FlockRecord, performance: Performance | null): BenchmarkAges {
  return { weighed: performance?.ageDays ?? null, reached: record.ageDays };
}

/** The birds whose standard is requested. */
export interface ExpectedOf {
  readonly kind: BirdKind;
  readonly breed: BreedName | undefined;
  readonly arrivalAgeDays: number;
}

export const FIRST_WEEK_DAYS = 7;

/** The values of the breed table and the mortality curve of the kind at the ages of a flock. */
export function standardFigures(
  birds: ExpectedOf,
  { weighed, reached }: BenchmarkAges,
): BenchmarkFigures {
  const { breed, arrivalAgeDays } = birds;
  return {
    ...noFigures,
    ...(breed && weighed !== null ? standardOfWeighed(birds, breed, weighed) : {}),
    livability: reached === null ? null : 100 - standardMortalityPct(birds, reached),
    firstWeekMortality: arrivalAgeDays === 0 ? standardMortalityPct(birds, FIRST_WEEK_DAYS) : null,
    henDay: breed && reached !== null ? layingStandardPct(breed, reached) : null,
  };
}

/** The basis of the standard of a figure at the ages of a flock. */
export function standardFigureBasis(
  metric: BenchmarkName,
  { kind, breed }: Pick<ExpectedOf, 'kind' | 'breed'>,
  { weighed, reached }: BenchmarkAges,
): StandardBasis | null {
  const weight = standardBasis(breed, 'weightG', weighed);
  const fcr = standardBasis(breed, 'fcr', weighed);
  switch (metric) {
    case 'weight':
    case 'adg':
      return weight;
    case 'fcr':
      return fcr;
    case 'epef':
      return efficiencyBasis(combinedBasis(weight, fcr), mortalityBasis(kind));
    case 'livability':
    case 'firstWeekMortality':
      return mortalityBasis(kind);
    case 'henDay':
      return standardBasis(breed, 'henDayPct', reached);
    case 'costPerKg':
      return null;
  }
}

/**
 * The document of the breed, with at most the confidence of the mortality curve used for
 * livability.
 */
function efficiencyBasis(breed: StandardBasis | null, curve: StandardBasis): StandardBasis | null {
  const basis = combinedBasis(breed, curve);
  return breed && basis && { ...basis, document: breed.document, edition: breed.edition };
}

/**
 * The efficiency standard is computed from the standards of weight, feed conversion and mortality.
 */
function standardOfWeighed(birds: ExpectedOf, breed: BreedName, ageDays: number) {
  const [weight, fcr] = [standardWeightG(breed, ageDays), standardFcr(breed, ageDays)];
  return {
    weight,
    adg: lifetimeGainG(weight, ageDays),
    fcr,
    epef: epef({
      livabilityPct: 100 - standardMortalityPct(birds, ageDays),
      weightKg: weight === null ? null : weight / 1000,
      ageDays,
      fcr,
    }),
  };
}
/** The figures of a flock up to its last day, except the cost per kg. */
export function ownFigures(record: FlockRecord, performance: Performance | null): BenchmarkFigures {
  return { ...figuresByDay(record, record.lastDay), ...figuresOf(performance) };
}

/** The figures of a closed flock at the ages of another one; null when it did not reach them. */
export function figuresAtAges(
  record: FlockRecord,
  ages: BenchmarkAges,
  basis: PerformanceBasis,
): BenchmarkFigures {
  return stateAtAges(record, ages, basis).figures;
}

/** The figures of a flock at some ages, and the performance they are computed from. */
export function stateAtAges(
  record: FlockRecord,
  { weighed, reached }: BenchmarkAges,
  basis: PerformanceBasis,
): { readonly figures: BenchmarkFigures; readonly performance: Performance | null } {
  const weighedOn = dayOfAge(record, weighed);
  const performance = weighedOn === null ? null : performanceOnDay(record, weighedOn, basis);
  const figures = figuresByDay(record, dayOfAge(record, reached));
  return { figures: { ...figures, ...figuresOf(performance) }, performance };
}

function figuresOf(performance: Performance | null) {
  return {
    weight: performance?.weightG ?? null,
    adg: performance?.adgG ?? null,
    fcr: performance?.isFcrUpperBound ? null : (performance?.fcr ?? null),
    epef: performance?.isFcrUpperBound ? null : (performance?.epef ?? null),
  };
}

function figuresByDay(record: FlockRecord, day: CalendarDay | null): BenchmarkFigures {
  const placed = record.isImpossible ? null : record.placed;
  const isDayOld = (record.flock.arrivalAgeDays ?? 0) === 0;
  const isOneWeekOld = (record.ageDays ?? 0) >= FIRST_WEEK_DAYS;
  const deaths = record.days.map((recorded) => ({
    ageDays: recorded.ageDays,
    mortality: recorded.log?.mortality ?? null,
  }));
  return {
    ...noFigures,
    livability: day === null ? null : livabilityBy(record, day),
    firstWeekMortality: isDayOld && isOneWeekOld ? firstWeekMortalityPct(deaths, placed) : null,
    henDay: day === null ? null : layingRates(record, day).henDayPct,
  };
}

function livabilityBy(record: FlockRecord, day: CalendarDay): number | null {
  if (mortalityAtAge(record, ageDays(record.flock, day)) === null) return null;
  return livabilityPct(record.placed, flockStateOn(record, day));
}

function dayOfAge(record: FlockRecord, age: number | null): CalendarDay | null {
  const { flock, ageDays: reachedAge } = record;
  if (age === null || reachedAge === null || reachedAge < age) return null;
  const daysInBarn = Math.round(age) - (flock.arrivalAgeDays ?? 0);
  return daysInBarn < 0 ? null : addDays(flock.placementDate, daysInBarn);
}
