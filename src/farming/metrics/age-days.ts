import { type CalendarDay, daysBetween } from '../../tools/calendar.ts';

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
