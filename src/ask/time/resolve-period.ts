import {
  addDays,
  addMonths,
  type CalendarDay,
  daysBetween,
  isCalendarDay,
} from '../../tools/calendar.ts';
import type { MeasureDefinition, Period, QuestionScope } from '../measure.ts';
import type { MeasureName } from '../measures/measures.ts';
import type { NamedFlock } from '../names/farm-names.ts';
import { fullYear } from './read-date.ts';
import type { CalendarContext, PeriodReference, TimeMeaning } from './time-meanings.ts';
import {
  days,
  lastTenDays,
  months,
  partOfMonth,
  partOfYear,
  quarterStart,
  wholeMonth,
} from './time-meanings.ts';

/**
 * The days of a reference for the requested flocks; undefined where it only means "now". The life
 * of several flocks is the longest one; a day of life requires one flock, and several return `ask`.
 */
export function resolveReference(
  reference: PeriodReference,
  flocks: readonly NamedFlock[],
  today: CalendarDay,
): Period | 'ask' | undefined {
  if (reference.kind === 'days') {
    const { kind: _, ...period } = reference;
    return period;
  }
  if (reference.kind === 'now') return undefined;
  const placed = flocks.filter(({ placementDate }) => (placementDate ?? '9') <= today);
  const [first] = placed.map(({ placementDate }) => placementDate ?? today).sort();
  if (first === undefined) return undefined;
  if (reference.kind === 'since_placement') return { from: first, to: today };
  const [flock, ...others] = placed;
  if (flock === undefined || others.length > 0) return 'ask';
  const day = addDays(first, reference.day - flock.arrivalAgeDays);
  return { from: day, to: day };
}

/** Measures of today cover the whole life of a closed flock. */
function closedLifetime(
  { usualPeriod }: MeasureDefinition,
  flocks: readonly NamedFlock[],
): Period | undefined {
  if (usualPeriod === undefined || flocks.length !== 1) return undefined;
  const [{ placementDate, closedOn } = { placementDate: null, closedOn: null }] = flocks;
  if (placementDate === null || closedOn === null) return undefined;
  return { from: placementDate, to: closedOn };
}

/** Daily sums: the total of a flock covers its whole life. */
const SUMMED_MEASURES: ReadonlySet<MeasureName> = new Set<MeasureName>([
  'feedEaten',
  'waterUsed',
  'culls',
  'eggs',
]);

function liveLifetime(
  { intent, flocks, isAboutPlaces }: Parameters<typeof questionLifetime>[0],
  today: string,
): Period | undefined {
  const placed = flocks.flatMap(({ placementDate }) => placementDate ?? []);
  const [from] = placed.filter((day) => day <= today).toSorted();
  // "Culled in all" never means one day; "all barns together" may.
  const isAboutLife = intent === 'culls' || (SUMMED_MEASURES.has(intent) && !isAboutPlaces);
  return isAboutLife && from !== undefined ? { from, to: today } : undefined;
}

/** The days of a flock's whole life, where they are implied. */
export function questionLifetime(
  asked: {
    readonly intent: MeasureName;
    readonly definition: MeasureDefinition;
    readonly flocks: readonly NamedFlock[];
    /** Whether the sum is requested. */
    readonly isTotal: boolean;
    /** Whether it may be the sum of the named places on a day. */
    readonly isAboutPlaces: boolean;
  },
  today: CalendarDay,
): Period | undefined {
  const { definition, flocks, isTotal } = asked;
  return closedLifetime(definition, flocks) ?? (isTotal ? liveLifetime(asked, today) : undefined);
}

/** The values of the slots of a time phrase. */
export interface TimeSlots {
  readonly number?: number;
  /** 0 to 11. */
  readonly month?: number;
  readonly year?: number;
  /** 0 is Sunday. */
  readonly weekday?: number;
  /** Of the month, from 1. */
  readonly day?: number;
  readonly date?: CalendarDay;
  readonly from?: CalendarDay;
  readonly to?: CalendarDay;
  /** The day of the month where only the end of a range has a month. */
  readonly from_day?: number;
  /** 0 to 11: a range of whole months. */
  readonly from_month?: number;
  readonly to_month?: number;
  /** The first day of a month or a year. */
  readonly in_month?: CalendarDay;
  readonly in_year?: CalendarDay;
}

type Resolver = (context: CalendarContext, slots: TimeSlots) => PeriodReference | undefined;

const MAX_DAYS = 3660;

