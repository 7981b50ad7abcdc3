import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import type { FarmFrame } from '../snapshot/farm-snapshot.ts';

/** The day after which trade counts for a supplier: about a year ago. */
export function sinceSuppliersCount({ today, thresholds }: FarmFrame): CalendarDay {
  return addDays(today, -thresholds.supplierDays);
}
