import { addDays, type CalendarDay } from '../../tools/calendar.ts';

const WITHDRAWAL = /\bwithdrawal\s*[:=]\s*(\d{1,3})\s*d(?:ays?)?\b/i;

/**
 * The day on which the withdrawal period of a treatment ends, before which the birds must not be
 * slaughtered; from `withdrawal:7d` in the notes, null where they do not say it.
 */
export function withdrawalUntil(treatedOn: CalendarDay, notes: string | null): CalendarDay | null {
  const days = WITHDRAWAL.exec(notes ?? '')?.[1];
  return days === undefined ? null : addDays(treatedOn, Number(days));
}
