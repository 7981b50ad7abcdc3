import { addMonths, type CalendarDay, daysBetween, isCalendarDay } from '../../tools/calendar.ts';
import type { CalendarContext } from './time-meanings.ts';

/** The parts of a date as read; the month is 1 to 12. */
export interface DateParts {
  readonly day: number;
  /** Absent where only the day of the month is given. */
  readonly month?: number;
  readonly year?: number;
}

const ISO_DATE = /(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/y;
const LOCAL_DATE = /(\d{1,2})([-/.])(\d{1,2})(?:\2(\d{4}|\d{2}))?(?!\d)/y;
/** Years of the Thai calendar begin above any other year written on a farm. */
const FIRST_BUDDHIST_YEAR = 2400;
const BUDDHIST_OFFSET = 543;
/** Farm plans do not reach further ahead. */
const MAX_YEARS_AHEAD = 30;

/** Options for reading dates in digits. */
export interface DateWriting {
  readonly order: 'dmy' | 'mdy' | 'ymd';
  /** Whether the words before it introduce a day, so that `3.11` is also one. */
  readonly isNamed: boolean;
}

/**
 * The date in digits at a position: `2026-11-03`, or `3/11` and `3/11/2026` in the order of the
 * language.
 */
export function readDigitDate(
  text: string,
  index: number,
  writing: DateWriting,
): { readonly end: number; readonly parts: DateParts } | undefined {
  if (/\d/.test(text[index - 1] ?? '')) return undefined;
  return readIso(text, index) ?? readLocal(text, index, writing);
}

function readIso(text: string, index: number) {
  ISO_DATE.lastIndex = index;
  const found = ISO_DATE.exec(text);
  if (!found) return undefined;
  const [whole, year, month, day] = found;
  const parts = { year: Number(year), month: Number(month), day: Number(day) };
  return { end: index + whole.length, parts };
}

function readLocal(text: string, index: number, { order, isNamed }: DateWriting) {
  LOCAL_DATE.lastIndex = index;
  const found = LOCAL_DATE.exec(text);
  if (!found) return undefined;
  const [whole, first, mark, second, year] = found;
  // 2.5 is a number; it is a day only with its year, or after words such as "on".
  const isDay = mark === '/' || (mark === '.' && isNamed);
  if (!isDay && year === undefined) return undefined;
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

/**
 * The day of the parts of a date; a missing year is the nearest in the direction, or that of a day
 * within the coming month.
 */
export function resolveDate(parts: DateParts, context: CalendarContext): CalendarDay | undefined {
  const { month } = parts;
  if (month === undefined) return dayOfMonth(parts, context);
  if (parts.year !== undefined)
    return toCalendarDay(fullYear(parts.year, context), { ...parts, month });
  const thisYear = Number(context.today.slice(0, 4));
  const day = toCalendarDay(thisYear, { ...parts, month });
  if (day === undefined) return undefined;
  const years = [addMonths(day, 12), day, addMonths(day, -12)];
  const toFutureDate = (each: CalendarDay) => daysBetween(context.today, each);
  if (context.direction === 'past') return years.find((each) => toFutureDate(each) <= SOON_DAYS);
  return years.findLast((each) => toFutureDate(each) >= 0);
}

/** Up to this many days ahead, a date without a year means the coming day, in questions too. */
const SOON_DAYS = 31;

/** The nearest such day of a month in the direction, skipping months that are too short. */
function dayOfMonth({ day }: DateParts, context: CalendarContext): CalendarDay | undefined {
  const { today, direction } = context;
  const [near, far] = [0, direction === 'past' ? -1 : 1].map((months) => {
    const first = addMonths(`${today.slice(0, 7)}-01`, months);
    return toCalendarDay(Number(first.slice(0, 4)), { day, month: Number(first.slice(5, 7)) });
  });
  const isOnTheWay =
    direction === 'past' ? (one: string) => one <= today : (one: string) => one >= today;
  return near !== undefined && isOnTheWay(near) ? near : far;
}

/**
 * The Gregorian year: `2569` and `69` are 2026. Two digits that would be decades ahead belong to
 * the Thai calendar.
 */
export function fullYear(year: number, { today }: Pick<CalendarContext, 'today'>): number {
  if (year > FIRST_BUDDHIST_YEAR) return year - BUDDHIST_OFFSET;
  if (year >= 100) return year;
  const isFar = 2000 + year > Number(today.slice(0, 4)) + MAX_YEARS_AHEAD;
  return isFar ? 2500 + year - BUDDHIST_OFFSET : 2000 + year;
}

function toCalendarDay(
  year: number,
  { month, day }: { readonly month: number; readonly day: number },
): CalendarDay | undefined {
  const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  return isCalendarDay(text) ? text : undefined;
}
