import type { weeklySummaryAnswer } from '../../model/answers/weekly-summary.ts';
import type { Made } from '../../model/api/json-schema.ts';
import {
  addDays,
  type CalendarDay,
  daysBetween,
  endOfDay,
  formatInstant,
  startOfDay,
} from '../../tools/calendar.ts';
import { mean, percentOf, sum, sumOrUnknown } from '../../tools/statistics.ts';
import { weekStart } from '../accounting/ledger.ts';
import type { FarmFrame, FarmSnapshot } from '../core/farm-snapshot.ts';
import { deathDaysOf, dueDaysOf, GROWN_HEN_DAYS, isLogged } from '../core/flock-days.ts';
import type { FlockDay, FlockLog, FlockRecord } from '../core/flock-record.ts';
import { countSeverities } from '../core/open-items.ts';
import { standardFeedG } from '../core/projections.ts';
import { flockDeliveries } from '../feed/feed-forecast.ts';
import { ageDays } from '../metrics/dates.ts';
import { henDayPct } from '../metrics/eggs.ts';
import { feedPerBirdG, waterFeedRatio } from '../metrics/feed-and-water.ts';
import { standardWeightOn, type WeightOnDay, weightDeviationPct } from '../metrics/weight.ts';
import { performanceAt, weightsByDay } from '../performance/flock-performance.ts';
import { birdsInsideOn, flockStateOn } from '../performance/performance.ts';
import { gainUpTo } from '../performance/weights.ts';

/** Consecutive days, both ends included. */
export interface DaySpan {
  readonly from: CalendarDay;
  readonly to: CalendarDay;
}

/** A week, and the same number of days of the week before. */
export type WeekWindow = Made<(typeof weeklySummaryAnswer)['schema']>['period'];

const WEEK_DAYS = 7;

/**
 * The last seven completed days; for a given day, the completed part of its calendar week, or on
 * the first day of a week that day itself. The comparison is the same number of days one week
 * earlier.
 */
export function weekWindow(
  { today, thresholds }: Pick<FarmFrame, 'today' | 'thresholds'>,
  requestedDay?: CalendarDay,
): WeekWindow {
  const yesterday = addDays(today, -1);
  if (requestedDay === undefined) {
    return windowOf('last_7_days', { from: addDays(today, -WEEK_DAYS), to: yesterday }, true);
  }
  const from = weekStart(requestedDay, thresholds.weekStartsOn);
  const last = addDays(from, WEEK_DAYS - 1);
  if (last < today) return windowOf('calendar_week', { from, to: last }, true);
  const isBegun = from <= yesterday;
  return windowOf('calendar_week', { from, to: isBegun ? yesterday : from }, false);
}

function windowOf(kind: WeekWindow['kind'], { from, to }: DaySpan, isComplete: boolean) {
  const before = { from: addDays(from, -WEEK_DAYS), to: addDays(to, -WEEK_DAYS) };
  return { kind, from, to, days: daysBetween(from, to) + 1, isComplete, before };
}

/** Completed work over some days, and the remaining work. */
export type WeekWork = Made<(typeof weeklySummaryAnswer)['schema']>['work']['week'];

/** Work completed over some days of the farm, and open work at the end of the last day. */
export function weekWork(
  { alertTimes, taskTimes, zone }: FarmSnapshot<'alertTimes' | 'taskTimes'>,
  { from, to }: DaySpan,
): WeekWork {
  const start = formatInstant(startOfDay(from, zone));
  const end = formatInstant(endOfDay(to, zone));
  const isWithin = (instant: string | null) =>
    instant !== null && start <= instant && instant <= end;
  const isLeft = (createdAt: string, doneAt: string | null) =>
    createdAt <= end && (doneAt === null || doneAt > end);
  return {
    tasksDone: taskTimes.filter(({ completedAt }) => isWithin(completedAt)).length,
    tasksOverdue: taskTimes.filter(
      ({ createdAt, dueDate, completedAt }) =>
        dueDate !== null && dueDate <= to && isLeft(createdAt, completedAt),
    ).length,
    alertsOpened: countSeverities(alertTimes.filter(({ createdAt }) => isWithin(createdAt))),
    alertsResolved: alertTimes.filter(({ resolvedAt }) => isWithin(resolvedAt)).length,
    alertsOpen: alertTimes.filter(({ createdAt, resolvedAt }) => isLeft(createdAt, resolvedAt))
      .length,
  };
}

type UnloggedField = 'feedKg' | 'waterL' | 'eggs' | 'culls';

