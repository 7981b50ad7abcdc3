import { dayInZone, parseInstant } from '../../tools/calendar.ts';
import { groupBy } from '../../tools/collections.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { ageDays } from '../metrics/age-days.ts';
import { heatLimitsThi } from '../metrics/heat-limits-thi.ts';
import { temperatureHumidityIndex } from '../metrics/temperature-humidity-index.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';

/** Days of the last two weeks with birds inside. */
export interface HotDays {
  /** Days of which the climate of a barn with birds is known. */
  readonly known: number;
  /** Of these, days with an hour that was too hot for the birds as old as they were. */
  readonly hot: number;
}

/** Counts the days on which it was too hot in the barns of the flocks that are here. */
export function hotDays(
  flocks: readonly FlockRecord[],
  { barnHours, zone, thresholds }: FarmSnapshot<'barnHours'>,
): HotDays {
  const flocksOf = groupBy(flocks, ({ flock }) => flock.barnId);
  const known = new Map<string, boolean>();
  for (const { barnId, hour, temp, humidity } of barnHours) {
    const ofBarn = flocksOf.get(barnId);
    if (!ofBarn) continue;
    const day = dayInZone(parseInstant(hour) ?? Number.NaN, zone);
    const inside = ofBarn.filter(({ flock }) => flock.placementDate <= day);
    const thi = inside.length === 0 ? null : temperatureHumidityIndex(temp, humidity);
    if (thi === null) continue;
    const isHot = inside.some(
      ({ flock, kind }) => thi >= heatLimitsThi(kind, ageDays(flock, day), thresholds).warning,
    );
    known.set(day, isHot || (known.get(day) ?? false));
  }
  return { known: known.size, hot: [...known.values()].filter(Boolean).length };
}
