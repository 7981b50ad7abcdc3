import {
  addDays,
  type CalendarDay,
  dayInZone,
  HOUR_MILLIS,
  localInstant,
} from '../../tools/calendar.ts';

/** A digest delayed by more than this is skipped, because the working day has begun. */
const LATEST_MILLIS = 6 * HOUR_MILLIS;

/** A user's setting for the morning digest. */
export interface DigestWish {
  /** 0 to 23, local time in the zone. */
  readonly hour: number;
  readonly zone: string;
  /** The day of the last digest sent. */
  readonly lastDay: CalendarDay | null;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * The next time the local clock shows the hour on a day without a digest. An hour skipped when
 * clocks go forward becomes the following one; of a repeated hour, the first is used.
 */
export function nextDigestAt({ hour, zone, lastDay, now }: DigestWish): number {
  const today = dayInZone(now, zone);
  const at = localInstant(today, hour * HOUR_MILLIS, zone);
  if (at > now && lastDay !== today) return at;
  return localInstant(addDays(today, 1), hour * HOUR_MILLIS, zone);
}

/** The day for which a digest is due now; undefined when it was already sent or it is too late. */
export function digestDayAt({ hour, zone, lastDay, now }: DigestWish): CalendarDay | undefined {
  const today = dayInZone(now, zone);
  for (const day of [today, addDays(today, -1)]) {
    const lateMillis = now - localInstant(day, hour * HOUR_MILLIS, zone);
    if (lateMillis < 0) continue;
    return lateMillis <= LATEST_MILLIS && (lastDay === null || lastDay < day) ? day : undefined;
  }
  return undefined;
}
