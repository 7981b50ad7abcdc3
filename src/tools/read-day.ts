import { type CalendarDay, isCalendarDay } from './calendar.ts';

/** In which order a day is written, or that it is the number of a spreadsheet. */
export type DayFormat = 'dmy' | 'mdy' | 'ymd' | 'excel';

const DAY_MILLIS = 86_400_000;
/** The day before day 1 of a spreadsheet, which counts a 29 February 1900 that never was. */
const SHEET_DAY_0 = Date.UTC(1899, 11, 30);
const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/;
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/;
const SERIAL = /^\d{5}$/;

/**
 * The day that a text means: `2026-11-21`, `21/11/2026`, `21.11.2026`; `ambiguous` where it could be
 * two, as `5/11/2026` is, or the number of a spreadsheet; undefined where it is none.
 */
export function readDay(text: string, format?: DayFormat): CalendarDay | 'ambiguous' | undefined {
  const typed = text.replace(/[\u200e\u200f]/g, '').trim();
  const [, year, , month = '', day = ''] = YEAR_FIRST.exec(typed) ?? [];
  if (year !== undefined) return dayOf(year, month, day);
  if (SERIAL.test(typed)) return format === 'excel' ? sheetDay(Number(typed)) : 'ambiguous';
  const [, first = '', , second = '', last] = YEAR_LAST.exec(typed) ?? [];
  return last === undefined ? undefined : readParts([first, second, last], format);
}

/** The day of a spreadsheet's number. */
export function sheetDay(serial: number): CalendarDay | undefined {
  const day = new Date(SHEET_DAY_0 + Math.floor(serial) * DAY_MILLIS).toISOString().slice(0, 10);
  return isCalendarDay(day) ? day : undefined;
}

function readParts(
  [first, second, last]: readonly [string, string, string],
  format: DayFormat | undefined,
): CalendarDay | 'ambiguous' | undefined {
  if (format === 'ymd') {
    return last.length === 2 && first.length === 2 ? dayOf(`20${first}`, second, last) : undefined;
  }
  const isShort = last.length === 2;
  const year = isShort ? `20${last}` : last;
  if (format === 'dmy') return dayOf(year, second, first);
  if (format === 'mdy') return dayOf(year, first, second);
  if (isShort) return 'ambiguous';
  const dayFirst = dayOf(year, second, first);
  const monthFirst = dayOf(year, first, second);
  if (dayFirst !== undefined && monthFirst !== undefined && dayFirst !== monthFirst) {
    return 'ambiguous';
  }
  return dayFirst ?? monthFirst;
}

function dayOf(year: string, month: string, day: string): CalendarDay | undefined {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isCalendarDay(text) ? text : undefined;
}
