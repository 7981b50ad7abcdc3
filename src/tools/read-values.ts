import parsePhoneNumber, { type CountryCode, isSupportedCountry } from 'libphonenumber-js/min';
import { type CalendarDay, DAY_MILLIS, isCalendarDay } from './calendar.ts';

/** In which order a day is written, or that it is the number of a spreadsheet. */
export type DayFormat = 'dmy' | 'mdy' | 'ymd' | 'excel';
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
  const typed = plainDigits(text.replace(INVISIBLE, '')).trim();
  const [, year, , month = '', day = ''] = YEAR_FIRST.exec(typed) ?? [];
  if (year !== undefined) return dayOf(year, month, day);
  if (SERIAL.test(typed)) return format === 'excel' ? sheetDay(Number(typed)) : 'ambiguous';
  const [, first = '', , second = '', last] = YEAR_LAST.exec(typed) ?? [];
  return last === undefined ? undefined : readParts([first, second, last], format);
}

/** Whether a text is a day with its year at the end, or a short one: its order has to be known. */
export function isShortDate(text: string): boolean {
  return YEAR_LAST.test(plainDigits(text.replace(INVISIBLE, '')).trim());
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

/** Years of Thailand count from 543 years earlier. */
const BUDDHIST = { from: 2400, to: 2700, ahead: 543 };

function dayOf(written: string, month: string, day: string): CalendarDay | undefined {
  const { from, to, ahead } = BUDDHIST;
  const number = Number(written);
  const year = number >= from && number < to ? String(number - ahead) : written;
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isCalendarDay(text) ? text : undefined;
}

/** Digits of other scripts as plain ones: `๒๕๖๙` is `2569`. */
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

/** The sign that stands before decimals. */
export type DecimalSign = '.' | ',';

/** What is known of the numbers of a file. */
export interface NumberStyle {
  /** As the sender says; undefined: as far as a number tells by itself. */
  readonly decimal?: DecimalSign | undefined;
  /** Whether the file looks as if it came from where the comma is the decimal sign. */
  readonly mayUseComma?: boolean;
}

/** Longer texts are not numbers that any field takes. */
const LONGEST = 100;
const PLAIN = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i;
// Direction marks and the spaces that spreadsheets put between thousands.
const INVISIBLE = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const GROUPED_BY_SPACE = /^([+-]?\d{1,3})((?:[ \u00a0\u202f\u2009'’]\d{3})+)(?=[.,]|$)/;
const SEPARATORS = /[.,]/g;

/**
 * The number that a text means, such as `1240`, `1,240.5` or `1.240,5`; `ambiguous` where it could
 * be two, as `1,240` is; undefined where it is none.
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
  // Of two signs the last one stands before the decimals; one that is repeated cannot.
  if (isMixed) return withDecimal(typed, last === '.' ? '.' : ',', style);
  if (signs.length > 1) return withDecimal(typed, first === '.' ? ',' : '.', style);
  if (style.decimal !== undefined) return withDecimal(typed, style.decimal, style);
  if (!couldBeThousands(typed)) return withDecimal(typed, first === '.' ? '.' : ',', style);
  return first === '.' && !style.mayUseComma ? numberOf(typed) : 'ambiguous';
}

/** The decimal sign that a number shows: `,` of `12,5`; undefined where it could be either. */
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

/** Three digits behind the sign, and one to three before it that do not begin with 0. */
function couldBeThousands(typed: string): boolean {
  return /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/.test(typed);
}

function withDecimal(typed: string, decimal: DecimalSign, style: NumberStyle): number | undefined {
  if (style.decimal !== undefined && style.decimal !== decimal) return undefined;
  const at = typed.lastIndexOf(decimal);
  const whole = at === -1 ? typed : typed.slice(0, at);
  const decimals = at === -1 ? '' : `.${typed.slice(at + 1)}`;
  const isGrouped = /^[+-]?\d{1,3}(?:[.,]\d{3})+$/.test(whole);
  if (!isGrouped && /[.,]/.test(whole)) return undefined;
  return numberOf(whole.replace(SEPARATORS, '') + decimals);
}

function numberOf(typed: string): number | undefined {
  return PLAIN.test(typed) ? Number(typed) : undefined;
}

/** A country as telephone numbers know it, ISO 3166 alpha 2. */
export type PhoneCountry = CountryCode;

/** Whether telephone numbers of this country are known. */
export function isPhoneCountry(code: string): code is PhoneCountry {
  return isSupportedCountry(code);
}

/**
 * The number in international form, `+972501234567`; numbers without a country code are those of
 * `country`. Undefined when the text holds no number that can exist.
 */
export function toE164(text: string, country: PhoneCountry): string | undefined {
  const parsed = parsePhoneNumber(text, country);
  return parsed?.isValid() ? parsed.number : undefined;
}