/** The figures of a flock over some days; unrounded, null when nothing was recorded. */
export interface FlockWeek {
  /** Number of days it was inside. */
  readonly daysInside: number;
  readonly daysLogged: number;
  /**
   * Days on which deaths should have been logged and were not; their deaths are not in the sums.
   */
  readonly daysUnlogged: number;
  /** The same for feed, water, eggs and culls. */
  readonly unlogged: Readonly<Record<UnloggedField, number>>;
  /** On the last of the days it was inside. */
  readonly ageDays: number;
  /**
   * Alive in the morning of its first day and in the evening of the last; 0 once they have left.
   */
  readonly opening: number | null;
  readonly birds: number | null;
  /** Whether there may be fewer because deaths of some days since placement are not logged. */
  readonly areBirdsUpperBound: boolean;
  /** Whether more birds have left it than came, so that its sales may be wrong. */
  readonly areBirdsExceeded: boolean;
  readonly mortality: number | null;
  readonly culls: number | null;
  /** Of the birds alive in the morning of the first day. */
  readonly mortalityPct: number | null;
  readonly feedKg: number | null;
  /** Per bird and day, in g; and relative to the breed standard over the same days, in %. */
  readonly feedPerBirdG: number | null;
  readonly feedDeviationPct: number | null;
  readonly waterL: number | null;
  readonly waterFeedRatio: number | null;
  /** Water and feed of the days on which both are known: the terms of `waterFeedRatio`. */
  readonly ofRatio: { readonly waterL: number | null; readonly feedKg: number | null };
  readonly eggs: number | null;
  readonly henDayPct: number | null;
  /** On the last of the days, from cameras when available, else manual. */
  readonly weight: WeightOnDay | null;
  readonly weightDeviationPct: number | null;
  /** Per day, over about a week up to `weight`. */
  readonly gainG: number | null;
  /** Since placement, on the day of `weight`; null when the feed is known from deliveries only. */
  readonly fcr: number | null;
  readonly isFcrEstimated: boolean;
  readonly isFcrLowerBound: boolean;
  /** °C, from the logs. */
  readonly tempAvg: number | null;
  readonly tempMin: number | null;
  readonly tempMax: number | null;
  readonly soldBirds: number;
  /** Null when a sale was not weighed. */
  readonly soldKg: number | null;
}

type WeekParts =
  | 'barns'
  | 'liveFlocks'
  | 'liveLogs'
  | 'closedFlocks'
  | 'closedLogs'
  | 'sales'
  | 'smartWeights'
  | 'feedDeliveries'
  | 'dailyWeights';

/** The figures of a flock over some days; null when it was not inside on any of them. */
export function flockWeek(
  record: FlockRecord,
  span: DaySpan,
  snapshot: FarmSnapshot<WeekParts>,
): FlockWeek | null {
  const { flock, lastDay } = record;
  const wasInside = flock.placementDate <= span.from;
  const from = wasInside ? span.from : flock.placementDate;
  const to = lastDay !== null && lastDay < span.to ? lastDay : span.to;
  if (lastDay === null || to < from) return null;
  // Records after its closing are included, as in its lifetime figures.
  const days = record.days.filter(({ day }) => from <= day && day <= span.to);
  return {
    daysInside: daysBetween(from, to) + 1,
    daysLogged: days.filter((day) => day.day <= to && isLogged(record, day)).length,
    daysUnlogged: deathDaysOf(record, { since: addDays(from, -1), until: to }).unlogged,
    unlogged: unloggedDays(record, { from, to }),
    ageDays: ageDays(flock, to),
    ...birdsOn(record, span.to),
    areBirdsExceeded: record.isImpossible,
    ...lossesOf(record, from, days),
    ...feedOf(record, days),
    ...eggsOf(record, days),
    ...weightOf(record, { from, to }, snapshot),
    ...airOf(days),
    soldBirds: sum(days.map(({ soldBirds }) => soldBirds)),
    soldKg: sumOrUnknown(days.map(({ soldKg }) => soldKg)),
  };
}

function unloggedDays(record: FlockRecord, { from, to }: DaySpan): FlockWeek['unlogged'] {
  const unlogged = (field: UnloggedField, first: CalendarDay) => {
    const since = addDays(from > first ? from : first, -1);
    return dueDaysOf(record, field, { since, until: to }).unlogged;
  };
  const laysFrom = record.kind === 'layer' ? layingFrom(record) : undefined;
  return {
    feedKg: unlogged('feedKg', from),
    waterL: unlogged('waterL', from),
    eggs: laysFrom !== undefined && laysFrom <= to ? unlogged('eggs', laysFrom) : 0,
    culls: unlogged('culls', from),
  };
}

/**
 * The day from which eggs of hens are due: the first logged ones. Hens whose logs begin with eggs,
 * or that have no log, may have laid before: from the age at which every breed lays.
 */
function layingFrom(record: FlockRecord): CalendarDay | undefined {
  const { flock, days } = record;
  const firstLogged = days.find((day) => isLogged(record, day))?.day;
  const firstEggs = days.find(({ log }) => (log?.eggs ?? 0) > 0)?.day;
  if (firstLogged !== firstEggs) return firstEggs;
  const daysToGrow = Math.max(0, GROWN_HEN_DAYS - ageDays(flock, flock.placementDate));
  const grown = addDays(flock.placementDate, daysToGrow);
  return firstEggs !== undefined && firstEggs < grown ? firstEggs : grown;
}

