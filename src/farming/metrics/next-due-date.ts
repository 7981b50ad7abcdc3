import { addDays, addMonths, type CalendarDay } from '../../tools/calendar.ts';

/** How often something comes round again. */
export type Frequency = 'once' | 'daily' | 'weekly' | 'biweekly' | 'monthly';

/** The day on which something due on a day is due again; null when it happens once. */
export function nextDueDate(dueDate: CalendarDay, frequency: Frequency): CalendarDay | null {
  switch (frequency) {
    case 'daily':
      return addDays(dueDate, 1);
    case 'weekly':
      return addDays(dueDate, 7);
    case 'biweekly':
      return addDays(dueDate, 14);
    case 'monthly':
      return addMonths(dueDate, 1);
    case 'once':
      return null;
  }
}
