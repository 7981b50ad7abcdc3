import parsePhoneNumber, { type CountryCode, isSupportedCountry } from 'libphonenumber-js/min';
import { type CalendarDay, DAY_MILLIS, isCalendarDay } from './calendar.ts';

/** The order of day, month and year, or `excel` for spreadsheet serial numbers. */
export type DayFormat = 'dmy' | 'mdy' | 'ymd' | 'excel';
/** Day 0 of spreadsheet serial numbers, which count a non-existent 29 February 1900. */
const SHEET_DAY_0 = Date.UTC(1899, 11, 30);
const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/;
/** `2026年11月21日`. */
const YEAR_MONTH_DAY = /^(\d{4})\s*年\s*(\d{1,2})\s*月\s*(\d{1,2})\s*日?$/;
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/;
const SERIAL = /^\d{5}$/;

/**
 * Parses a day: `2026-11-21`, `21/11/2026`, `21.11.2026`. `ambiguous` if two readings are possible,
 * such as `5/11/2026`, or if it is a spreadsheet serial number; undefined if it is not a day.
 */
export function readDay(text: string, format?: DayFormat): CalendarDay | 'ambiguous' | undefined {
  const digits = plainDigits(text.replace(INVISIBLE, '')).trim();
  const typed = digits.replace(YEAR_MONTH_DAY, '$1-$2-$3');
  const [, year, , month = '', day = ''] = YEAR_FIRST.exec(typed) ?? [];
  if (year !== undefined) return dayOf(year, month, day);
  if (SERIAL.test(typed)) return format === 'excel' ? sheetDay(Number(typed)) : 'ambiguous';
  const [, first = '', , second = '', last] = YEAR_LAST.exec(typed) ?? [];
  return last === undefined ? undefined : readParts([first, second, last], format);
}

/**
 * Whether a text is a date with the year last, or a short date, so that its field order must be
 * known.
 */
export function isShortDate(text: string): boolean {
  return YEAR_LAST.test(plainDigits(text.replace(INVISIBLE, '')).trim());
}

/** The day of a spreadsheet serial number. */
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

/** The Buddhist calendar of Thailand is 543 years ahead. */
const BUDDHIST = { from: 2400, to: 2700, ahead: 543 };

function dayOf(written: string, month: string, day: string): CalendarDay | undefined {
  const { from, to, ahead } = BUDDHIST;
  const number = Number(written);
  const year = number >= from && number < to ? String(number - ahead) : written;
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isCalendarDay(text) ? text : undefined;
}

/** Converts digits of other scripts to ASCII: `๒๕๖๙` becomes `2569`. */
export function plainDigits(text: string): string {
  return text.replace(OTHER_DIGIT, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = DIGIT_ZEROS.find((start) => code >= start && code < start + DIGITS) ?? code;
    return String(code - zero);
  });
}

