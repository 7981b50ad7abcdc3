import { chartSeries, type SeriesName } from '../../model/charts.ts';
import { addDays, type CalendarDay, daysBetween } from '../../tools/calendar.ts';
import type { FarmFrame, RangedWeight } from '../core/farm-snapshot.ts';
import { figure } from '../core/figure.ts';
import { deathDaysOf, findFlockDay } from '../core/flock-days.ts';
import { type FlockRecord, flockName } from '../core/flock-record.ts';
import {
  aboutFlock,
  missingInFlock,
  missingInLog,
  missingPopulation,
  missingWeight,
  suspectText,
  unloggedDeaths,
} from '../core/missing-data.ts';
import type { SuspectField } from '../core/plausibility.ts';
import { standardFeedG, weightFigures, weightNow } from '../core/projections.ts';
import type { MissingData } from '../core/section.ts';
import { cumulativeMortality, standardMortalityPct } from '../health/mortality.ts';
import { expectedDeaths } from '../health/mortality-spike.ts';
import { ageDays } from '../metrics/dates.ts';
import { breakagePct, henDayPct } from '../metrics/eggs.ts';
import { feedPerBirdG, waterFeedRatio } from '../metrics/feed-and-water.ts';
import { cumulativeMortalityPct, dailyMortalityPct } from '../metrics/mortality.ts';
import { mortalityBasis, weightBasisOn } from '../metrics/standard-basis.ts';
import { standardWeightOn, weightDeviationPct } from '../metrics/weight.ts';
import { weightsByDay } from '../performance/flock-performance.ts';
import { type BreedColumn, type BreedTable, breedTables } from '../standards/breed-tables.ts';
import { isInterpolated, standardHenDayPct, standardValue } from '../standards/standard-values.ts';
import { type ChartMoment, type ChartValues, chartHead, groupMoments, stepFor } from './chart.ts';
import type { DaySpan } from './flock-week.ts';

export type FlockChartName = 'growth' | 'mortality' | 'feed' | 'laying';

export interface FlockChartInput {
  readonly record: FlockRecord;
  /** The fused weights of the flock, oldest first. */
  readonly weights: readonly RangedWeight[];
  readonly frame: FarmFrame;
  readonly span: DaySpan;
  /** Maximum number of points. */
  readonly points: number;
}

/** The definition of a flock chart: how its days are computed and its missing data. */
interface FlockChart<C extends FlockChartName> {
  /** Returns a function for the values of a day; prepared once for all days. */
  readonly values: (input: FlockChartInput) => (day: CalendarDay) => ChartValues<C>;
  /** The denominators of the series that are ratios. */
  readonly by: (input: FlockChartInput, day: CalendarDay) => NonNullable<ChartMoment<C>['by']>;
  /** Columns of the breed table for its standard; the first available one is used. */
  readonly columns: readonly BreedColumn[];
  /** The series of each recorded field that may be implausible. */
  readonly fields: Readonly<Partial<Record<SuspectField, SeriesName<C>>>>;
  /** The series that are a lower bound while deaths of earlier days are not logged. */
  readonly atLeast: readonly SeriesName<C>[];
  readonly missing: (input: FlockChartInput) => readonly MissingData[];
}

type FlockCharts = { readonly [C in FlockChartName]: FlockChart<C> };

/** The daily data of a flock chart. */
export function flockChart(chart: FlockChartName, input: FlockChartInput) {
  switch (chart) {
    case 'growth':
      return { ...chartOf(chart, input), current: currentGrowth(input) };
    case 'mortality':
      return { ...chartOf(chart, input), current: currentMortality(input) };
    default:
      return chartOf(chart, input);
  }
}

function chartOf<C extends FlockChartName>(chart: C, input: FlockChartInput) {
  const { record, frame, span } = input;
  const definition: FlockChart<C> = flockCharts[chart];
  const valuesOn = definition.values(input);
  const days = Array.from({ length: daysBetween(span.from, span.to) + 1 }, (_, index) =>
    addDays(span.from, index),
  );
  const moments = days.map((day) => ({
    day,
    values: valuesOn(day),
    by: definition.by(input, day),
  }));
  const step = stepFor(moments.length, input.points);
  const suspects = suspectsOf(definition, input);
  const { flock } = record;
  const place = { frame, barnId: flock.barnId, name: flockName(record), ...span };
  return {
    ...chartHead(chart, place, { moments, step, missing: definition.missing(input) }),
    flockId: flock.id,
    standard: standardOf(chart, record),
    points: groupMoments<C, ChartMoment<C> & { readonly day: CalendarDay }>(
      chart,
      moments,
      step,
    ).map((group) => {
      const { day } = group.newest;
      const groupDays = group.moments.map((moment) => moment.day);
      return {
        from: groupDays[0] ?? day,
        day,
        ageDays: ageDays(flock, day),
        ...group.values,
        interpolated: hasStandard(chart, group.values)
          ? interpolatedOn(chart, record, groupDays)
          : null,
        atLeast:
          deathDaysOf(record, { until: day }).unlogged > 0
            ? definition.atLeast.filter(
                (name) => group.values[name] !== null && !isEstimated(name, record, groupDays),
              )
            : [],
        suspect: suspects.filter((one) => groupDays.includes(one.day)).map(({ series }) => series),
      };
    }),
    suspects,
  };
}

