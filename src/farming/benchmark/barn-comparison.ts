import type { StoredOf } from '../../model/resources/registry.ts';
import {
  addDays,
  type CalendarDay,
  dayInZone,
  daysBetween,
  parseInstant,
} from '../../tools/calendar.ts';
import { groupBy, memoizeByObject } from '../../tools/collections.ts';
import {
  mean,
  median,
  percentOf,
  ratioOf,
  standardDeviation,
  sum,
  sumOrUnknown,
} from '../../tools/statistics.ts';
import type { LIVE_FLOCK_PARTS } from '../core/farm-flocks.ts';
import type { BarnHour, FarmSnapshot } from '../core/farm-snapshot.ts';
import { deathDaysOf } from '../core/flock-days.ts';
import type { FlockRecord } from '../core/flock-record.ts';
import { flockConversion, performanceBasis } from '../feed/flock-feed.ts';
import { type ClimateRange, climateRange, isInClimateRange } from '../metrics/climate-limits.ts';
import { ageDays, downtimeDays } from '../metrics/dates.ts';
import { condemnationPct } from '../metrics/mortality.ts';
import { weighingsOf } from '../performance/flock-performance.ts';
import { YOUNGEST_DAYS } from '../performance/performance.ts';
import type { BirdKind } from '../standards/breed-lookup.ts';
import {
  type BenchmarkFigures,
  benchmarkNames,
  ownFigures,
  stateAtAges,
} from './benchmark-figures.ts';

type FigureSnapshot = FarmSnapshot<(typeof LIVE_FLOCK_PARTS)[number] | 'feedDeliveries'>;

const COMPARED_DAYS = 365;

export function closedInYear(
  closed: readonly FlockRecord[],
  today: string,
): readonly FlockRecord[] {
  const since = addDays(today, -COMPARED_DAYS);
  return closed.filter(({ lastDay }) => lastDay !== null && lastDay >= since);
}

/** The figures of a flock used to compare barns, and whether they are exact. */
export interface ComparedFigures {
  readonly figures: BenchmarkFigures;
  /** As of `Performance`. */
  readonly isFcrEstimated: boolean;
  readonly isFcrLowerBound: boolean;
  /** Whether more birds may have died because deaths are not logged on every day. */
  readonly isLivabilityUpperBound: boolean;
}

/** The figures of a closed flock; for hens, over all their eggs. */
export function figuresOfClosed(record: FlockRecord, snapshot: FigureSnapshot): ComparedFigures {
  const performance = flockConversion(record, snapshot);
  return {
    figures: { ...ownFigures(record, performance), henDay: layingPct(record) },
    isFcrEstimated: performance?.isFcrEstimated ?? false,
    isFcrLowerBound: performance?.isFcrLowerBound ?? false,
    isLivabilityUpperBound: deathDaysOf(record).unlogged > 0,
  };
}

/** The figures of a live flock at an age that other flocks have reached too. */
export function figuresAtAge(
  record: FlockRecord,
  age: number,
  snapshot: FigureSnapshot,
): ComparedFigures {
  const ages = { weighed: age, reached: age };
  const { figures, performance } = stateAtAges(record, ages, performanceBasis(record, snapshot));
  const until = addDays(record.flock.placementDate, age - (record.flock.arrivalAgeDays ?? 0));
  return {
    figures,
    isFcrEstimated: performance?.isFcrEstimated ?? false,
    isFcrLowerBound: performance?.isFcrLowerBound ?? false,
    isLivabilityUpperBound: deathDaysOf(record, { until }).unlogged > 0,
  };
}

/**
 * The age at which live flocks can be compared: the lowest age at the last weighing, or for hens
 * their lowest age. Null below one week.
 */
export function commonAge(flocks: readonly FlockRecord[]): number | null {
  const ages = flocks
    .map((record) => {
      if (record.kind === 'layer') return record.ageDays;
      const weighing = weighingsOf(record).at(-1);
      return weighing ? ageDays(record.flock, weighing.day) : null;
    })
    .filter((age) => age !== null);
  const youngest = ages.length === 0 ? null : Math.min(...ages);
  return youngest !== null && youngest >= YOUNGEST_DAYS ? youngest : null;
}

