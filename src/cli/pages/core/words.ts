import type { TextKey } from '../../../i18n/en.ts';
import { formatDay, formatInstant, formatMoney } from '../../../i18n/format-value.ts';
import { daysBelowZero, type Labels, labelOf, unitOf, wordOf } from '../../../i18n/labels.ts';
import {
  formatQuantity,
  listNames,
  renderMessage,
  type Translator,
} from '../../../i18n/render-message.ts';
import {
  type Language,
  type MessageParams,
  message,
  type Unit,
} from '../../../model/core/message.ts';
import { dayInZone, isTimeZone } from '../../../tools/calendar.ts';

/** Placeholder for an unknown value. */
export const NONE = '–';

/** Texts and value formats of pages, in one language and time zone. */
export interface Words {
  readonly language: Language;
  t(text: TextKey, params?: MessageParams): string;
  /** The text whose key ends in this word; otherwise the word itself. */
  name(group: string, word: string | undefined): string;
  /** Label of a field. */
  label(name: string): string;
  /** Label of a value of a vocabulary, such as `in_progress`. */
  value(word: string): string;
  /** Localised unit. */
  unit(sign: string): string;
  number(value: number | undefined): string;
  quantity(value: number | undefined, unit: Unit): string;
  /** Names or words, separated as the language does. */
  list(names: readonly string[]): string;
  /** Days until a date, or since it has passed. */
  daysLeft(days: number | undefined): string;
  /** A percentage difference with its sign. */
  change(value: number | undefined): string;
  money(amount: number | undefined, currency: string): string;
  day(day: string | undefined): string;
  /** A day without its year. */
  shortDay(day: string | undefined): string;
  weekday(day: string): string;
  moment(instant: string | undefined): string;
  time(instant: string | undefined): string;
  /** The day of an instant. */
  dayOf(instant: string): string;
}

/** Formatters of a language; times are in the zone. */
export function createWords(translator: Translator, zone: string, labels: Labels): Words {
  const { language } = translator;
  return {
    language,
    list: (list) => listNames(language, { list }),
    label: (name) => labelOf(labels, name),
    value: (word) => wordOf(labels, word),
    unit: (sign) => unitOf(labels, sign),
    ...textsOf(translator),
    ...numbersOf(translator),
    ...timesOf(language, isTimeZone(zone) ? zone : 'UTC'),
  };
}

function textsOf(translator: Translator): Pick<Words, 't' | 'name'> {
  return {
    t: (text, params) => renderMessage(translator, message<string>(text, params)),
    name(group, word) {
      if (word === undefined) return NONE;
      const key = `page.${group}.${word}`;
      return Object.hasOwn(translator.texts, key)
        ? translator.texts[key as TextKey]
        : word.replaceAll('_', ' ');
    },
  };
}

function numbersOf(
  translator: Translator,
): Pick<Words, 'number' | 'quantity' | 'daysLeft' | 'change' | 'money'> {
  const { language } = translator;
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  const change = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: 2,
  });
  return {
    number: whenKnown((value: number) => number.format(value)),
    quantity: (value, unit) =>
      whenKnown((quantity: number) => formatQuantity(translator, { quantity, unit }))(value),
    daysLeft: whenKnown((days: number) =>
      days < 0 ? daysBelowZero(language, days, 'passed') : number.format(days),
    ),
    change: whenKnown((value: number) => change.format(value)),
    money: (value, currency) =>
      whenKnown((amount: number) => formatMoney(language, { amount, currency }))(value),
  };
}

// Farm records use the Gregorian calendar in every language; the default for Thai is Buddhist.
const CALENDAR = '-u-ca-gregory';

function timesOf(language: Language, zone: string) {
  const formatter = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language + CALENDAR, options);
  const ofDay = (options: Intl.DateTimeFormatOptions) => {
    const format = formatter({ ...options, timeZone: 'UTC' });
    return (day: string) => format.format(Date.parse(`${day.slice(0, 10)}T00:00:00Z`));
  };
  const time = formatter({ timeStyle: 'short', timeZone: zone });
  return {
    day: whenKnown((day: string) => formatDay(language, { day: day.slice(0, 10) })),
    shortDay: whenKnown(ofDay({ day: 'numeric', month: 'short' })),
    weekday: ofDay({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }),
    moment: whenKnown((instant: string) => formatInstant(language, { instant, zone })),
    time: whenKnown((instant: string) => time.format(Date.parse(instant))),
    dayOf: (instant: string) => dayInZone(Date.parse(instant), zone),
  };
}

/** The same for values that may be unknown or invalid. */
function whenKnown<T>(write: (value: T) => string): (value: T | undefined) => string {
  return (value) => {
    if (value === undefined) return NONE;
    try {
      return bound(write(value));
    } catch {
      // Invalid currency, day or instant: printed unchanged.
      return String(value);
    }
  };
}

/** Replaces spaces with no-break spaces, so that a value stays on one line. */
function bound(text: string): string {
  return text.replace(/[ \u202f]/g, '\u00a0');
}

/** Whether a terminal supports only ASCII: a dumb one, or one with an explicit non-UTF-8 locale. */
export function isAsciiOnly(environment: Readonly<Record<string, string | undefined>>): boolean {
  const { LC_ALL, LC_CTYPE, LANG, TERM } = environment;
  if (TERM === 'dumb') return true;
  const locale = LC_ALL || LC_CTYPE || LANG;
  return locale !== undefined && locale !== '' && !/utf-?8/i.test(locale);
}
