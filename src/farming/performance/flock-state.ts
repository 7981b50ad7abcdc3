import type { CalendarDay } from '../../tools/calendar.ts';
import { sum } from '../../tools/statistics.ts';
import type { FlockDay, FlockRecord } from '../flocks/flock-record.ts';

/** What had become of a flock by the end of a day. */
export interface FlockState {
  readonly mortality: number;
  readonly culls: number;
  readonly soldKg: number;
  /** Null when not known how many were placed, or when the records take away more than that. */
  readonly live: number | null;
}

/** The state of a flock at the end of a day. */
export function flockStateOn(record: FlockRecord, day: CalendarDay): FlockState {
  const days = record.days.filter((recorded) => recorded.day <= day);
  const total = (value: (recorded: FlockDay) => number | null | undefined) => sum(days.map(value));
  const mortality = total(({ log }) => log?.mortality);
  const culls = total(({ log }) => log?.culls);
  const sold = total(({ soldBirds }) => soldBirds);
  const live = record.placed === null ? null : record.placed - mortality - culls - sold;
  return {
    mortality,
    culls,
    soldKg: total(({ soldKg }) => soldKg),
    live: live === null || live < 0 ? null : live,
  };
}
