import type { CompiledLexicon } from '../lexicon/compile-lexicon.ts';
import { type Capture, canStart, matchTemplate } from '../text/match-template.ts';
import type { TemplatePath } from '../text/parse-template.ts';
import { readNumber } from '../text/read-number.ts';
import type { CalendarContext, PeriodReference } from './period-reference.ts';
import { readDigitDate, resolveDate } from './read-date.ts';
import { resolvePeriod, type TimeSlots } from './resolve-period.ts';

/** A value and where it ends in the text. */
export interface ReadValue<T> {
  readonly end: number;
  readonly value: T;
}

/** Reads numbers, days and stretches of time out of one sentence. */
export interface TimeReader {
  readonly numberAt: (index: number) => ReadValue<number> | undefined;
  /** Single days, the longest way to say one first. */
  readonly daysAt: (index: number) => readonly ReadValue<string>[];
  /** Stretches of time, the longest first. */
  readonly periodsAt: (index: number) => readonly ReadValue<PeriodReference>[];
}

/** A reader for a normal text in a language, on a day. */
export function createTimeReader(
  compiled: CompiledLexicon,
  text: string,
  calendar: CalendarContext,
): TimeReader {
  const numberAt = remembered((index) => readNumber(text, index, compiled.writing));
  const datesAt = remembered((index) => readDates({ compiled, text, calendar }, index));
  const readSlot = (name: string, index: number) =>
    name === 'number'
      ? listOf(numberAt(index))
      : ['date', 'from', 'to'].includes(name)
        ? datesAt(index)
        : readCalendarSlot({ compiled, text, calendar }, name, index);
  const search = { text, readSlot };
  const periodsAt = remembered((index: number) => {
    const dates = datesAt(index).map(({ end, value }) => ({ end, value: dayPeriod(value) }));
    const phrases = compiled.times.filter(canStart(text, index)).flatMap(({ meaning, path }) =>
      [...matchTemplate(path, index, search)].flatMap(({ end, captures }) => {
        const value = resolvePeriod(meaning, calendar, slotsOf(captures));
        return value === undefined ? [] : [{ end, value }];
      }),
    );
    return [...dates, ...phrases].sort((a, b) => b.end - a.end);
  });
  const daysAt = (index: number) =>
    periodsAt(index).flatMap(({ end, value }) =>
      value.kind === 'days' && value.from === value.to ? [{ end, value: value.from }] : [],
    );
  return { numberAt, daysAt, periodsAt };
}

/** What begins at a place is read once, however often it is asked for. */
function remembered<T>(read: (index: number) => T): (index: number) => T {
  const known = new Map<number, T>();
  return (index) => {
    if (!known.has(index)) known.set(index, read(index));
    // What is there was read.
    return known.get(index) as T;
  };
}

interface Reading {
  readonly compiled: CompiledLexicon;
  readonly text: string;
  readonly calendar: CalendarContext;
}

function readDates(reading: Reading, index: number): ReadValue<string>[] {
  const { compiled, text, calendar } = reading;
  const digits = readDigitDate(text, index, compiled.lexicon.dateOrder);
  const readSlot = (name: string, at: number) => readCalendarSlot(reading, name, at);
  const named = compiled.dates.flatMap((path: TemplatePath) =>
    [...matchTemplate(path, index, { text, readSlot })].map(({ end, captures }) => {
      const { month, day, year } = slotsOf(captures) as Record<string, number>;
      const parts = { day: day ?? 0, month: (month ?? 0) + 1, ...(year ? { year } : {}) };
      return { end, parts };
    }),
  );
  return [...listOf(digits), ...named]
    .flatMap(({ end, parts }) => {
      const value = resolveDate(parts, calendar);
      return value === undefined ? [] : [{ end, value }];
    })
    .sort((a, b) => b.end - a.end);
}

function readCalendarSlot(
  { compiled, text }: Reading,
  name: string,
  index: number,
): ReadValue<number>[] {
  if (name === 'month' || name === 'weekday') {
    const trie = name === 'month' ? compiled.months : compiled.weekdays;
    return trie
      .matchesAt(text, index)
      .flatMap(({ end, values }) => values.map((value) => ({ end, value })))
      .reverse();
  }
  const digits = /^\d+/.exec(text.slice(index))?.[0] ?? '';
  const value = Number(digits);
  const isDay = value >= 1 && value <= 31 && digits.length <= 2;
  const isYear = digits.length === 4 || (digits.length === 2 && value >= 20);
  const fits = name === 'year' ? isYear : isDay;
  return digits !== '' && fits ? [{ end: index + digits.length, value }] : [];
}

function slotsOf(captures: readonly Capture[]): TimeSlots {
  const slots = captures.map(({ name, value }) => [
    name === 'day' && captures.some((other) => other.name === 'to') ? 'from_day' : name,
    value,
  ]);
  return Object.fromEntries(slots);
}

function dayPeriod(day: string): PeriodReference {
  return { kind: 'days', from: day, to: day };
}

function listOf<T>(value: T | undefined): T[] {
  return value === undefined ? [] : [value];
}
