import { type Message, message } from '../../model/core/message.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import type { Thresholds } from '../../model/thresholds.ts';
import { addDays, type CalendarDay, daysBetween } from '../../tools/calendar.ts';
import { ratioOf, roundTo } from '../../tools/statistics.ts';
import type { FarmFrame } from '../core/farm-snapshot.ts';
import { figure, type Grade, gradeOf } from '../core/figure.ts';
import {
  deathDaysOf,
  lastDueDay,
  lastLoggedDay,
  weekDaysDue,
  weekWith,
} from '../core/flock-days.ts';
import type { FlockRecord } from '../core/flock-record.ts';
import {
  missingInFlock,
  missingInLog,
  missingPopulation,
  missingWeighing,
  noBarnAir,
  uncalibratedWeight,
  unloggedDeaths,
} from '../core/missing-data.ts';
import type { MissingData } from '../core/section.ts';
import { alertTitle } from '../core/stored-texts.ts';
import { missingAge } from '../feed/flock-feed.ts';
import { areDeathsKnown } from '../metrics/mortality.ts';
import type { Laying } from '../performance/laying.ts';
import type { FlockHealth, FurthestBelow } from './flock-health.ts';
import { hasDeathsRecorded } from './mortality.ts';

/** The health figures used by the score. */
export type ScoredHealth = Pick<
  FlockHealth,
  'spike' | 'cumMortalityPct' | 'standardMortalityPct' | 'waterDropPct' | 'weightDeviationPct'
> & {
  readonly alerts: readonly Pick<StoredOf<'alerts'>, 'severity' | 'title' | 'source'>[];
  readonly laying: Pick<
    Laying,
    'ofStandardPct' | 'henDayPct' | 'standardHenDayPct' | 'inMoult'
  > | null;
  readonly air: Pick<FlockHealth['air'], 'heatStressHours' | 'nh3Max'>;
  readonly furthestBelow: FurthestBelow | null;
};

/** A deduction from the health score. */
export interface HealthDriver {
  readonly code: string;
  readonly points: number;
  readonly message: Message;
}

/** The health score of a flock. */
export interface HealthScore {
  /** 0 to 100, whole points. */
  readonly score: number;
  readonly grade: Grade;
  /** Largest deduction first. */
  readonly drivers: readonly HealthDriver[];
}

const GRADES = [
  ['A', 90],
  ['B', 75],
  ['C', 60],
  ['D', 40],
] as const;
const SPIKE_POINTS = { critical: 40, warning: 25 } as const;
/** Water drop, %, and heat, hours, that cost all their points. */
const WORST_WATER_DROP_PCT = 30;
const WORST_HEAT_HOURS = 6;
/** Variation of the water of single days in healthy flocks, % (docs/alarms.md): no deduction. */
const DAILY_WATER_VARIATION_PCT = 4;
/** Percentage points below the free weight deviation that cost all points. */
const WORST_WEIGHT_SPAN_PCT = 7;

/**
 * Production relative to the standard, %: no deduction from the first on, full deduction at the
 * second. Below 60 % there is no grade A.
 */
const USUAL_LAYING_PCT = 90;
const WORST_LAYING_PCT = 60;
/** The highest score below grade A: the limit for a flock with grade E for a health figure. */
const HIGHEST_WITH_GRADE_E = 89;

/**
 * Scores the health of the birds of a flock today: 100 minus the deductions; unknown values cost
 * nothing. Efficiency does not count, and with grade E for a health figure in comparisons the score
 * cannot be grade A.
 */
function healthScore(health: ScoredHealth, thresholds: Thresholds): HealthScore {
  const drivers = [
    excessMortality(health),
    spikePoints(health, thresholds.spikeRatio),
    waterPoints(health),
    weightPoints(health, thresholds.weightWatchPct),
    heatPoints(health),
    ammoniaPoints(health, thresholds.nh3WarningPpm),
    layingPoints(health),
    alertPoints(health),
  ].filter(({ points }) => points > 0);
  const lostBy = (all: readonly HealthDriver[]) =>
    all.reduce((total, { points }) => total + points, 0);
  const farBelow = belowStandard(health, 100 - lostBy(drivers));
  if (farBelow.points > 0) drivers.push(farBelow);
  const score = Math.round(Math.max(0, 100 - lostBy(drivers)));
  return {
    score,
    grade: GRADES.find(([, minimum]) => score >= minimum)?.[0] ?? 'E',
    drivers: drivers.toSorted((left, right) => right.points - left.points),
  };
}