export function isAnyKnown({ figures }: ComparedFigures): boolean {
  return benchmarkNames.some((name) => figures[name] !== null);
}

function layingPct({ days }: FlockRecord): number | null {
  const layingDays = days.filter(({ log, opening }) => log?.eggs != null && opening !== null);
  return percentOf(
    sum(layingDays.map(({ log }) => log?.eggs)),
    sum(layingDays.map(({ opening }) => opening)),
  );
}

/** The performance of a barn, from its compared flocks; unrounded. */
export interface ComparedBarn {
  readonly barn: StoredOf<'barns'>;
  /** Of the newest flock; null for a barn without any. */
  readonly kind: BirdKind | null;
  readonly flocks: number;
  readonly epef: number | null;
  readonly fcr: number | null;
  readonly isFcrEstimated: boolean;
  readonly isFcrLowerBound: boolean;
  readonly adgG: number | null;
  readonly livabilityPct: number | null;
  readonly isLivabilityUpperBound: boolean;
  readonly henDayPct: number | null;
  readonly kgPerM2Year: number | null;
  readonly marginPerM2Year: number | null;
  readonly downtimeDays: number | null;
  readonly condemnationPct: number | null;
  /** 0 to 1. */
  readonly envStability: number | null;
}

/** The flocks of a barn, and the figures of the compared ones. */
export interface BarnFlocks {
  /** All known flocks, oldest placement first. */
  readonly all: readonly FlockRecord[];
  /** Closed in the last year. */
  readonly closed: readonly FlockRecord[];
  readonly figures: readonly ComparedFigures[];
  readonly profits: ReadonlyMap<string, number>;
}

const YEAR_DAYS = 365;

/** The performance of a barn over its flocks. */
export function comparedBarn(
  barn: StoredOf<'barns'>,
  flocks: BarnFlocks,
  snapshot: FarmSnapshot<'barnHours'>,
): ComparedBarn {
  const { all, closed, figures } = flocks;
  const middle = (name: keyof BenchmarkFigures) =>
    median(figures.map((flock) => flock.figures[name]).filter((value) => value !== null));
  const converted = figures.filter((flock) => flock.figures.fcr !== null);
  return {
    barn,
    kind: all.at(-1)?.kind ?? null,
    flocks: figures.length,
    epef: middle('epef'),
    fcr: middle('fcr'),
    isFcrEstimated: converted.some((flock) => flock.isFcrEstimated),
    isFcrLowerBound:
      converted.some((flock) => flock.isFcrLowerBound) &&
      !converted.some((flock) => flock.isFcrEstimated),
    adgG: middle('adg'),
    livabilityPct: middle('livability'),
    isLivabilityUpperBound: figures.some((flock) => flock.isLivabilityUpperBound),
    henDayPct: middle('henDay'),
    ...yieldOf(barn, flocks, snapshot.today),
    downtimeDays: median(downtimes(all)),
    condemnationPct: condemnation(closed),
    envStability: shareOfHoursInRange(barn.id, all, snapshot),
  };
}

/** Yearly yield per floor area of a barn over whole cycles: up to the next placement, or today. */
function yieldOf(
  { areaSqm }: StoredOf<'barns'>,
  { all, closed, profits }: BarnFlocks,
  today: string,
) {
  const [first, last] = [closed[0], closed.at(-1)];
  if (!first || !last) return { kgPerM2Year: null, marginPerM2Year: null };
  const next = all.find(({ flock }) => flock.placementDate > last.flock.placementDate);
  const until = next ? next.flock.placementDate : today;
  const years = daysBetween(first.flock.placementDate, until) / YEAR_DAYS;
  const squareYears = areaSqm === null ? null : areaSqm * years;
  const soldKg = sumOrUnknown(closed.map(({ totals }) => totals.soldKg));
  const margins = closed.map(({ flock }) => profits.get(flock.id) ?? null);
  return {
    kgPerM2Year: soldKg === 0 ? null : ratioOf(soldKg, squareYears),
    marginPerM2Year: margins.includes(null) ? null : ratioOf(sum(margins), squareYears),
  };
}

function downtimes(all: readonly FlockRecord[]): number[] {
  return all
    .slice(1)
    .map((next, index) => {
      const lastDay = all[index]?.lastDay ?? null;
      return lastDay === null || all[index]?.isLive
        ? null
        : downtimeDays(lastDay, next.flock.placementDate);
    })
    .filter((days) => days !== null);
}

