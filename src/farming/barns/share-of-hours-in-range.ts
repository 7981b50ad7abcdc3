import { type CalendarDay, dayInZone, parseInstant } from '../../tools/calendar.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { ageDays } from '../metrics/age-days.ts';
import { type ClimateRange, climateRange } from '../metrics/climate-range.ts';
import { isInClimateRange } from '../metrics/out-of-range-measures.ts';
import { ratioOf } from '../metrics/ratio-of.ts';
import { hoursOfBarn } from '../snapshot/barn-readings.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';

/**
 * The share of the readings of a barn in 14 days, by the mean of their hour, that lay in the range
 * of temperature and humidity its birds needed at their age, 0 to 1. Null when nothing was measured
 * while birds were inside.
 */
export function shareOfHoursInRange(
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
    // A day has many hours and one range.
    const range = ranges.get(day) ?? rangeOn(day, flocks);
    ranges.set(day, range);
    if (range === null) continue;
    measured += readings;
    if (isInClimateRange({ temp, humidity, co2: null, nh3: null }, range)) inRange += readings;
  }
  return ratioOf(inRange, measured);
}

/** The range for the birds that were inside on a day; null without birds. */
function rangeOn(day: CalendarDay, flocks: readonly FlockRecord[]): ClimateRange | null {
  const record = flocks.find(
    ({ flock, lastDay }) => flock.placementDate <= day && lastDay !== null && day <= lastDay,
  );
  return record ? climateRange(record.kind, ageDays(record.flock, day)) : null;
}
