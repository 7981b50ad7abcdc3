import type { StoredOf } from '../../model/registry.ts';
import type { CalendarDay } from '../../tools/calendar.ts';
import { isRegItemOpen } from './is-reg-item-open.ts';

/** Whether a regulation item should have been done before today. */
export function isRegItemOverdue(item: StoredOf<'reg-items'>, today: CalendarDay): boolean {
  const isPast = item.dueDate !== null && item.dueDate < today;
  return isRegItemOpen(item) && (isPast || item.status === 'overdue');
}
