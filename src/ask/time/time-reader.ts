import type { CompiledLexicon } from '../lexicon/compile-lexicon.ts';
import { readNumber } from '../text/read-number.ts';
import { type Capture, matchTemplate, startingAt, type TemplatePath } from '../text/template.ts';
import { isEdge } from '../text/word-edges.ts';
import { type DateParts, fullYear, readDigitDate, resolveDate } from './read-date.ts';
import { resolvePeriod, type TimeSlots } from './resolve-period.ts';
import type { CalendarContext, PeriodReference, TimeMeaning } from './time-meanings.ts';

/** A value and where it ends in the text. */
export interface ReadValue<T> {
  readonly end: number;
  readonly value: T;
}

/** Reads numbers, days and periods from one sentence. */
export interface TimeReader {
  readonly numberAt: (index: number) => ReadValue<number> | undefined;
  /** Single days, the longest phrase first. */
  readonly daysAt: (index: number) => readonly ReadValue<string>[];
  /** Periods, the longest first. */
  readonly periodsAt: (index: number) => readonly ReadValue<PeriodReference>[];
}

const DAY_TEMPLATES: ReadonlySet<TimeMeaning> = new Set<TimeMeaning>([
  'today',
  'yesterday',
  'day_before_yesterday',
]);

const MONTHS: ReadonlySet<string> = new Set(['month', 'from_month', 'to_month']);

/** Slots for a month or a year: "the first half of last year". */
const WHOLES: Readonly<Record<string, ReadonlySet<TimeMeaning>>> = {
  in_month: new Set(['this_month', 'last_month', 'month_before_last', 'next_month', 'month']),
  in_year: new Set(['this_year', 'last_year', 'year_before_last']),
};

/** Depends on the other days of the sentence. */
const RELATIVE: TimeMeaning = 'same_period_last_year';

const WEEKS: ReadonlySet<TimeMeaning> = new Set(['this_week', 'last_week', 'next_week']);

/** Creates a reader for a normal text in a language, on a day. */
export function createTimeReader(
  compiled: CompiledLexicon,
  text: string,
  calendar: CalendarContext,
): TimeReader {
  const byLetter = new Map<string, CompiledLexicon['times']>();
  const templatesAt = (index: number) => {
    const letter = text[index] ?? '';
    const known =
      byLetter.get(letter) ??
      startingAt(compiled.times, text, index).filter(({ anchors }) => isSubPeriod(text, anchors));
    byLetter.set(letter, known);
    return known;
  };
  const numberAt = memoize((index) => readNumber(text, index, compiled.writing));
  const datesAt = memoize((index) => readDates({ compiled, text, calendar }, index, false));
  const namedDaysAt = memoize((index) => [
    ...readDates({ compiled, text, calendar }, index, true),
    ...readSpokenDays({ compiled, text, calendar }, index),
  ]);
  const readSlot = (name: string, index: number) =>
    name === 'number'
      ? toList(numberAt(index))
      : ['date', 'from', 'to'].includes(name)
        ? namedDaysAt(index)
        : name in WHOLES
          ? readWholes({ compiled, text, calendar }, name, index)
          : readCalendarSlot({ compiled, text, calendar }, name, index);
  const search = { text, readSlot };
  const impossible = memoize(() => findImpossibleDates({ compiled, text, calendar }));
  // "31 November" is neither the 31st of another month nor all of November.
  const isPossible = (from: number, to: number) =>
    !impossible(0).some((date) => from < date.to && date.from < to);
  // "May I sell" is not about the month: a name with another meaning names days only at the end.
  const isOther = (from: number, to: number) =>
    compiled.loose.has(text.slice(from, to)) &&
    [compiled.months, compiled.weekdays].some((names) =>
      names.matchesAt(text, from).some(({ end }) => end === to),
    ) &&
    /[^\s?.!]/u.test(text.slice(to));
  const phrasesAt = (index: number, isRelative: boolean) =>
    templatesAt(index)
      .filter(({ meaning }) => (meaning === RELATIVE) === isRelative)
      .flatMap(({ meaning, path }) =>
        matchTemplate(path, index, search).flatMap(({ end, captures }) => {
          const previous = isRelative ? otherPeriod(index, end) : undefined;
          const value = resolvePeriod(meaning, { ...calendar, previous }, readSlots(captures));
          return value === undefined ? [] : [{ end, value, meaning }];
        }),
      );
  const plainPhrasesAt = memoize((index) => phrasesAt(index, false));
  // "This month and the same period last year".
  const otherPeriod = (from: number, to: number) =>
    Array.from(text, (_, index) => index)
      .filter((index) => (index < from || index >= to) && isEdge(text, index))
      .flatMap(plainPhrasesAt)
      .flatMap(({ value }) => (value.kind === 'days' ? [value] : []))[0] ?? calendar.previous;
  const periodsAt = memoize((index: number) => {
    const dates = datesAt(index).map(({ end, value }) => ({ end, value: dayPeriod(value) }));
    const phrases = [...plainPhrasesAt(index), ...phrasesAt(index, true)];
    // A word for "week" may be the name of a day too: "อาทิตย์นี้" is this week.
    const weeks = new Set(phrases.flatMap(({ end, meaning }) => (WEEKS.has(meaning) ? end : [])));
    const plain = phrases.flatMap(({ end, value, meaning }) =>
      WEEKS.has(meaning) || !weeks.has(end) ? [{ end, value }] : [],
    );
    return [...dates, ...plain]
      .filter(({ end }) => isPossible(index, end) && !isOther(index, end))
      .sort((a, b) => b.end - a.end);
  });
  const daysAt = (index: number) =>
    periodsAt(index).flatMap(({ end, value }) =>
      value.kind === 'days' && value.from === value.to ? [{ end, value: value.from }] : [],
    );
  return { numberAt, daysAt, periodsAt };
}

