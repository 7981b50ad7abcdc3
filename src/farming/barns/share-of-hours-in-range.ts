import { dayInZone, parseInstant } from '../../tools/calendar.ts';
import { sum } from '../../tools/statistics.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { ageDays } from '../metrics/age-days.ts';
import { climateRange } from '../metrics/climate-range.ts';
import { outOfRangeMeasures } from '../metrics/out-of-range-measures.ts';
import { ratioOf } from '../metrics/ratio-of.ts';
import type { BarnHour } from '../snapshot/barn-hour.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';

/**
 * The share of the readings of a barn in 14 days, by the mean of their hour, that lay in the range
 * of temperature and humidity its birds needed at their age, 0 to 1. Null when nothing was measured
 * while birds were inside.
 */
export function shareOfHoursInRange(
  barnId: string,
  flocks: readonly FlockRecord[],
  { barnHours, zone }: FarmSnapshot<'barnHours'>,
): number | null {
  const hours = barnHours
    .filter((hour) => hour.barnId === barnId && (hour.temp !== null || hour.humidity !== null))
    .flatMap((hour) => {
      const birds = birdsAt(hour, flocks, zone);
      return birds ? [{ readings: hour.readings, isIn: isInRange(hour, birds) }] : [];
    });
  const inside = hours.filter(({ isIn }) => isIn);
  return ratioOf(
    sum(inside.map(({ readings }) => readings)),
    sum(hours.map(({ readings }) => readings)),
  );
}

interface BirdsInside {
  readonly record: FlockRecord;
  readonly ageDays: number;
}

function birdsAt(
  { hour }: BarnHour,
  flocks: readonly FlockRecord[],
  zone: string,
): BirdsInside | null {
  const at = parseInstant(hour);
  if (at === undefined) return null;
  const day = dayInZone(at, zone);
  const record = flocks.find(
    ({ flock, lastDay }) => flock.placementDate <= day && lastDay !== null && day <= lastDay,
  );
  return record ? { record, ageDays: ageDays(record.flock, day) } : null;
}

function isInRange({ temp, humidity }: BarnHour, { record, ageDays }: BirdsInside): boolean {
  const reading = { temp, humidity, co2: null, nh3: null };
  return outOfRangeMeasures(reading, climateRange(record.kind, ageDays)).length === 0;
}
