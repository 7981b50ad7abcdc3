import {
  addDays,
  addMonths,
  type CalendarDay,
  dayInZone,
  daysBetween,
} from '../../tools/calendar.ts';

/** Placement day of the birds of a flock, and their age then. */
export interface Arrival {
  readonly placementDate: CalendarDay;
  readonly arrivalAgeDays: number | null;
}

/**
 * Age of a flock on a day, in days; negative before placement. Chicks are of age 0 on the day of
 * placement. Source: the origin of the breeders' tables, whose day 0 is the weight of the chick.
 */
export function ageDays({ placementDate, arrivalAgeDays }: Arrival, day: CalendarDay): number {
  return daysBetween(placementDate, day) + (arrivalAgeDays ?? 0);
}

/** The farm's calendar day on which a flock was closed; null while open. */
export function closedDay(closedAt: string | null, zone: string): CalendarDay | null {
  return closedAt === null ? null : dayInZone(Date.parse(closedAt), zone);
}

/**
 * Days a barn was empty between the last birds of a flock and the next placement; null when the two
 * overlap.
 */
export function downtimeDays(
  lastDayInside: CalendarDay,
  nextPlacement: CalendarDay,
): number | null {
  const days = daysBetween(lastDayInside, nextPlacement);
  return days < 0 ? null : days;
}

/** Recurrence interval. */
export type Frequency = 'once' | 'daily' | 'weekly' | 'biweekly' | 'monthly';

/** The next due date of a recurring item; null for a one-off item. */
export function nextDueDate(dueDate: CalendarDay, frequency: Frequency): CalendarDay | null {
  switch (frequency) {
    case 'daily':
      return addDays(dueDate, 1);
    case 'weekly':
      return addDays(dueDate, 7);
    case 'biweekly':
      return addDays(dueDate, 14);
    case 'monthly':
      return addMonths(dueDate, 1);
    case 'once':
      return null;
  }
}

const WITHDRAWAL = /\bwithdrawal\s*[:=]\s*(\d{1,3})\s*d(?:ays?)?\b/i;

/**
 * The end of the withdrawal period of a treatment, before which the birds must not be slaughtered;
 * parsed from `withdrawal:7d` in the notes, null without it.
 */
export function withdrawalUntil(treatedOn: CalendarDay, notes: string | null): CalendarDay | null {
  const days = WITHDRAWAL.exec(notes ?? '')?.[1];
  return days === undefined ? null : addDays(treatedOn, Number(days));
}
