import type { Message } from '../../model/message.ts';
import type { CalendarDay } from '../../tools/calendar.ts';

/** How likely one thing was to go wrong on a day, as the ledger keeps it. */
export interface LedgerRow {
  readonly day: CalendarDay;
  /** Such as `disease`. */
  readonly item: string;
  /** 0 to 1; null when it could not be told. */
  readonly p: number | null;
  /** How bad it would be, 0 to 1. */
  readonly impact: number;
  readonly explanation: Message;
  readonly recordedAt: string;
}