const RESOLVERS: Readonly<Record<TimeMeaning, Resolver>> = {
  now: () => ({ kind: 'now' }),
  today: ({ today }) => days(today),
  yesterday: ({ today }) => days(addDays(today, -1)),
  day_before_yesterday: ({ today }) => days(addDays(today, -2)),
  three_days_ago: ({ today }) => days(addDays(today, -3)),
  tomorrow: ({ today }) => days(addDays(today, 1)),
  day_after_tomorrow: ({ today }) => days(addDays(today, 2)),
  in_three_days: ({ today }) => days(addDays(today, 3)),
  last_night: ({ today }) => ({ ...days(addDays(today, -1), today), isNight: true }),
  this_week: (context) => ({ ...days(weekStart(context), context.today), current: 'week' }),
  last_week: (context) => week(context, -7),
  week_before_last: (context) => week(context, -14),
  next_week: (context) => week(context, 7),
  this_month: ({ today }) => ({ ...days(`${today.slice(0, 7)}-01`, today), current: 'month' }),
  last_month: ({ today }) => wholeMonth(addMonths(`${today.slice(0, 7)}-01`, -1)),
  month_before_last: ({ today }) => wholeMonth(addMonths(`${today.slice(0, 7)}-01`, -2)),
  first_third_of_month: (context, slots) => partOfMonth(context, slots, [1, 10]),
  second_third_of_month: (context, slots) => partOfMonth(context, slots, [11, 20]),
  last_third_of_month: (context, slots) => partOfMonth(context, slots, [21]),
  first_half_of_month: (context, slots) => partOfMonth(context, slots, [1, 15]),
  second_half_of_month: (context, slots) => partOfMonth(context, slots, [16]),
  last_ten_days_of_month: lastTenDays,
  last_half_month: ({ today }) => lastDays(today, 15),
  last_half_year: ({ today }) => days(addDays(addMonths(today, -6), 1), today),
  next_month: ({ today }) => wholeMonth(addMonths(`${today.slice(0, 7)}-01`, 1)),
  this_year: ({ today }) => ({ ...days(`${today.slice(0, 4)}-01-01`, today), current: 'year' }),
  last_year: ({ today }) => wholeYear(Number(today.slice(0, 4)) - 1),
  year_before_last: ({ today }) => wholeYear(Number(today.slice(0, 4)) - 2),
  same_period_last_year: ({ today, previous }) => {
    const { from, to } = previous ?? { from: `${today.slice(0, 4)}-01-01`, to: today };
    return days(addMonths(from, -12), addMonths(to, -12));
  },
  first_half_of_year: (context, slots) => partOfYear(context, slots, { first: 0, length: 6 }),
  second_half_of_year: (context, slots) => partOfYear(context, slots, { first: 6, length: 6 }),
  first_quarter: (context, slots) => partOfYear(context, slots, { first: 0, length: 3 }),
  second_quarter: (context, slots) => partOfYear(context, slots, { first: 3, length: 3 }),
  third_quarter: (context, slots) => partOfYear(context, slots, { first: 6, length: 3 }),
  fourth_quarter: (context, slots) => partOfYear(context, slots, { first: 9, length: 3 }),
  this_quarter: ({ today }) => months(quarterStart(today), 3),
  last_quarter: ({ today }) => months(addMonths(quarterStart(today), -3), 3),
  days_ago: ({ today }, { number }) => before(number, (count) => days(addDays(today, -count))),
  // Without a number it is one: "a week ago".
  weeks_ago: ({ today }, { number = 1 }) =>
    before(number, (count) => days(addDays(today, -7 * count))),
  months_ago: ({ today }, { number = 1 }) =>
    before(number, (count) => wholeMonth(addMonths(`${today.slice(0, 7)}-01`, -count))),
  in_days: ({ today }, { number }) => before(number, (count) => days(addDays(today, count))),
  in_weeks: ({ today }, { number = 1 }) =>
    before(number, (count) => days(addDays(today, 7 * count))),
  next_days: ({ today }, { number }) => before(number, (count) => nextDays(today, count)),
  // The coming weeks are four.
  next_weeks: ({ today }, { number = 4 }) => before(number, (count) => nextDays(today, 7 * count)),
  next_months: ({ today }, { number }) =>
    before(number, (count) => days(today, addMonths(today, count))),
  last_days: ({ today }, { number }) => before(number, (count) => lastDays(today, count)),
  last_weeks: ({ today }, { number = 1 }) => before(number, (count) => lastDays(today, 7 * count)),
  last_months: ({ today }, { number = 1 }) =>
    before(number, (count) => days(addDays(addMonths(today, -count), 1), today)),
  last_hours: ({ today }, { number }) =>
    before(number, (count) => ({
      ...days(addDays(today, -Math.ceil(count / 24)), today),
      hours: count,
    })),
  each_week: ({ today }) => ({ ...days(addDays(today, -6), today), isWeekly: true }),
  weekend: (context) => weekend(context, 6),
  weekend_friday: (context) => weekend(context, 5),
  weekend_of_last_week: (context) => {
    const { from } = week(context, -7);
    const first = addDays(from, (6 - nearestWeekday(from) + 7) % 7);
    return days(first, addDays(first, 1));
  },
  since_placement: () => ({ kind: 'since_placement' }),
  flock_day: (_context, { number }) => before(number, (day) => ({ kind: 'flock_day', day })),
  weekday: (context, { weekday }) => nextWeekday(context, weekday, context.direction),
  // Before today: "last Friday" on a Friday is a week ago.
  last_weekday: (context, { weekday }) =>
    nextWeekday({ ...context, today: addDays(context.today, -1) }, weekday, 'past'),
  next_weekday: (context, { weekday }) => nextWeekday(context, weekday, 'future'),
  // "Since Friday" on a Friday is a week.
  since_weekday: ({ today }, { weekday }) =>
    weekday === undefined
      ? undefined
      : days(addDays(today, -(daysSince(today, weekday) || 7)), today),
  weekday_of_last_week: (context, { weekday }) => dayOfWeek(context, -7, weekday),
  weekday_of_next_week: (context, { weekday }) => dayOfWeek(context, 7, weekday),
  weekday_of_week_before_last: (context, { weekday }) => dayOfWeek(context, -14, weekday),
  month: (context, { month, year }) => namedMonth(context, month, year),
  date: (_context, { date }) => (date === undefined ? undefined : days(date)),
  since_date: (context, { date, month, year }) => since(context, date, month, year),
  range: (context, slots) => rangeOfMonths(context, slots) ?? range(slots),
  day_of_last_month: ({ today }, { day }) => {
    const last = `${addMonths(`${today.slice(0, 7)}-01`, -1).slice(0, 8)}${String(day).padStart(2, '0')}`;
    return isCalendarDay(last) ? days(last) : undefined;
  },
};

