import { type CalendarDay, dayInZone, endOfDay, startOfDay } from '../../tools/calendar.ts';

interface KnownDay {
  readonly day: CalendarDay;
  readonly from: number;
  readonly to: number;
}

/**
 * Makes a function from an instant and a zone to the calendar day. It is fast for instants that
 * come in order, as those of a page do: within the day it looked up last it only compares.
 */
export function createDayLookup(): (millis: number, zone: string) => CalendarDay {
  const lastByZone = new Map<string, KnownDay>();
  return (millis, zone) => {
    const last = lastByZone.get(zone);
    if (last && millis >= last.from && millis <= last.to) return last.day;
    const day = dayInZone(millis, zone);
    lastByZone.set(zone, { day, from: startOfDay(day, zone), to: endOfDay(day, zone) });
    return day;
  };
}