const DIGITS = 10;
/** The zeros of Thai, Arabic, Persian and full-width digits. */
const DIGIT_ZEROS = [0xe50, 0x660, 0x6f0, 0xff10];
const OTHER_DIGIT = /[\u0e50-\u0e59\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g;

/** The decimal separator. */
export type DecimalSign = '.' | ',';

/** The number format of a file. */
export interface NumberStyle {
  /** The separator given by the sender; undefined: inferred from each number. */
  readonly decimal?: DecimalSign | undefined;
  /** Whether the file may come from a locale with a decimal comma. */
  readonly mayUseComma?: boolean;
}

/** No numeric field takes longer texts. */
const LONGEST = 100;
const PLAIN = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i;
// Direction marks and the thousands separators of spreadsheets.
const INVISIBLE = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const GROUPED_BY_SPACE = /^([+-]?\d{1,3})((?:[ \u00a0\u202f\u2009'’]\d{3})+)(?=[.,]|$)/;
const SEPARATORS = /[.,]/g;

/**
 * Parses a number such as `1240`, `1,240.5` or `1.240,5`; `ambiguous` if two readings are possible,
 * such as `1,240`; undefined if it is not a number.
 */
export function readNumber(
  text: string,
  style: NumberStyle = {},
): number | 'ambiguous' | undefined {
  if (text.trim().length > LONGEST) return undefined;
  const typed = withoutSpaces(text);
  const signs = typed.match(SEPARATORS) ?? [];
  const [first] = signs;
  if (first === undefined) return numberOf(typed);
  const last = signs.at(-1);
  const isMixed = signs.some((sign) => sign !== first);
  // With two different separators, the last is the decimal separator; a repeated one cannot be.
  if (isMixed) return withDecimal(typed, last === '.' ? '.' : ',', style);
  if (signs.length > 1) return withDecimal(typed, first === '.' ? ',' : '.', style);
  if (style.decimal !== undefined) return withDecimal(typed, style.decimal, style);
  if (!couldBeThousands(typed)) return withDecimal(typed, first === '.' ? '.' : ',', style);
  return first === '.' && !style.mayUseComma ? numberOf(typed) : 'ambiguous';
}

/**
 * Parses a whole number, in which a separator can only be of thousands: `19.500`, `19,500`, `20 000`;
 * undefined if it is not one.
 */
export function readWhole(text: string): number | undefined {
  const readings = (['.', ','] as const).flatMap((decimal) => {
    const value = readNumber(text, { decimal });
    return typeof value === 'number' && Number.isInteger(value) ? [value] : [];
  });
  return readings.length === 0 ? undefined : Math.max(...readings);
}

/** The decimal separator that a number implies: `,` in `12,5`; undefined if it could be either. */
export function decimalOf(text: string): DecimalSign | undefined {
  if (text.length > LONGEST) return undefined;
  const [typed = ''] = /[\d.,]+/.exec(withoutSpaces(text)) ?? [];
  const signs = typed.match(SEPARATORS) ?? [];
  const [first] = signs;
  if (first === undefined || couldBeThousands(typed)) return undefined;
  const last = signs.at(-1) === '.' ? '.' : ',';
  const isRepeated = signs.length > 1 && signs.every((sign) => sign === first);
  const sign = isRepeated ? (last === '.' ? ',' : '.') : last;
  return withDecimal(typed, sign, {}) === undefined ? undefined : sign;
}

function withoutSpaces(text: string): string {
  const typed = plainDigits(text)
    .replace(INVISIBLE, '')
    .replace(/^\s*[\u2212\u2013]/, '-')
    .trim();
  return typed.replace(GROUPED_BY_SPACE, (_, head: string, groups: string) => {
    return head + groups.replace(/\D/g, '');
  });
}

/** Three digits after the separator, and one to three before it without a leading 0. */
function couldBeThousands(typed: string): boolean {
  return /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/.test(typed);
}

function withDecimal(typed: string, decimal: DecimalSign, style: NumberStyle): number | undefined {
  if (style.decimal !== undefined && style.decimal !== decimal) return undefined;
  const at = typed.lastIndexOf(decimal);
  const expression = at === -1 ? typed : typed.slice(0, at);
  const decimals = at === -1 ? '' : `.${typed.slice(at + 1)}`;
  const isGrouped = /^[+-]?\d{1,3}(?:[.,]\d{3})+$/.test(expression);
  if (!isGrouped && /[.,]/.test(expression)) return undefined;
  return numberOf(expression.replace(SEPARATORS, '') + decimals);
}

function numberOf(typed: string): number | undefined {
  return PLAIN.test(typed) ? Number(typed) : undefined;
}

/** A country with a telephone numbering plan, ISO 3166 alpha-2. */
export type PhoneCountry = CountryCode;

/** Whether the numbering plan of this country is known. */
export function isPhoneCountry(code: string): code is PhoneCountry {
  return isSupportedCountry(code);
}

/**
 * The number in international format, `+972501234567`; numbers without a country code are read as
 * numbers of `country`. Undefined if the text does not contain a possible number.
 */
export function toE164(text: string, country: PhoneCountry): string | undefined {
  const parsed = parsePhoneNumber(text, country);
  return parsed?.isValid() ? parsed.number : undefined;
}