/** The days of a time phrase; undefined where its slots are invalid. */
export function resolvePeriod(
  meaning: TimeMeaning,
  context: CalendarContext,
  slots: TimeSlots,
): PeriodReference | undefined {
  return RESOLVERS[meaning](context, slots);
}

function before(
  number: number | undefined,
  make: (count: number) => PeriodReference,
): PeriodReference | undefined {
  if (number === undefined || !Number.isInteger(number)) return undefined;
  return !Number.isInteger(number) || number < 0 || number > MAX_DAYS ? undefined : make(number);
}

/** The last days up to and including today. */
function lastDays(today: CalendarDay, count: number): PeriodReference {
  return days(addDays(today, 1 - Math.max(count, 1)), today);
}

function nextDays(today: CalendarDay, count: number): PeriodReference {
  return days(today, addDays(today, Math.max(count, 1) - 1));
}

function nearestWeekday(day: CalendarDay): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}

function weekStart({ today, weekStartsOn }: CalendarContext): CalendarDay {
  return addDays(today, -((nearestWeekday(today) - weekStartsOn + 7) % 7));
}

function week(context: CalendarContext, offset: number): ReturnType<typeof days> {
  const first = addDays(weekStart(context), offset);
  return days(first, addDays(first, 6));
}

/** Number of days since a weekday, 0 for today. */
function daysSince(today: CalendarDay, weekday: number): number {
  return (nearestWeekday(today) - weekday + 7) % 7;
}

/** The two days from a weekday on; the last weekend has at least one past day. */
function weekend({ today, direction }: CalendarContext, weekday: number): PeriodReference {
  const ago = daysSince(today, weekday);
  if (direction === 'future') {
    const first = addDays(today, ago === 0 ? 0 : 7 - ago);
    return days(first, addDays(first, 1));
  }
  const first = addDays(today, -(ago || 7));
  return days(first, addDays(first, 1));
}

/** A day of this week, or of the week a number of days later. */
function dayOfWeek(
  context: CalendarContext,
  offset: number,
  weekday: number | undefined,
): PeriodReference | undefined {
  if (weekday === undefined) return undefined;
  const first = addDays(weekStart(context), offset);
  return days(addDays(first, (weekday - nearestWeekday(first) + 7) % 7));
}

function wholeYear(year: number): PeriodReference {
  return days(`${year}-01-01`, `${year}-12-31`);
}

function nextWeekday(
  { today }: CalendarContext,
  weekday: number | undefined,
  direction: 'past' | 'future',
): PeriodReference | undefined {
  if (weekday === undefined) return undefined;
  const ahead = (weekday - nearestWeekday(today) + 7) % 7;
  if (direction === 'future') return days(addDays(today, ahead === 0 ? 7 : ahead));
  return days(addDays(today, ahead === 0 ? 0 : ahead - 7));
}