function isSubPeriod(text: string, anchors: readonly string[] | undefined): boolean {
  return anchors === undefined || anchors.some((letters) => text.includes(letters));
}

/** Caches the result of reading each position. */
export function memoize<T>(read: (index: number) => T): (index: number) => T {
  const cached = new Map<number, T>();
  return (index) => {
    if (!cached.has(index)) cached.set(index, read(index));
    // The entry was set above.
    return cached.get(index) as T;
  };
}

interface Reading {
  readonly compiled: CompiledLexicon;
  readonly text: string;
  readonly calendar: CalendarContext;
}

function readDates(reading: Reading, index: number, isNamed: boolean): ReadValue<string>[] {
  return readDateParts(reading, index, isNamed)
    .flatMap(({ end, parts }) => {
      const value = resolveDate(parts, reading.calendar);
      return value === undefined ? [] : [{ end, value }];
    })
    .sort((a, b) => b.end - a.end);
}

/** Dates that do not exist in the calendar, such as 31 November, by their positions in the text. */
function findImpossibleDates(reading: Reading): readonly { from: number; to: number }[] {
  const { text, calendar } = reading;
  const dates = Array.from({ length: text.length }, (_, from) =>
    readDateParts(reading, from, false).map(({ end, parts }) => ({
      from,
      to: end,
      isDated: parts.month !== undefined,
      isKnown: resolveDate(parts, calendar) !== undefined,
    })),
  ).flat();
  const known = dates.filter(({ isKnown }) => isKnown);
  // "11/26" is only a part of 3/11/26.
  const isPart = (from: number, to: number) =>
    known.some((date) => date.isDated && date.from <= from && to <= date.to);
  return dates.filter(({ from, to, isDated, isKnown }) => isDated && !isKnown && !isPart(from, to));
}

function readDateParts(
  reading: Reading,
  index: number,
  isNamed: boolean,
): { readonly end: number; readonly parts: DateParts }[] {
  const { compiled, text } = reading;
  const order = compiled.lexicon.dateOrder;
  // "11.18死了多少": a question does not begin with a number of nothing.
  const isFirst = order === 'ymd' && text.slice(0, index).trim() === '';
  const written = readDigitDate(text, index, { order, isNamed: isNamed || isFirst });
  const digits = written && isQuantity(reading, index, written.end) ? undefined : written;
  const readSlot = (name: string, at: number) => readCalendarSlot(reading, name, at);
  const named = compiled.dates.flatMap((path: TemplatePath) =>
    matchTemplate(path, index, { text, readSlot }).map(({ end, captures }) => {
      const { month, day, year } = readSlots(captures) as Record<string, number>;
      const parts = {
        day: day ?? 0,
        ...(month === undefined ? {} : { month: month + 1 }),
        ...(year ? { year } : {}),
      };
      return { end, parts };
    }),
  );
  return [...toList(digits), ...named];
}

