import { addDays, addMonths, type CalendarDay } from '../../tools/calendar.ts';
import type { CalendarContext, PeriodReference } from './time-meanings.ts';

/** The first day of the month or year that a phrase names. */
interface NamedWholes {
  readonly in_month?: CalendarDay;
  readonly in_year?: CalendarDay;
}

/** The days from one to another. */
export function days(
  from: CalendarDay,
  to: CalendarDay = from,
): Extract<PeriodReference, { kind: 'days' }> {
  return { kind: 'days', from, to };
}

/** The month that begins on a day. */
export function wholeMonth(first: CalendarDay): ReturnType<typeof days> {
  return days(first, addDays(addMonths(first, 1), -1));
}

/** A number of whole months from the first of one on. */
export function months(first: CalendarDay, count: number): ReturnType<typeof days> {
  return days(first, addDays(addMonths(first, count), -1));
}

/** The first day of the quarter of a day. */
export function quarterStart(today: CalendarDay): CalendarDay {
  const month = Number(today.slice(5, 7)) - 1;
  return addMonths(`${today.slice(0, 4)}-01-01`, month - (month % 3));
}

/** Some days of this month or of the named one. */
export function partOfMonth(
  { today }: CalendarContext,
  { in_month: month }: NamedWholes,
  [first, last]: readonly [first: number, last?: number],
): PeriodReference {
  const whole = wholeMonth(`${(month ?? today).slice(0, 7)}-01`);
  return days(addDays(whole.from, first - 1), last ? addDays(whole.from, last - 1) : whole.to);
}

/** Some months of the named year or, in a question, the last ones of that name that have begun. */
export function partOfYear(
  { today, direction }: CalendarContext,
  { in_year: year }: NamedWholes,
  { first, length }: { readonly first: number; readonly length: number },
): PeriodReference {
  const found = months(addMonths(year ?? `${today.slice(0, 4)}-01-01`, first), length);
  if (year !== undefined) return found;
  if (direction === 'past')
    return found.from > today ? months(addMonths(found.from, -12), length) : found;
  return found.to < today ? months(addMonths(found.from, 12), length) : found;
}

/** The last ten days of this month or of the named one. */
export function lastTenDays(
  { today }: CalendarContext,
  { in_month: month }: NamedWholes,
): PeriodReference {
  const { to } = wholeMonth(`${(month ?? today).slice(0, 7)}-01`);
  return days(addDays(to, -9), to);
}