/** A month without a year is this month, or the nearest one of that name in the direction. */
function namedMonth(
  { today, direction }: CalendarContext,
  month: number | undefined,
  year: number | undefined,
): ReturnType<typeof days> | undefined {
  if (month === undefined) return undefined;
  const thisYear = Number(today.slice(0, 4));
  const ahead = Math.sign(month - (Number(today.slice(5, 7)) - 1));
  const isBehind = direction === 'past' && ahead > 0;
  const nearest = thisYear + (isBehind ? -1 : direction === 'future' && ahead < 0 ? 1 : 0);
  const number = String(month + 1).padStart(2, '0');
  const fullYearValue = year === undefined ? undefined : fullYear(year, { today });
  const found = wholeMonth(`${fullYearValue ?? nearest}-${number}-01`);
  if (direction === 'future') return found;
  if (found.from > today) return undefined;
  return found.to > today ? { ...days(found.from, today), current: 'month' } : found;
}

/** Since a day, or since the beginning of a month. */
function since(
  context: CalendarContext,
  date: CalendarDay | undefined,
  month: number | undefined,
  year: number | undefined,
): PeriodReference | undefined {
  const first = date ?? namedMonth(context, month, year)?.from;
  return first === undefined || first > context.today ? undefined : days(first, context.today);
}

/** The first of two months is the last one of that name before the second. */
function rangeOfMonths(
  context: CalendarContext,
  { from_month: first, to_month: second, year }: TimeSlots,
): PeriodReference | undefined {
  const last = namedMonth(context, second, year);
  if (first === undefined || second === undefined || last === undefined) return undefined;
  const begun = Number(last.from.slice(0, 4)) - (first > second ? 1 : 0);
  return days(`${begun}-${String(first + 1).padStart(2, '0')}-01`, last.to);
}

function range({ from, to, from_day: fromDay }: TimeSlots): PeriodReference | undefined {
  if (to === undefined) return undefined;
  const first =
    from ??
    (fromDay === undefined ? undefined : `${to.slice(0, 8)}${String(fromDay).padStart(2, '0')}`);
  if (first === undefined || first > to || daysBetween(first, to) > MAX_DAYS) return undefined;
  return days(first, to);
}

/**
 * The requested period and the one it is compared with: the later and the earlier of two; for a
 * single past period, the days since then, at most the same number.
 */
export function comparedPeriods(
  { isCompared }: { readonly isCompared?: boolean },
  references: readonly (PeriodReference | undefined)[],
  { flocks, today }: { readonly flocks: readonly NamedFlock[]; readonly today: CalendarDay },
): { readonly period: Period; readonly versus: Period } | undefined {
  if (!isCompared) return undefined;
  const periods = references.flatMap((reference) => {
    const period = reference && resolveReference(reference, flocks, today);
    return period && period !== 'ask' ? [period] : [];
  });
  const [first, second, ...others] = periods.toSorted((a, b) => a.from.localeCompare(b.from));
  if (first === undefined || others.length > 0) return undefined;
  if (second) {
    const versus = asLongAs(first, second);
    return second.from > first.to ? { period: second, versus } : undefined;
  }
  const length = daysBetween(first.from, first.to) + 1;
  if (first.to >= today) {
    const versus = { from: addDays(first.from, -length), to: addDays(first.from, -1) };
    return first.from > today ? undefined : { period: first, versus };
  }
  const next = { from: addDays(first.to, 1), to: addDays(first.to, length) };
  return { period: { from: next.from, to: next.to > today ? today : next.to }, versus: first };
}

/** "The last 7 days and the 7 days before" are not 7 days and the day 7 days ago. */
function asLongAs(first: Period, second: Period): Period {
  const length = daysBetween(second.from, second.to) + 1;
  const isDayBefore = first.from === first.to && first.to === addDays(second.from, -1);
  return isDayBefore ? { from: addDays(second.from, -length), to: first.to } : first;
}

/** Totals of daily sums cover the current flocks, not closed ones. */
export function scopeForLifetime(
  intent: MeasureName,
  scope: QuestionScope,
  {
    flocks,
    picked,
    whole,
  }: {
    readonly flocks: readonly NamedFlock[];
    readonly picked: unknown;
    readonly whole: Period | undefined;
  },
): QuestionScope {
  const isAboutLife = SUMMED_MEASURES.has(intent) && picked === undefined && whole !== undefined;
  return isAboutLife && flocks.length > 1 ? { flockIds: flocks.map(({ id }) => id) } : scope;
}
