import {
  addDays,
  addMonths,
  type CalendarDay,
  dayInZone,
  daysBetween,
} from '../../tools/calendar.ts';

/** When the birds of a flock came, and how old they were. */
export interface Arrival {
  readonly placementDate: CalendarDay;
  readonly arrivalAgeDays: number | null;
}

/**
 * Age of a flock on a day, in days; negative before it came. Chicks are of age 0 on the day they
 * are placed. Source: the origin of the breeders' tables, whose day 0 is the weight of the chick.
 */
export function ageDays({ placementDate, arrivalAgeDays }: Arrival, day: CalendarDay): number {
  return daysBetween(placementDate, day) + (arrivalAgeDays ?? 0);
}

/** The day of the farm on which a flock was closed; null while it is not. */
export function closedDay(closedAt: string | null, zone: string): CalendarDay | null {
  return closedAt === null ? null : dayInZone(Date.parse(closedAt), zone);
}

/**
 * Days a barn stood empty between the last birds of a flock and the placement of the next; null
 * when the two overlap.
 */
export function downtimeDays(
  lastDayInside: CalendarDay,
  nextPlacement: CalendarDay,
): number | null {
  const days = daysBetween(lastDayInside, nextPlacement);
  return days < 0 ? null : days;
}

/** How often something comes round again. */
export type Frequency = 'once' | 'daily' | 'weekly' | 'biweekly' | 'monthly';

/** The day on which something due on a day is due again; null when it happens once. */
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
 * The day on which the withdrawal period of a treatment ends, before which the birds must not be
 * slaughtered; from `withdrawal:7d` in the notes, null where they do not say it.
 */
export function withdrawalUntil(treatedOn: CalendarDay, notes: string | null): CalendarDay | null {
  const days = WITHDRAWAL.exec(notes ?? '')?.[1];
  return days === undefined ? null : addDays(treatedOn, Number(days));
}
