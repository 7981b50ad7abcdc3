import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { plannedDensityKgM2 } from '../flocks/projections.ts';

/** Further ahead nothing is told. */
const LONGEST_DAYS = 120;

/**
 * The first day from today up to the sale on which the flocks of a barn are denser than the limit;
 * null when there is none, and when a weight, a number or the floor is unknown. Hens have no limit.
 */
export function overcrowdedDay(
  present: readonly FlockRecord[],
  span: { readonly from: CalendarDay; readonly until: CalendarDay },
  limitKgM2: number,
): CalendarDay | null {
  const areaSqm = present[0]?.barn?.areaSqm ?? null;
  if (present.some(({ kind }) => kind === 'layer')) return null;
  for (let ahead = 0; ahead <= LONGEST_DAYS; ahead++) {
    const day = addDays(span.from, ahead);
    if (day > span.until) return null;
    const density = plannedDensityKgM2(areaSqm, present, day);
    if (density === null) return null;
    if (density > limitKgM2) return day;
  }
  return null;
}
