import { daysBelowZero } from '../../i18n/labels.ts';
import type { Language } from '../../model/core/message.ts';
import { dayInZone } from '../../tools/calendar.ts';

/** A number with its sign or unit, or a range, which reads from left to right in every language. */
export function leftToRight(text: string): string {
  return `\u2066${text}\u2069`;
}

/** A value with its unit, in the direction of the unit within a sentence of any language. */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}

/** Writes values as a language and a farm do: its digits, and its clock instead of the browser's. */
export interface Formats {
  number(value: number, decimals?: number): string;
  /** The text of a number, `-1.5`, as it is shown in an input: with the decimal sign, not grouped. */
  toInput(text: string): string;
  /** What was typed into an input, with a point for the decimal sign of the language. */
  fromInput(typed: string): string;
  /** With three figures or so: more say nothing more. */
  measure(value: number): string;
  /** With a sign, for differences. */
  signed(value: number, decimals?: number): string;
  percent(value: number): string;
  /** A difference in percent, with its sign. */
  change(value: number, decimals?: number): string;
  /** An amount in whole units of a currency. */
  money(value: number, currency: string): string;
  /** A price of one unit. */
  price(value: number, currency: string): string;
  /** An amount of money as it is stored, with its currency where it is known. */
  amount(value: number, currency?: string): string;
  /** Days below 0 in words: they lie ahead, or have passed. */
  daysBelowZero(days: number, side: 'ahead' | 'passed'): string;
  /** How long ago a moment lies, in minutes, hours or days. */
  minutesAgo(minutes: number): string;
  /** A calendar day, `YYYY-MM-DD`; as of a moment, the year is named where it is another one. */
  day(day: string): string;
  /** A moment by the farm's clock. */
  instant(instant: string): string;
  time(instant: string): string;
  /** Until when something is due; the end of a day by the farm's clock is the day alone. */
  deadline(instant: string): string;
  /** The day of a moment by the farm's clock, without its year. */
  shortDay(instant: string): string;
}

// Thailand writes the Buddhist year; the records of a farm are kept in the common one everywhere.
const CALENDAR = '-u-ca-gregory';

/** The formats of a language in a time zone. */
export function createFormats(language: Language, timeZone: string): Formats {
  const locale = `${language}${CALENDAR}`;
  const numbers = keep((decimals: number) => {
    return new Intl.NumberFormat(locale, { maximumFractionDigits: decimals });
  });
  const differences = keep((decimals: number) => {
    return new Intl.NumberFormat(locale, {
      maximumFractionDigits: decimals,
      signDisplay: 'exceptZero',
    });
  });
  const changes = keep((decimals: number) => {
    return new Intl.NumberFormat(locale, {
      style: 'percent',
      maximumFractionDigits: decimals,
      signDisplay: 'exceptZero',
    });
  });
  const sign = numbers(1).format(0.5).charAt(1);
  const amounts = keep((currency: string | undefined) => {
    return new Intl.NumberFormat(locale, {
      ...(currency === undefined ? {} : { style: 'currency', currency }),
      minimumFractionDigits: 2,
      maximumFractionDigits: 4,
    });
  });
  const ages = new Intl.RelativeTimeFormat(locale);
  const percents = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
  return {
    number: (value, decimals = 2) => numbers(decimals).format(value),
    toInput: (text) => (Number.isNaN(Number(text)) ? text : text.replace('.', sign)),
    fromInput: (typed) => typed.replace(sign, '.'),
    measure: (value) => numbers(decimalsOf(Math.abs(value))).format(value),
    signed: (value, decimals = 2) => differences(decimals).format(value),
    percent: (value) => percents.format(value / 100),
    change: (value, decimals = 2) => leftToRight(changes(decimals).format(value / 100)),
    money: (value, currency) =>
      new Intl.NumberFormat(locale, {
        style: 'currency',
        currency,
        maximumFractionDigits: 0,
      }).format(value),
    price: (value, currency) =>
      new Intl.NumberFormat(locale, { style: 'currency', currency }).format(value),
    amount: (value, currency) => amounts(currency).format(value),
    daysBelowZero: (days, side) => daysBelowZero(language, days, side),
    minutesAgo(minutes) {
      const [unit, length] = AGES.find(([, most]) => minutes >= 2 * most) ?? ['minute', 1];
      return ages.format(-Math.floor(minutes / length), unit);
    },
    ...createTimeFormats(locale, timeZone),
  };
}

type TimeFormats = Pick<Formats, 'day' | 'instant' | 'deadline' | 'time' | 'shortDay'>;

/** The formats of days and moments; those of another year name it. */
function createTimeFormats(locale: string, timeZone: string): TimeFormats {
  const format = (options: Intl.DateTimeFormatOptions, zone = timeZone) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: zone });
  const monthDay = { day: 'numeric', month: 'short' } as const;
  const days = format({ ...monthDay, weekday: 'short' }, 'UTC');
  const daysOfOtherYears = format({ dateStyle: 'medium' }, 'UTC');
  // Where 1:05 is written as 01:05, so it is behind a day.
  const isPadded = /^0/.test(format({ timeStyle: 'short' }, 'UTC').format(65 * MINUTE_MILLIS));
  const hour = isPadded ? '2-digit' : 'numeric';
  const instants = format({ ...monthDay, hour, minute: '2-digit' });
  const instantsOfOtherYears = format({ dateStyle: 'medium', timeStyle: 'short' });
  const times = format({ timeStyle: 'short' });
  const shortDays = format(monthDay);
  const thisYear = new Date().getUTCFullYear();
  const isOfThisYear = (day: string) => Number(day.slice(0, 4)) === thisYear;
  const dayText = (day: string) =>
    (isOfThisYear(day) ? days : daysOfOtherYears).format(Date.parse(`${day}T00:00:00Z`));
  const instantText = (at: number) =>
    (isOfThisYear(dayInZone(at, timeZone)) ? instants : instantsOfOtherYears).format(at);
  return {
    day: dayText,
    instant: (instant) => instantText(Date.parse(instant)),
    deadline(instant) {
      const at = Date.parse(instant);
      const day = dayInZone(at, timeZone);
      return dayInZone(at + MINUTE_MILLIS, timeZone) === day ? instantText(at) : dayText(day);
    },
    time: (instant) => times.format(Date.parse(instant)),
    shortDay: (instant) => shortDays.format(Date.parse(instant)),
  };
}

const MINUTE_MILLIS = 60_000;

/** Units of ages and their minutes; from two of a unit on an age is written in it. */
const AGES = [
  ['day', 24 * 60],
  ['hour', 60],
] as const;

function decimalsOf(size: number): number {
  if (size >= 100) return 0;
  return size >= 10 ? 1 : 2;
}

function keep<K, T>(make: (key: K) => T): (key: K) => T {
  const kept = new Map<K, T>();
  return (key) => {
    const known = kept.get(key) ?? make(key);
    kept.set(key, known);
    return known;
  };
}
