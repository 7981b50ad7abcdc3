import type { StoredOf } from '../../model/registry.ts';
import type { CalendarDay } from '../../tools/calendar.ts';
import { perRow } from './compute.ts';

const AWAITED: readonly string[] = ['ordered', 'confirmed', 'in_transit'];

/** A feed order is late when it came after the day it was due, or has not come and that is past. */
export const computeFeedOrders = perRow<'feed-orders'>((order, today) => ({
  late: isLate(order, today),
}));

function isLate(order: StoredOf<'feed-orders'>, today: CalendarDay): boolean | null {
  const { dueDate, deliveredAt, status } = order;
  if (dueDate === null) return false;
  if (status === 'delivered') return deliveredAt === null ? null : deliveredAt > dueDate;
  return AWAITED.includes(status ?? '') && today > dueDate;
}
