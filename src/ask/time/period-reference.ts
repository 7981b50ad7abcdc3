import type { CalendarDay } from '../../tools/calendar.ts';

/** A stretch of time that a question names; that of a flock has no days before the flock is known. */
export type PeriodReference =
  | {
      readonly kind: 'days';
      readonly from: CalendarDay;
      readonly to: CalendarDay;
      /** Of the last hours: how many. */
      readonly hours?: number;
      /** Only from the evening of the first day on. */
      readonly isNight?: true;
    }
  | { readonly kind: 'now' }
  | { readonly kind: 'since_placement' }
  | { readonly kind: 'flock_day'; readonly day: number };

/** What the calendar of a farm says when a question is asked. */
export interface CalendarContext {
  readonly today: CalendarDay;
  /** First day of a week of the farm: 0 is Sunday, 1 is Monday. */
  readonly weekStartsOn: number;
  /** A day without its year, or by its weekday, lies behind in a question and ahead in an order. */
  readonly direction: 'past' | 'future';
}