/** "2.5公斤" and "1.6 kg" are no days. */
function isQuantity({ compiled, text }: Reading, from: number, to: number): boolean {
  if (!/^\d+\.\d+$/.test(text.slice(from, to))) return false;
  const [blank = ''] = /^ ?/.exec(text.slice(to)) ?? [];
  return compiled.units.matchesAt(text, to + blank.length).length > 0 || OF.test(text.slice(to));
}

/** After a number that begins a Chinese sentence: "1.6的料肉比". */
const OF = /^ ?[的以倍%]/u;

/** Days without a date, as in "since yesterday" and "from Monday to Thursday". */
function readSpokenDays(reading: Reading, index: number): ReadValue<string>[] {
  const { compiled, text, calendar } = reading;
  const weekdays = readCalendarSlot(reading, 'weekday', index).map(({ end, value }) => ({
    end,
    period: resolvePeriod('weekday', calendar, { weekday: value }),
  }));
  const phrases = startingAt(compiled.times, text, index)
    .filter(({ meaning }) => DAY_TEMPLATES.has(meaning))
    .flatMap(({ meaning, path }) =>
      matchTemplate(path, index, { text, readSlot: () => [] }).map(({ end }) => ({
        end,
        period: resolvePeriod(meaning, calendar, {}),
      })),
    );
  return [...weekdays, ...phrases].flatMap(({ end, period }) =>
    period?.kind === 'days' ? [{ end, value: period.from }] : [],
  );
}

/** The first days of the months or years of a phrase, such as "last year" or "2025". */
function readWholes(reading: Reading, name: string, index: number): ReadValue<string>[] {
  const { compiled, text, calendar } = reading;
  const readSlot = (slot: string, at: number) => readCalendarSlot(reading, slot, at);
  const phrases = startingAt(compiled.times, text, index)
    .filter(({ meaning }) => WHOLES[name]?.has(meaning))
    .flatMap(({ meaning, path }) =>
      matchTemplate(path, index, { text, readSlot }).flatMap(({ end, captures }) => {
        const period = resolvePeriod(meaning, calendar, readSlots(captures));
        return period?.kind === 'days' ? [{ end, value: period.from }] : [];
      }),
    );
  const years = name === 'in_year' ? readCalendarSlot(reading, 'year', index) : [];
  const written = years
    .filter(({ end }) => end - index === 4)
    .map(({ end, value }) => ({ end, value: `${fullYear(value, calendar)}-01-01` }));
  return [...phrases, ...written].sort((a, b) => b.end - a.end);
}

function readCalendarSlot(
  { compiled, text }: Reading,
  name: string,
  index: number,
): ReadValue<number>[] {
  if (name === 'weekday' || MONTHS.has(name)) {
    const trie = name === 'weekday' ? compiled.weekdays : compiled.months;
    return trie
      .matchesAt(text, index)
      .flatMap(({ end, values }) => values.map((value) => ({ end, value })))
      .reverse();
  }
  const digits = /^\d+/.exec(text.slice(index))?.[0] ?? '';
  if (digits === '' && name === 'day') return spokenDay(readNumber(text, index, compiled.writing));
  const value = Number(digits);
  const isDay = value >= 1 && value <= 31 && digits.length <= 2;
  const isYear = digits.length === 4 || (digits.length === 2 && value >= 20);
  const fits = name === 'year' ? isYear : isDay;
  return digits !== '' && fits ? [{ end: index + digits.length, value }] : [];
}

/** The day of a month in words. */
function spokenDay(number: ReadValue<number> | undefined): ReadValue<number>[] {
  const isDay = number && Number.isInteger(number.value) && number.value >= 1 && number.value <= 31;
  return isDay ? [number] : [];
}

function readSlots(captures: readonly Capture[]): TimeSlots {
  const slots = captures.map(({ name, value }) => [
    name === 'day' && captures.some((other) => other.name === 'to') ? 'from_day' : name,
    value,
  ]);
  return Object.fromEntries(slots);
}

function dayPeriod(day: string): PeriodReference {
  return { kind: 'days', from: day, to: day };
}

function toList<T>(value: T | undefined): T[] {
  return value === undefined ? [] : [value];
}
