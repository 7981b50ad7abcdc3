import { type Message, message } from '../../model/core/message.ts';
import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import type { Period } from '../measure.ts';

/** A period in words: today, yesterday, on a day, or from one day to another. */
export function whenOf({ from, to }: Period, today: CalendarDay): Message {
  const day = { day: to };
  if (from !== to) return message('ask.when.period', { from: { day: from }, to: day });
  if (to === today) return message('ask.when.today');
  if (to === addDays(today, -1)) return message('ask.when.yesterday');
  return message('ask.when.day', { day });
}
