import { addDays, type CalendarDay, daysBetween } from '../../tools/calendar.ts';
import type { FarmFrame } from '../core/farm-snapshot.ts';
import { lastDueDay, lastLoggedDay, weekWith } from '../core/flock-days.ts';
import type { FlockRecord } from '../core/flock-record.ts';
import {
  missingInFlock,
  missingInLog,
  missingPopulation,
  missingWeighing,
  noBarnAir,
  uncalibratedWeight,
} from '../core/missing-data.ts';
import type { MissingData } from '../core/section.ts';
import { missingAge } from '../feed/flock-feed.ts';
import type { FlockHealth } from './flock-health.ts';
import { hasDeathsRecorded } from './mortality.ts';

const WEEK_DAYS = 7;
const TOLERATED_DAYS = 2;
const WATER_DAYS = 4;

/** Whether enough is recorded of a flock to speak of its health at all. */
export function isHealthKnown(record: FlockRecord): boolean {
  return record.placed !== null && !record.isImpossible && lastLoggedDay(record) !== null;
}

/** Whether the health of a flock has a score: nobody judges it without knowing of deaths. */
export function isHealthScored(record: FlockRecord): boolean {
  return isHealthKnown(record) && hasDeathsRecorded(record);
}

/** What is missing of a flock to know its health, the worst first. */
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
  const need = Math.min(WEEK_DAYS, daysInside(record, addDays(dueDay, 1)));
  const have = weekWith(record, 'mortality', today).length;
  if (lastLoggedDay(record) === null)
    return [
      missingInLog(record, { code: 'no_daily_logs', field: 'mortality', today, need: 1, have }),
    ];
  if (need - have <= TOLERATED_DAYS) return [];
  return [
    missingInLog(record, { code: 'no_mortality_logs', field: 'mortality', today, need, have }),
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
