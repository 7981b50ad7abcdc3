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

/** A figure by which flocks are held against each other. */
export interface BenchmarkMetric {
  readonly better: 'more' | 'less';
  readonly kinds: readonly BirdKind[];
  /** How much of it there is for reckoning with it: grams, parts of a hundred, and so on. */
  readonly figure: 'grams' | 'ratio' | 'score' | 'pct' | 'price';
}

const FOR_MEAT = ['broiler', 'turkey'] as const;
const ALL = ['broiler', 'turkey', 'layer'] as const;

/** The figures by which flocks are held against each other, in the order of the answer. */
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

/** The figures of one flock, or of what it is held against; null where not known. */
export type BenchmarkFigures = Readonly<Record<BenchmarkName, number | null>>;

/** Where nothing is known. */
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

/** The ages at which the figures of a flock are known, in days; null where one is not. */
export interface BenchmarkAges {
  /** At which it was weighed. */
  readonly weighed: number | null;
  /** It has reached. */
  readonly reached: number | null;
}

/** The ages to hold a flock against others at. */
export function benchmarkAges(record: FlockRecord, performance: Performance | null): BenchmarkAges {
  return { weighed: performance?.ageDays ?? null, reached: record.ageDays };
}

/** What is to be expected of birds. */
export interface ExpectedOf {
  readonly kind: BirdKind;
  readonly breed: BreedName | undefined;
  readonly arrivalAgeDays: number;
}

export const FIRST_WEEK_DAYS = 7;

/** What the table of the breed, and the mortality curve of the kind, say at the ages of a flock. */
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

/** The document of the breed, no more certain than the mortality curve that its livability comes from. */
function efficiencyBasis(breed: StandardBasis | null, curve: StandardBasis): StandardBasis | null {
  const both = combinedBasis(breed, curve);
  return breed && both && { ...both, document: breed.document, edition: breed.edition };
}

/** The standard of efficiency is made of the standards of weight, feed conversion and deaths. */
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
/** The figures of a flock up to its last day; the cost of a kilogram is not among them. */
export function ownFigures(record: FlockRecord, performance: Performance | null): BenchmarkFigures {
  return { ...figuresByDay(record, record.lastDay), ...figuresOf(performance) };
}

/** The figures a closed flock had at the ages of another one; null where it was not that old. */
export function figuresAtAges(
  record: FlockRecord,
  ages: BenchmarkAges,
  basis: PerformanceBasis,
): BenchmarkFigures {
  return stateAtAges(record, ages, basis).figures;
}

/** The figures a flock had at some ages, and the performance that they are made of. */
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
  const { flock, ageDays: reached } = record;
  if (age === null || reached === null || reached < age) return null;
  const inside = Math.round(age) - (flock.arrivalAgeDays ?? 0);
  return inside < 0 ? null : addDays(flock.placementDate, inside);
}
