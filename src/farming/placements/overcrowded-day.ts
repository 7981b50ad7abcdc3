import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { projectedLive } from '../flocks/projected-live.ts';
import { projectedWeightG } from '../flocks/projected-weight.ts';
import { densityKgM2 } from '../metrics/density-kg-m2.ts';

/** Further ahead nothing is told. */
const LONGEST_DAYS = 120;

/** Live weight on the floor of the barn of a flock on a day, kg/m²; null where it cannot be told. */
export function projectedDensityKgM2(record: FlockRecord, day: CalendarDay): number | null {
  const live = projectedLive(record, day);
  const weightG = projectedWeightG(record, day);
  const kg = live === null || weightG === null ? null : (live * weightG) / 1000;
  return densityKgM2(kg, record.barn?.areaSqm ?? null);
}

/**
 * The first day from today up to its sale on which a flock is denser than the limit; null when
 * there is none, and when its weight, its number or the floor is not known. Hens have no limit.
 */
export function overcrowdedDay(
  record: FlockRecord,
  span: { readonly from: CalendarDay; readonly until: CalendarDay },
  limitKgM2: number,
): CalendarDay | null {
  if (record.kind === 'layer') return null;
  for (let ahead = 0; ahead <= LONGEST_DAYS; ahead++) {
    const day = addDays(span.from, ahead);
    if (day > span.until) return null;
    const density = projectedDensityKgM2(record, day);
    if (density === null) return null;
    if (density > limitKgM2) return day;
  }
  return null;
}
