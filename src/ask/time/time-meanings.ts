import { addDays, addMonths, type CalendarDay } from '../../tools/calendar.ts';

/** Meanings of time phrases; the slots in braces are filled by their templates. */
export const timeMeanings = [
  'now',
  'today',
  'yesterday',
  'day_before_yesterday',
  'three_days_ago',
  'tomorrow',
  'day_after_tomorrow',
  'in_three_days',
  'last_night',
  'this_week',
  'last_week',
  'week_before_last',
  'next_week',
  'this_month',
  'last_month',
  'month_before_last',
  'next_month',
  // Days 1 to 10, 11 to 20 and 21 to the last one, and 1 to 15 and 16 to the last one: of this
  // month, or with {in_month}.
  'first_third_of_month',
  'second_third_of_month',
  'last_third_of_month',
  'first_half_of_month',
  'second_half_of_month',
  'last_ten_days_of_month',
  // Up to today: 15 days and six months.
  'last_half_month',
  'last_half_year',
  'this_year',
  'last_year',
  'year_before_last',
  // One year before the other period of the sentence, else before the period of the previous
  // question, else before this year up to today.
  'same_period_last_year',
  // Of this year, or with {in_year}; in a question, the last one of that name that has begun.
  'first_half_of_year',
  'second_half_of_year',
  'first_quarter',
  'second_quarter',
  'third_quarter',
  'fourth_quarter',
  'this_quarter',
  'last_quarter',
  // With {number}.
  'days_ago',
  'weeks_ago',
  'months_ago',
  'in_days',
  'in_weeks',
  // From today on.
  'next_days',
  'next_weeks',
  'next_months',
  'last_days',
  'last_weeks',
  'last_months',
  'last_hours',
  // A usual week: the last seven days.
  'each_week',
  // The last one that has begun before today, or the next: Saturday and Sunday, or Friday and
  // Saturday.
  'weekend',
  'weekend_friday',
  'weekend_of_last_week',
  // The name of a weekday may be a number too. With {weekday}: the last one or, in orders, the next
  // one.
  'weekday',
  // With {weekday}: the one before today.
  'last_weekday',
  'next_weekday',
  // With {weekday}: from the one before today on.
  'since_weekday',
  // Of the flock; `flock_day` with {number}.
  'since_placement',
  'flock_day',
  // With {weekday}: the one in the week before or after this one.
  'weekday_of_last_week',
  'weekday_of_next_week',
  'weekday_of_week_before_last',
  // With {month}, and optionally {year}.
  'month',
  // With {date}; `range` with {from} and {to}, or {from_day} and {to}.
  'date',
  'since_date',
  'range',
  // With {day}: of the month before this one.
  'day_of_last_month',
] as const;

export type TimeMeaning = (typeof timeMeanings)[number];

/** A period in a question; a period of a flock has no days before the flock is known. */
export type PeriodReference =
  | {
      readonly kind: 'days';
      readonly from: CalendarDay;
      readonly to: CalendarDay;
      /** The number of last hours. */
      readonly hours?: number;
      /** Only from the evening of the first day on. */
      readonly isNight?: true;
      /** A usual week. */
      readonly isWeekly?: true;
      /** This week, month or year, up to today. */
      readonly current?: 'week' | 'month' | 'year';
    }
  | { readonly kind: 'now' }
  | { readonly kind: 'since_placement' }
  | { readonly kind: 'flock_day'; readonly day: number };

/** The calendar of a farm at the time of a question. */
export interface CalendarContext {
  readonly today: CalendarDay;
  /** First day of a week of the farm: 0 is Sunday, 1 is Monday. */
  readonly weekStartsOn: number;
  /**
   * A day without its year, or by its weekday, is in the past in a question and in the future in an
   * order.
   */
  readonly direction: 'past' | 'future';
  /** The days of the question that a sentence continues. */
  readonly previous?: { readonly from: CalendarDay; readonly to: CalendarDay } | undefined;
}

/** The first day of the month or year that a phrase names. */
interface NamedWholes {
  readonly in_month?: CalendarDay;
  readonly in_year?: CalendarDay;
}

/** The days from one to another. */
export function days(
  from: CalendarDay,
  to: CalendarDay = from,
): Extract<PeriodReference, { kind: 'days' }> {
  return { kind: 'days', from, to };
}

/** The month that begins on a day. */
export function wholeMonth(first: CalendarDay): ReturnType<typeof days> {
  return days(first, addDays(addMonths(first, 1), -1));
}

/** A number of whole months from the first of one on. */
export function months(first: CalendarDay, count: number): ReturnType<typeof days> {
  return days(first, addDays(addMonths(first, count), -1));
}

/** The first day of the quarter of a day. */
export function quarterStart(today: CalendarDay): CalendarDay {
  const month = Number(today.slice(5, 7)) - 1;
  return addMonths(`${today.slice(0, 4)}-01-01`, month - (month % 3));
}

/** Some days of this month or of the named one. */
export function partOfMonth(
  { today }: CalendarContext,
  { in_month: month }: NamedWholes,
  [first, last]: readonly [first: number, last?: number],
): PeriodReference {
  const whole = wholeMonth(`${(month ?? today).slice(0, 7)}-01`);
  return days(addDays(whole.from, first - 1), last ? addDays(whole.from, last - 1) : whole.to);
}

/** Some months of the named year or, in a question, the last ones of that name that have begun. */
export function partOfYear(
  { today, direction }: CalendarContext,
  { in_year: year }: NamedWholes,
  { first, length }: { readonly first: number; readonly length: number },
): PeriodReference {
  const found = months(addMonths(year ?? `${today.slice(0, 4)}-01-01`, first), length);
  if (year !== undefined) return found;
  if (direction === 'past')
    return found.from > today ? months(addMonths(found.from, -12), length) : found;
  return found.to < today ? months(addMonths(found.from, 12), length) : found;
}

/** The last ten days of this month or of the named one. */
export function lastTenDays(
  { today }: CalendarContext,
  { in_month: month }: NamedWholes,
): PeriodReference {
  const { to } = wholeMonth(`${(month ?? today).slice(0, 7)}-01`);
  return days(addDays(to, -9), to);
}
