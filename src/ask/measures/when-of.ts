import { type Message, message } from '../../model/core/message.ts';
import { addDays, type CalendarDay, daysBetween } from '../../tools/calendar.ts';
import type { Period } from '../measure.ts';

/** A period in words: today, yesterday, on a day, or from one day to another. */
export function whenOf({ from, to }: Period, today: CalendarDay): Message {
  const day = { day: to };
  if (from !== to) return message('ask.when.period', { from: { day: from }, to: day });
  if (to === today) return message('ask.when.today');
  if (to === addDays(today, -1)) return message('ask.when.yesterday');
  return message('ask.when.day', { day });
}

/** The days of a period as labels of facts name them: one day, or the first and the last. */
export function daysLabel({ from, to }: Period): string {
  return from === to ? to : `${from} to ${to}`;
}

const FIRST_DAY = '1970-01-01';

/** A day as a number by which days can be compared: how many lie between it and 1970. */
export function dayNumber(day: CalendarDay): number {
  return daysBetween(FIRST_DAY, day);
}
