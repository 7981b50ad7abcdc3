import type { CalendarDay } from '../../tools/calendar.ts';

/** A stretch of time that a question names; that of a flock has no days before the flock is known. */
export type PeriodReference =
  | { readonly kind: 'days'; readonly from: CalendarDay; readonly to: CalendarDay }
  | { readonly kind: 'now' }
  | { readonly kind: 'since_placement' }
  | { readonly kind: 'flock_day'; readonly day: number };

/** What the calendar of a farm says when a question is asked. */
export interface CalendarContext {
  readonly today: CalendarDay;
  readonly weekBegins: 'sunday' | 'monday';
  /** A day without its year, or by its weekday, lies behind in a question and ahead in an order. */
  readonly direction: 'past' | 'future';
}