function excessMortality({ cumMortalityPct, standardMortalityPct }: ScoredHealth): HealthDriver {
  const times = ratioOf(cumMortalityPct, standardMortalityPct);
  return driver('mortality', times === null ? 0 : 40 * share(times - 1), {
    own: percent(cumMortalityPct),
    expected: percent(standardMortalityPct),
  });
}

/**
 * "More deaths than before", or far more, is stated only when true: a large share alone is also a
 * spike, and so is a rise that had begun in the week before.
 */
function spikePoints({ spike }: ScoredHealth, farTimes: number): HealthDriver {
  const points = spike.severity === null ? 0 : SPIKE_POINTS[spike.severity];
  const times = ratioOf(spike.deaths, spike.avg7);
  const isFar = times !== null && times >= farTimes;
  const basis = times === null || times <= 1 ? 'none' : isFar ? 'far' : 'more';
  const usual = inSentence(spike.avg7, spike.deaths);
  return driver('spike', points, { count: spike.deaths ?? 0, usual, basis });
}

function waterPoints({ waterDropPct }: ScoredHealth): HealthDriver {
  const dropPct = waterDropPct ?? 0;
  const isUsual = dropPct <= DAILY_WATER_VARIATION_PCT;
  return driver('water', isUsual ? 0 : 15 * share(dropPct / WORST_WATER_DROP_PCT), {
    drop: percent(waterDropPct),
  });
}

/** Hens lose a quarter of their weight in a moult. */
function weightPoints(
  { weightDeviationPct, laying }: ScoredHealth,
  watchPct: number,
): HealthDriver {
  const shortfallPct = laying?.inMoult ? 0 : -(weightDeviationPct ?? 0);
  return driver('weight', 15 * share((shortfallPct - watchPct) / WORST_WEIGHT_SPAN_PCT), {
    below: percent(shortfallPct),
  });
}

function heatPoints({ air }: ScoredHealth): HealthDriver {
  const hours = air.heatStressHours ?? 0;
  return driver('heat', 10 * share(hours / WORST_HEAT_HOURS), {
    hours: { quantity: inSentence(hours), unit: 'hours' },
  });
}

function ammoniaPoints({ air }: ScoredHealth, limitPpm: number): HealthDriver {
  const highest = air.nh3Max ?? 0;
  return driver('ammonia', highest > limitPpm ? 5 : 0, {
    highest: { quantity: inSentence(highest), unit: 'ppm' },
  });
}

/** Moulting hens are not expected to lay. */
function layingPoints({ laying }: ScoredHealth): HealthDriver {
  const isJudged = laying !== null && laying.ofStandardPct !== null && !laying.inMoult;
  const shortfallPct = isJudged ? USUAL_LAYING_PCT - (laying.ofStandardPct ?? 0) : 0;
  return driver('laying', 25 * share(shortfallPct / (USUAL_LAYING_PCT - WORST_LAYING_PCT)), {
    own: percent(laying?.henDayPct),
    standard: percent(laying?.standardHenDayPct),
  });
}

function belowStandard({ furthestBelow }: ScoredHealth, score: number): HealthDriver {
  const isFar = furthestBelow !== null && gradeOf(furthestBelow.betterByPct) === 'E';
  return driver('standard', isFar ? Math.max(0, score - HIGHEST_WITH_GRADE_E) : 0, {
    metric: furthestBelow?.metric ?? 'henDay',
    below: percent(-(furthestBelow?.betterByPct ?? 0)),
  });
}

function alertPoints({ alerts }: ScoredHealth): HealthDriver {
  const criticalAlert = alerts.find(({ severity }) => severity === 'critical');
  return driver('alert', criticalAlert ? 20 : 0, {
    title: criticalAlert ? alertTitle(criticalAlert) : '',
  });
}

