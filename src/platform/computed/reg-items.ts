import type { StoredOf } from '../../model/registry.ts';
import { daysBetween } from '../../tools/calendar.ts';
import { perRow } from './compute.ts';

const TO_BE_DONE: readonly string[] = ['upcoming', 'due', 'rejected', 'overdue'];
const GRANTED: readonly string[] = ['approved', 'expired'];

/** A regulation item counts down to the day it is due, once it is granted to the day it expires. */
export const computeRegItems = perRow<'reg-items'>((item, today) => {
  const deadline = deadlineOf(item);
  const isOpen = TO_BE_DONE.includes(item.status ?? '') && item.completedAt === null;
  const isPast = item.dueDate !== null && item.dueDate < today;
  return {
    daysLeft: deadline === null ? null : daysBetween(today, deadline),
    overdue: isOpen && (isPast || item.status === 'overdue'),
  };
});

function deadlineOf({ status, dueDate, expiryDate }: StoredOf<'reg-items'>): string | null {
  if (status === 'not_applicable') return null;
  return GRANTED.includes(status ?? '') ? expiryDate : (dueDate ?? expiryDate);
}
