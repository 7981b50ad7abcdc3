import type { StoredOf } from '../../model/registry.ts';
import type { CalendarDay } from '../../tools/calendar.ts';

const GRANTED: readonly string[] = ['approved', 'expired'];

/** The day a regulation item counts down to: when it is due, once it is granted when it expires. */
export function regItemDeadline({
  status,
  dueDate,
  expiryDate,
}: StoredOf<'reg-items'>): CalendarDay | null {
  if (status === 'not_applicable') return null;
  return GRANTED.includes(status ?? '') ? expiryDate : (dueDate ?? expiryDate);
}
