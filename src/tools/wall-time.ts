import { type CalendarDay, hourInZone, startOfDay } from './calendar.ts';

const HOUR_MILLIS = 3_600_000;

/** The instant at which the clocks of a zone show a time of a day, given in milliseconds. */
export function wallTime(day: CalendarDay, millis: number, zone: string): number {
  const guess = startOfDay(day, zone) + millis;
  // On the two days a year on which clocks are changed, the guess is off by what they are changed.
  const hoursOff = millis / HOUR_MILLIS - hourInZone(guess, zone);
  const nearest = hoursOff - 24 * Math.round(hoursOff / 24);
  return guess + Math.round(nearest * HOUR_MILLIS);
}
