import {
  addDays,
  type CalendarDay,
  dayInZone,
  HOUR_MILLIS,
  localInstant,
} from '../../tools/calendar.ts';

/** A digest that could not be sent for so long is left out: the day has begun without it. */
const LATEST_MILLIS = 6 * HOUR_MILLIS;

/** When a user wants the morning digest. */
export interface DigestWish {
  /** From 0 to 23, by the clocks of the zone. */
  readonly hour: number;
  readonly zone: string;
  /** The day for which one was sent last. */
  readonly lastDay: CalendarDay | null;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * The next time at which the clocks show the hour, on a day without a digest. An hour that is
 * skipped when clocks are set forward is the one after it; of one that comes twice it is the first.
 */
export function nextDigestAt({ hour, zone, lastDay, now }: DigestWish): number {
  const today = dayInZone(now, zone);
  const at = localInstant(today, hour * HOUR_MILLIS, zone);
  if (at > now && lastDay !== today) return at;
  return localInstant(addDays(today, 1), hour * HOUR_MILLIS, zone);
}

/** The day for which a digest is sent now; undefined where there was one, or it is too late. */
export function digestDayAt({ hour, zone, lastDay, now }: DigestWish): CalendarDay | undefined {
  const today = dayInZone(now, zone);
  for (const day of [today, addDays(today, -1)]) {
    const lateMillis = now - localInstant(day, hour * HOUR_MILLIS, zone);
    if (lateMillis < 0) continue;
    return lateMillis <= LATEST_MILLIS && (lastDay === null || lastDay < day) ? day : undefined;
  }
  return undefined;
}
