import { daysBelowZero } from '../../i18n/labels.ts';
import type { Language } from '../../model/core/message.ts';
import { dayInZone } from '../../tools/calendar.ts';

/** Isolates a number with its sign or unit, or a range, as left-to-right text. */
export function leftToRight(text: string): string {
  return `\u2066${text}\u2069`;
}

/** Isolates a value with its unit, in the direction of the unit. */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}

/**
 * Formats values for a language and a farm: the digits of the language, and the time zone of the
 * farm instead of the browser's.
 */
export interface Formats {
  number(value: number, decimals?: number): string;
  /** With two decimals. */
  ratio(value: number): string;
  /**
   * The text of a number such as `-1.5` for an input: with the decimal separator, without grouping.
   */
  toInput(text: string): string;
  /** The text of an input, with a point as decimal separator. */
  fromInput(typed: string): string;
  /** With about three significant digits. */
  measure(value: number): string;
  /** With a sign, for differences. */
  signed(value: number, decimals?: number): string;
  percent(value: number, decimals?: number): string;
  /** A difference in percent, with its sign and both decimals of the service: never rounded again. */
  change(value: number): string;
  /** An amount in whole units of a currency. */
  money(value: number, currency: string): string;
  /** A price of one unit. */
  price(value: number, currency: string): string;
  /** A stored amount of money, with its currency where known. */
  amount(value: number, currency?: string): string;
  /** A number of days below 0 in words: in the future, or past. */
  daysBelowZero(days: number, side: 'ahead' | 'passed'): string;
  /** The age of a moment in minutes, hours or days. */
  minutesAgo(minutes: number): string;
  /** A calendar day, `YYYY-MM-DD`; the year is included if it is not the current one. */
  day(day: string): string;
  /** A moment in the farm's time zone. */
  instant(instant: string): string;
  time(instant: string): string;
  /**
   * The time at which something is due; the end of a day in the farm's time zone is written as the
   * day alone.
   */
  deadline(instant: string): string;
  /** The day of a moment in the farm's time zone, without the year. */
  shortDay(instant: string): string;
}

// Always the Gregorian calendar, also for Thai, whose default is the Buddhist one.
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
  const changes = new Intl.NumberFormat(locale, {
    ...{ style: 'percent', minimumFractionDigits: 2, maximumFractionDigits: 2 },
    signDisplay: 'exceptZero',
  });
  const ratios = new Intl.NumberFormat(locale, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
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
  const percents = keep((decimals: number) => {
    return new Intl.NumberFormat(locale, {
      ...{ style: 'percent', minimumFractionDigits: decimals, maximumFractionDigits: decimals },
    });
  });
  return {
    number: (value, decimals = 2) => numbers(decimals).format(value),
    ratio: (value) => ratios.format(value),
    toInput: (text) => (Number.isNaN(Number(text)) ? text : text.replace('.', sign)),
    fromInput: (typed) => typed.replace(sign, '.'),
    measure: (value) => numbers(countDecimals(Math.abs(value))).format(value),
    signed: (value, decimals = 2) => differences(decimals).format(value),
    percent: (value, decimals = 2) => percents(decimals).format(value / 100),
    change: (value) => leftToRight(changes.format(value / 100)),
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
      const [unit, length] = AGE_UNITS.find(([, most]) => minutes >= 2 * most) ?? ['minute', 1];
      return ages.format(-Math.floor(minutes / length), unit);
    },
    ...createTimeFormats(locale, timeZone),
  };
}

type TimeFormats = Pick<Formats, 'day' | 'instant' | 'deadline' | 'time' | 'shortDay'>;

/** The formats of days and moments; the year is included if it is not the current one. */
function createTimeFormats(locale: string, timeZone: string): TimeFormats {
  const format = (options: Intl.DateTimeFormatOptions, zone = timeZone) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: zone });
  const monthDay = { day: 'numeric', month: 'short' } as const;
  const days = format({ ...monthDay, weekday: 'short' }, 'UTC');
  const daysOfOtherYears = format({ dateStyle: 'medium' }, 'UTC');
  // If 1:05 is written as 01:05, it is also padded after a day.
  const isPadded = /^0/.test(format({ timeStyle: 'short' }, 'UTC').format(65 * MINUTE_MILLIS));
  const hour = isPadded ? '2-digit' : 'numeric';
  const instants = format({ ...monthDay, hour, minute: '2-digit' });
  const instantsOfOtherYears = format({ dateStyle: 'medium', timeStyle: 'short' });
  const times = format({ timeStyle: 'short' });
  const shortDays = format(monthDay);
  const thisYear = new Date().getUTCFullYear();
  // A day and its month stay on one line; a weekday or a time may be on another.
  const unbroken = (text: string) => text.replace(/(?<!,) (?!\d+:)/g, '\u00a0');
  const isOfThisYear = (day: string) => Number(day.slice(0, 4)) === thisYear;
  const dayText = (day: string) =>
    unbroken((isOfThisYear(day) ? days : daysOfOtherYears).format(Date.parse(`${day}T00:00:00Z`)));
  const instantText = (at: number) =>
    unbroken((isOfThisYear(dayInZone(at, timeZone)) ? instants : instantsOfOtherYears).format(at));
  return {
    day: dayText,
    instant: (instant) => instantText(Date.parse(instant)),
    deadline(instant) {
      const at = Date.parse(instant);
      const day = dayInZone(at, timeZone);
      return dayInZone(at + MINUTE_MILLIS, timeZone) === day ? instantText(at) : dayText(day);
    },
    time: (instant) => times.format(Date.parse(instant)),
    shortDay: (instant) => unbroken(shortDays.format(Date.parse(instant))),
  };
}

const MINUTE_MILLIS = 60_000;

/** Units of ages in minutes; an age of at least two of a unit is written in it. */
const AGE_UNITS = [
  ['day', 24 * 60],
  ['hour', 60],
] as const;

function countDecimals(size: number): number {
  if (size >= 100) return 0;
  return size >= 10 ? 1 : 2;
}

function keep<K, T>(make: (key: K) => T): (key: K) => T {
  const cache = new Map<K, T>();
  return (key) => {
    const cached = cache.get(key) ?? make(key);
    cache.set(key, cached);
    return cached;
  };
}
