import { isRegItemOverdue } from '../../farming/compliance/is-reg-item-overdue.ts';
import { regItemDeadline } from '../../farming/compliance/reg-item-deadline.ts';
import { daysBetween } from '../../tools/calendar.ts';
import { perRow } from './compute.ts';

/** A regulation item counts down to the day it is due, once it is granted to the day it expires. */
export const computeRegItems = perRow<'reg-items'>((item, today) => {
  const deadline = regItemDeadline(item);
  return {
    daysLeft: deadline === null ? null : daysBetween(today, deadline),
    overdue: isRegItemOverdue(item, today),
  };
});