/** Birds that leave eat during a part of that day, so its feed per bird is an estimate, not a bound. */
function isEstimated(series: string, record: FlockRecord, days: readonly CalendarDay[]): boolean {
  const isSaleDay = (day: CalendarDay) => (findFlockDay(record, day)?.soldBirds ?? 0) > 0;
  return series === 'feedPerBirdG' && days.some(isSaleDay);
}

function suspectsOf<C extends FlockChartName>(
  { fields }: FlockChart<C>,
  { record, span }: FlockChartInput,
) {
  return record.suspects.flatMap((suspect) => {
    const { resource, id, field, day, value, low, high } = suspect;
    const series = fields[field];
    if (series === undefined || day < span.from || day > span.to) return [];
    return [{ series, day, value, low, high, resource, id, message: suspectText(suspect) }];
  });
}

const flockCharts: FlockCharts = {
  growth: {
    values: ({ record, weights }) => {
      const weightByDay = new Map(
        weightsByDay(record, weights).map((weight) => [weight.day, weight]),
      );
      const ranges = new Map(weights.map((weight) => [weight.day, weight]));
      return (day) => {
        const weightG = weightByDay.get(day)?.g ?? null;
        const standardG = standardWeightOn(record.flock, day);
        return {
          weightG,
          weightLowG: ranges.get(day)?.lowG ?? null,
          weightHighG: ranges.get(day)?.highG ?? null,
          standardG,
          deviationPct: weightDeviationPct(weightG, standardG),
        };
      };
    },
    by: () => ({}),
    columns: ['weightG'],
    fields: { avgWeightGr: 'weightG' },
    atLeast: [],
    missing: (input) => {
      const { record, frame } = input;
      if (record.isLive) return missingWeight(record, frame.today);
      return [...missingBreed(record), ...noneRecorded(input, 'avgWeightGr')];
    },
  },
  mortality: {
    values: ({ record }) => {
      const dead = deathsByDay(record);
      return (day) => {
        const recorded = findFlockDay(record, day);
        const mortality = recorded?.log?.mortality ?? null;
        const isPlaced = day >= record.flock.placementDate;
        return {
          cumMortalityPct: dead.get(day) ?? null,
          standardCumMortalityPct: isPlaced ? standardPct(record, day) : null,
          mortality,
          standardMortality: isPlaced ? expectedDeaths(record, day) : null,
          mortalityPct: dailyMortalityPct(mortality, recorded?.opening ?? null),
          culls: recorded?.log?.culls ?? null,
        };
      };
    },
    by: ({ record }, day) => ({ mortalityPct: findFlockDay(record, day)?.opening ?? null }),
    columns: [],
    fields: {},
    atLeast: ['cumMortalityPct'],
    missing: (input) => {
      const { record, frame } = input;
      const missingMortality = noneRecorded(input, 'mortality');
      const partly =
        missingMortality.length > 0 ? missingMortality : unloggedDeaths(record, frame.today);
      return [...missingPopulation(record), ...partly];
    },
  },
  feed: {
    values:
      ({ record }) =>
      (day) => {
        const recorded = findFlockDay(record, day);
        const feedKg = recorded?.log?.feedKg ?? null;
        const waterL = recorded?.log?.waterL ?? null;
        return {
          feedPerBirdG: feedPerBirdG(feedKg, recorded?.average ?? null),
          standardFeedG: standardFeedG(record, day),
          feedKg,
          waterL,
          waterFeedRatio: waterFeedRatio(waterL, feedKg),
        };
      },
    by: ({ record }, day) => {
      const recorded = findFlockDay(record, day);
      const birds = recorded?.average ?? null;
      const waterFeedRatio = recorded?.log?.feedKg ?? null;
      return { feedPerBirdG: birds, standardFeedG: birds, waterFeedRatio };
    },
    columns: ['dailyFeedG'],
    fields: { feedKg: 'feedKg', waterL: 'waterL' },
    atLeast: ['feedPerBirdG'],
    missing: (input) => [
      ...missingPopulation(input.record),
      ...missingBreed(input.record),
      ...noneRecorded(input, 'feedKg'),
      ...noneRecorded(input, 'waterL'),
    ],
  },
  laying: {
    values: ({ record }) => {
      const { kind, breed, flock } = record;
      return (day) => {
        const recorded = kind === 'layer' ? findFlockDay(record, day) : undefined;
        const eggs = recorded?.log?.eggs ?? null;
        return {
          henDayPct: henDayPct(eggs, recorded?.opening ?? null),
          standardHenDayPct: breed ? standardHenDayPct(breed, ageDays(flock, day)) : null,
          eggs,
          breakagePct: breakagePct(recorded?.log?.eggsBroken ?? null, eggs),
        };
      };
    },
    by: ({ record }, day) => {
      const recorded = findFlockDay(record, day);
      const hens = recorded?.opening ?? null;
      const breakagePct = recorded?.log?.eggs ?? null;
      return { henDayPct: hens, standardHenDayPct: hens, breakagePct };
    },
    columns: ['henDayPct'],
    fields: { eggs: 'eggs' },
    atLeast: ['henDayPct'],
    missing: (input) => {
      const { record } = input;
      if (record.kind !== 'layer') return [aboutFlock(record, 'not_layers', {})];
      return [
        ...missingPopulation(record),
        ...missingBreed(record),
        ...noneRecorded(input, 'eggs'),
      ];
    },
  },
};

