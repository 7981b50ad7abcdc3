import { addMonths, type CalendarDay, daysBetween, isCalendarDay } from '../../tools/calendar.ts';
import type { CalendarContext } from './period-reference.ts';

/** The parts of a date as they were read; the month is 1 to 12. */
export interface DateParts {
  readonly day: number;
  readonly month: number;
  readonly year?: number;
}

const ISO = /(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/y;
const LOCAL = /(\d{1,2})([-/.])(\d{1,2})(?:\2(\d{4}|\d{2}))?(?!\d)/y;
/** Years of the Thai calendar begin beyond any year that a farm writes otherwise. */
const BUDDHIST_FROM = 2400;
const BUDDHIST_OFFSET = 543;

/** The date in digits at a place: `2026-11-03`, or `3/11` and `3/11/2026` in the order of the language. */
export function readDigitDate(
  text: string,
  index: number,
  order: 'dmy' | 'mdy' | 'ymd',
): { readonly end: number; readonly parts: DateParts } | undefined {
  if (/\d/.test(text[index - 1] ?? '')) return undefined;
  return readIso(text, index) ?? readLocal(text, index, order);
}

function readIso(text: string, index: number) {
  ISO.lastIndex = index;
  const found = ISO.exec(text);
  if (!found) return undefined;
  const [whole, year, month, day] = found;
  const parts = { year: Number(year), month: Number(month), day: Number(day) };
  return { end: index + whole.length, parts };
}

function readLocal(text: string, index: number, order: 'dmy' | 'mdy' | 'ymd') {
  LOCAL.lastIndex = index;
  const found = LOCAL.exec(text);
  if (!found) return undefined;
  const [whole, first, mark, second, year] = found;
  // 2.5 is a number; only with its year is it a day.
  if (mark !== '/' && year === undefined) return undefined;
  const [day, month] = order === 'dmy' ? [first, second] : [second, first];
  return {
    end: index + whole.length,
    parts: {
      day: Number(day),
      month: Number(month),
      ...(year === undefined ? {} : { year: Number(year) }),
    },
  };
}

/** The day that parts of a date mean; a year that is not said is the nearest in the direction. */
export function resolveDate(parts: DateParts, context: CalendarContext): CalendarDay | undefined {
  if (parts.year !== undefined) return dayOf(fullYear(parts.year), parts);
  const thisYear = Number(context.today.slice(0, 4));
  const day = dayOf(thisYear, parts);
  if (day === undefined) return undefined;
  const ahead = daysBetween(context.today, day);
  if (context.direction === 'past') return ahead > 0 ? addMonths(day, -12) : day;
  return ahead < 0 ? addMonths(day, 12) : day;
}

function fullYear(year: number): number {
  if (year < 100) return 2000 + year;
  return year > BUDDHIST_FROM ? year - BUDDHIST_OFFSET : year;
}

function dayOf(year: number, { month, day }: DateParts): CalendarDay | undefined {
  const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  return isCalendarDay(text) ? text : undefined;
}
