import { addDays, formatInstant, hourInZone, startOfDay } from '../../tools/calendar.ts';
import type { FarmFrame } from '../snapshot/farm-snapshot.ts';

/** From when to when something counts as of the night, both included. */
export interface NightWindow {
  readonly from: string;
  readonly to: string;
}

const HOUR_MILLIS = 3_600_000;

/** From the evening of yesterday by the farm's clock up to now. */
export function nightWindow({ now, today, zone, thresholds }: FarmFrame): NightWindow {
  const evening = thresholds.nightStartHour;
  const guess = startOfDay(addDays(today, -1), zone) + evening * HOUR_MILLIS;
  // On the day the clocks change, as many hours after midnight are another time of day.
  const from = guess + (evening - hourInZone(guess, zone)) * HOUR_MILLIS;
  return { from: formatInstant(from), to: formatInstant(now) };
}

/** Whether a time stamp lies in the night. */
export function isInNight(at: string, { from, to }: NightWindow): boolean {
  return from <= at && at <= to;
}