function birdsOn(record: FlockRecord, day: CalendarDay) {
  const birds = birdsInsideOn(record, day);
  const { unlogged } = deathDaysOf(record, { until: day });
  return { birds, areBirdsUpperBound: (birds ?? 0) > 0 && unlogged > 0 };
}

type Log = FlockLog;
type Counted =
  | 'mortality'
  | 'culls'
  | 'feedKg'
  | 'waterL'
  | 'eggs'
  | 'tempAvg'
  | 'tempMin'
  | 'tempMax';

function valuesOf(days: readonly FlockDay[], field: Counted & keyof Log): readonly number[] {
  return days.map(({ log }) => log?.[field] ?? null).filter((value) => value !== null);
}

function totalOf(days: readonly FlockDay[], field: Counted): number | null {
  const values = valuesOf(days, field);
  return values.length === 0 ? null : sum(values);
}

function lossesOf(record: FlockRecord, from: string, days: readonly FlockDay[]) {
  const mortality = totalOf(days, 'mortality');
  const opening = record.isImpossible ? null : flockStateOn(record, addDays(from, -1)).live;
  return {
    opening,
    mortality,
    culls: totalOf(days, 'culls'),
    mortalityPct: percentOf(mortality, opening),
  };
}

function feedOf(record: FlockRecord, days: readonly FlockDay[]) {
  const consumedDays = days.flatMap(({ day, log, average }) => {
    const kg = log?.feedKg ?? null;
    return kg === null || average === null ? [] : [{ day, kg, average }];
  });
  const birdDays = sum(consumedDays.map(({ average }) => average));
  const standards = consumedDays.flatMap(({ day, kg, average }) => {
    const standardG = standardFeedG(record, day);
    return standardG === null ? [] : [{ kg, standardKg: (standardG * average) / 1000 }];
  });
  const standardKg = sum(standards.map((standard) => standard.standardKg));
  const completeDays = days.filter(({ log }) => log?.feedKg != null && log.waterL !== null);
  const ofRatio = {
    waterL: totalOf(completeDays, 'waterL'),
    feedKg: totalOf(completeDays, 'feedKg'),
  };
  return {
    feedKg: totalOf(days, 'feedKg'),
    feedPerBirdG: feedPerBirdG(sum(consumedDays.map(({ kg }) => kg)), birdDays),
    feedDeviationPct: percentOf(sum(standards.map(({ kg }) => kg)) - standardKg, standardKg),
    waterL: totalOf(days, 'waterL'),
    waterFeedRatio: waterFeedRatio(ofRatio.waterL, ofRatio.feedKg),
    ofRatio,
  };
}

function eggsOf({ kind }: FlockRecord, days: readonly FlockDay[]) {
  if (kind !== 'layer') return { eggs: null, henDayPct: null };
  const layingDays = days.filter(({ log, opening }) => log?.eggs != null && opening !== null);
  const openings = sum(layingDays.map(({ opening }) => opening));
  return {
    eggs: totalOf(days, 'eggs'),
    henDayPct: henDayPct(totalOf(layingDays, 'eggs'), openings),
  };
}

const NO_FCR = { fcr: null, isFcrEstimated: false, isFcrLowerBound: false } as const;

function weightOf(record: FlockRecord, { from, to }: DaySpan, snapshot: FarmSnapshot<WeekParts>) {
  const weights = weightsOf(record, snapshot);
  const weight = weights.findLast(({ day }) => from <= day && day <= to) ?? null;
  if (!weight) return { weight, weightDeviationPct: null, gainG: null, ...NO_FCR };
  const basis = {
    deliveries: record.isLive ? flockDeliveries(record, snapshot) : [],
    thresholds: snapshot.thresholds,
  };
  const { fcr, isFcrUpperBound, isFcrEstimated, isFcrLowerBound } = performanceAt(
    record,
    weight,
    basis,
  );
  return {
    weight,
    weightDeviationPct: weightDeviationPct(weight.g, standardWeightOn(record.flock, weight.day)),
    gainG: gainUpTo(weight, weights, record)?.g ?? null,
    ...(isFcrUpperBound ? NO_FCR : { fcr, isFcrEstimated, isFcrLowerBound }),
  };
}

/** The weight of a flock by day: from cameras when available, else manual. */
function weightsOf(
  record: FlockRecord,
  { dailyWeights }: FarmSnapshot<'dailyWeights'>,
): readonly WeightOnDay[] {
  const fused = dailyWeights
    .filter(({ flockId }) => flockId === record.flock.id)
    .map(({ day, weightG }) => ({ day, g: weightG }));
  return weightsByDay(record, fused);
}

function airOf(days: readonly FlockDay[]) {
  const lows = valuesOf(days, 'tempMin');
  const highs = valuesOf(days, 'tempMax');
  return {
    tempAvg: mean(valuesOf(days, 'tempAvg')),
    tempMin: lows.length === 0 ? null : Math.min(...lows),
    tempMax: highs.length === 0 ? null : Math.max(...highs),
  };
}