function missingBreed(record: FlockRecord): readonly MissingData[] {
  return record.breed ? [] : [missingInFlock(record, 'breed_unknown', 'breed')];
}

const NONE = {
  avgWeightGr: 'no_weights_in_days',
  mortality: 'no_deaths_in_days',
  feedKg: 'no_feed_in_days',
  waterL: 'no_water_in_days',
  eggs: 'no_eggs_in_days',
} as const;

/** A value not recorded on any of the days; with a fix while the flock is live. */
function noneRecorded(
  { record, frame, span }: FlockChartInput,
  field: keyof typeof NONE,
): readonly MissingData[] {
  const isKnown = record.days.some(
    ({ day, log }) => day >= span.from && day <= span.to && log?.[field] != null,
  );
  if (isKnown) return [];
  const code = NONE[field];
  if (!record.isLive) return [aboutFlock(record, code, {})];
  return [missingInLog(record, { code, field, today: frame.today, need: 1, have: 0 })];
}

/** Cumulative deaths since placement, in % of the birds placed, on days with recorded deaths. */
function deathsByDay(record: FlockRecord): ReadonlyMap<CalendarDay, number | null> {
  let total = 0;
  const valuesByDay = new Map<CalendarDay, number | null>();
  for (const { day, log } of record.days) {
    if (log?.mortality == null) continue;
    total += log.mortality;
    valuesByDay.set(day, record.isImpossible ? null : cumulativeMortalityPct(total, record.placed));
  }
  return valuesByDay;
}

function standardPct({ kind, flock }: FlockRecord, day: CalendarDay): number {
  const { arrivalAgeDays } = flock;
  return standardMortalityPct({ kind, arrivalAgeDays }, ageDays(flock, day));
}

function standardOf(chart: FlockChartName, { breed, kind }: FlockRecord) {
  if (chart === 'mortality') {
    const { document, edition, confidence } = mortalityBasis(kind);
    return { breed: null, source: document, edition, confidence };
  }
  if (!breed) return null;
  const table: BreedTable = breedTables[breed];
  const { title, document, edition } = table;
  const [column] = flockCharts[chart].columns;
  const columnConfidence = column && table.confidenceOf?.[column];
  return {
    breed: title,
    source: document,
    edition,
    confidence: columnConfidence ?? table.confidence,
  };
}

function hasStandard<C extends FlockChartName>(chart: C, values: ChartValues<C>): boolean {
  const standards = Object.keys(chartSeries[chart]) as SeriesName<C>[];
  return standards.some(
    (name) => chartSeries[chart][name]?.role === 'standard' && values[name] !== null,
  );
}

/** Whether a standard on some of the days is interpolated between published ages. */
function interpolatedOn(
  chart: FlockChartName,
  { flock, breed }: FlockRecord,
  days: readonly CalendarDay[],
): boolean | null {
  // A curve drawn through the published values of a few ages.
  if (chart === 'mortality') return true;
  const [column] = flockCharts[chart].columns;
  if (!breed || column === undefined) return null;
  const ages = days.map((day) => ageDays(flock, day));
  const standardAges = ages.filter((age) => standardValue(breed, column, age) !== null);
  // Unpublished daily feed is the difference of cumulative feed, or is derived from weight.
  if (standardAges.length === 0) return true;
  return standardAges.some((age) => isInterpolated(breed, column, age));
}

function currentGrowth({ record }: FlockChartInput) {
  const { g, standardG } = weightNow(record);
  return {
    weightG: figure('grams', g),
    standardG: figure('grams', standardG),
    standardBasis: standardG === null ? null : weightBasisOn(record.flock, record.lastDay),
    ...weightFigures(record),
  };
}

function currentMortality({ record }: FlockChartInput) {
  const dead = cumulativeMortality(record);
  return {
    live: record.live,
    cumMortality: record.totals.mortality,
    ...dead,
    cumMortalityPct: figure('pct', dead.cumMortalityPct),
  };
}
