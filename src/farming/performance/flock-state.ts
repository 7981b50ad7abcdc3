import type { CalendarDay } from '../../tools/calendar.ts';
import { sumOrUnknown } from '../../tools/statistics.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';

/** What had become of a flock by the end of a day. */
export interface FlockState {
  readonly mortality: number;
  readonly culls: number;
  /** Null when a sale was not weighed. */
  readonly soldKg: number | null;
  /** Null when not known how many were placed, or when the records take away more than that. */
  readonly live: number | null;
}

/** The state of a flock at the end of a day. */
export function flockStateOn(record: FlockRecord, day: CalendarDay): FlockState {
  let [mortality, culls, sold] = [0, 0, 0];
  let soldKg: number | null = 0;
  for (const recorded of record.days) {
    if (recorded.day > day) continue;
    mortality += recorded.log?.mortality ?? 0;
    culls += recorded.log?.culls ?? 0;
    sold += recorded.soldBirds;
    soldKg = sumOrUnknown([soldKg, recorded.soldKg]);
  }
  const live = record.placed === null ? null : record.placed - mortality - culls - sold;
  return { mortality, culls, soldKg, live: live === null || live < 0 ? null : live };
}
