import type { Thresholds } from '../../model/thresholds.ts';
import { addDays, type CalendarDay, daysBetween } from '../../tools/calendar.ts';
import type { FarmFrame } from '../core/farm-snapshot.ts';
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
import { missingAge } from '../feed/flock-feed.ts';
import { areDeathsKnown } from '../metrics/mortality.ts';
import type { Grade } from '../metrics/ratio.ts';
import type { FlockHealth } from './flock-health.ts';
import { type HealthScore, healthScore, type ScoredHealth } from './health-score.ts';
import { hasDeathsRecorded } from './mortality.ts';

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