function driver(code: string, points: number, params: Message['params']): HealthDriver {
  return { code, points, message: message(`health.driver.${code}`, params) };
}

function share(value: number): number {
  return Math.min(1, Math.max(0, value));
}

function percent(value: number | null | undefined) {
  return { quantity: rounded(value), unit: '%' } as const;
}

function rounded(value: number | null | undefined): number {
  return figure('ratio', value) ?? 0;
}

/**
 * A mean or measurement as people say it: from 10 on without decimals, below with one, and with one
 * where it would equal the figure beside it.
 */
function inSentence(value: number | null | undefined, compared?: number | null): number {
  const presentValue = value ?? 0;
  const isWhole = presentValue >= 10 && Math.round(presentValue) !== compared;
  return roundTo(presentValue, isWhole ? 0 : 1);
}

const TOLERATED_DAYS = 2;
const WATER_DAYS = 4;

/** Whether enough is recorded to evaluate the health of a flock. */
export function isHealthKnown(record: FlockRecord): boolean {
  return record.placed !== null && !record.isImpossible && lastLoggedDay(record) !== null;
}

/** Recent days that must have deaths logged: the score describes today. */
const SCORED_DAYS = 10;
const BAD: readonly Grade[] = ['D', 'E'];

/**
 * The health score of a flock; null without any log of deaths. When deaths are logged on less than
 * 60 % of the last ten days, a good score is null too, because unlogged deaths can only lower it; a
 * bad score stands.
 */
export function knownHealthScore(
  record: FlockRecord,
  health: ScoredHealth,
  thresholds: Thresholds,
): HealthScore | null {
  const { placed, isImpossible, lastDay } = record;
  const isCounted = placed !== null && !isImpossible && lastDay !== null;
  if (!isCounted || !hasDeathsRecorded(record)) return null;
  const score = healthScore(health, thresholds);
  const recent = deathDaysOf(record, { since: addDays(lastDay, -SCORED_DAYS) });
  return areDeathsKnown(recent) || BAD.includes(score.grade) ? score : null;
}

/** The data missing for the health of a flock, most important first. */
export function missingHealth(
  record: FlockRecord,
  health: FlockHealth,
  frame: FarmFrame,
): readonly MissingData[] {
  return [
    ...missingPopulation(record),
    ...missingAge(record),
    ...missingDeaths(record, frame.today),
    ...missingWater(record, health, frame.today),
    ...(record.breed ? [] : [missingInFlock(record, 'breed_unknown', 'breed')]),
    ...missingWeighing(record, frame),
    ...uncalibratedWeight(record, frame.today),
    ...(health.air.readings === 0 ? [noBarnAir(record)] : []),
  ];
}

function missingDeaths(record: FlockRecord, today: CalendarDay): MissingData[] {
  const dueDay = lastDueDay(record, 'mortality', today);
  const { placementDate } = record.flock;
  const need = weekDaysDue(placementDate, addDays(dueDay, 1));
  const have = weekWith(record, 'mortality', today).filter(({ day }) => day > placementDate).length;
  if (lastLoggedDay(record) === null)
    return [
      missingInLog(record, { code: 'no_daily_logs', field: 'mortality', today, need: 1, have }),
    ];
  if (need - have <= TOLERATED_DAYS) return unloggedDeaths(record, today);
  return [
    missingInLog(record, { code: 'no_mortality_logs', field: 'mortality', today, need, have }),
    ...unloggedDeaths(record, today),
  ];
}

function missingWater(
  record: FlockRecord,
  { waterDropPct }: FlockHealth,
  today: CalendarDay,
): MissingData[] {
  if (waterDropPct !== null || daysInside(record, today) < WATER_DAYS) return [];
  const have = Math.min(WATER_DAYS, weekWith(record, 'waterL', today).length);
  const need = WATER_DAYS;
  return [missingInLog(record, { code: 'no_water_logs', field: 'waterL', today, need, have })];
}

function daysInside({ flock }: FlockRecord, today: CalendarDay): number {
  return Math.max(0, daysBetween(flock.placementDate, today));
}
