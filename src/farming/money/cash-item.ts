import type { CalendarDay } from '../../tools/calendar.ts';

/** Money that moved or is expected to move. */
export interface CashItem {
  readonly day: CalendarDay;
  readonly direction: 'in' | 'out';
  readonly category: string;
  readonly amount: number;
  /** `recorded` is a fact; the others say what the expectation rests on. */
  readonly basis: 'recorded' | 'flock' | 'order' | 'placement' | 'feed_need' | 'recurring';
  /** The row or flock it comes from; null for what has none. */
  readonly id: string | null;
}