/** Condemned birds in all deliveries in which they were counted. */
function condemnation(closed: readonly FlockRecord[]): number | null {
  const counted = closed
    .flatMap(({ sales }) => sales)
    .filter(({ condemnedCount }) => condemnedCount !== null);
  return condemnationPct({
    birdsCount: sum(counted.map(({ birdsCount }) => birdsCount)),
    condemnedCount: sum(counted.map(({ condemnedCount }) => condemnedCount)),
    totalWeightKg: null,
    condemnedKg: null,
  });
}

/** The rank of a barn among those with the same kind of birds. */
export interface BarnRank {
  readonly rank: number | null;
  /** Standard deviations above the mean of the farm; null with fewer than three barns. */
  readonly z: number | null;
}

/** The figure that barns are ranked by. */
export type RankedBy = 'epef' | 'henDayPct';

const BARNS_FOR_Z = 3;

/**
 * The figure that barns of a kind are ranked by: hens by their eggs, others by their efficiency.
 */
export function rankedBy({ kind }: ComparedBarn): RankedBy {
  return kind === 'layer' ? 'henDayPct' : 'epef';
}

/** Ranks barns among those with the same kind of birds, best first; returns the ranks by barn. */
export function rankBarns(barns: readonly ComparedBarn[]): ReadonlyMap<string, BarnRank> {
  return new Map(
    barns.map((barn) => {
      const rankMetric = rankedBy(barn);
      const ownValue = barn[rankMetric];
      const values = barns
        .filter(({ kind }) => kind === barn.kind)
        .map((other) => other[rankMetric])
        .filter((value) => value !== null);
      return [
        barn.barn.id,
        ownValue === null ? { rank: null, z: null } : rankAmong(ownValue, values),
      ];
    }),
  );
}

function rankAmong(ownValue: number, values: readonly number[]): BarnRank {
  const [middle, deviation] = [mean(values), standardDeviation(values)];
  const isSpread = values.length >= BARNS_FOR_Z && deviation !== null && deviation > 0;
  return {
    rank: values.filter((value) => value > ownValue).length + 1,
    z: isSpread && middle !== null ? (ownValue - middle) / deviation : null,
  };
}

/**
 * The share of the readings of a barn in 14 days (hourly means) that were within the temperature
 * and humidity range for the age of its birds, 0 to 1. Null when nothing was measured while birds
 * were inside.
 */
function shareOfHoursInRange(
  barnId: string,
  flocks: readonly FlockRecord[],
  snapshot: FarmSnapshot<'barnHours'>,
): number | null {
  const ranges = new Map<CalendarDay, ClimateRange | null>();
  let [inRange, measured] = [0, 0];
  for (const { hour, temp, humidity, readings } of hoursOfBarn(barnId, snapshot)) {
    if (temp === null && humidity === null) continue;
    const at = parseInstant(hour);
    if (at === undefined) continue;
    const day = dayInZone(at, snapshot.zone);
    // Cached per day: a day has many hours and one range.
    const range = ranges.get(day) ?? rangeOn(day, flocks);
    ranges.set(day, range);
    if (range === null) continue;
    measured += readings;
    if (isInClimateRange({ temp, humidity, co2: null, nh3: null }, range)) inRange += readings;
  }
  return ratioOf(inRange, measured);
}

/** The range for the birds inside on a day; null without birds. */
function rangeOn(day: CalendarDay, flocks: readonly FlockRecord[]): ClimateRange | null {
  const record = flocks.find(
    ({ flock, lastDay }) => flock.placementDate <= day && lastDay !== null && day <= lastDay,
  );
  return record ? climateRange(record.kind, ageDays(record.flock, day)) : null;
}

/** The measured hours of a barn in chronological order. */
function hoursOfBarn(
  barnId: string,
  { barnHours }: FarmSnapshot<'barnHours'>,
): readonly BarnHour[] {
  return hoursByBarn(barnHours).get(barnId) ?? [];
}

const hoursByBarn = memoizeByObject((hours: readonly BarnHour[]) =>
  groupBy(hours, ({ barnId }) => barnId),
);
