import type { CalendarDay } from '../../tools/calendar.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { type MeanBefore, meanBefore } from '../flocks/mean-before.ts';

/** The deaths of a flock in the seven calendar days before a day. */
export type DeathsBefore = MeanBefore;

/** What usually dies: the mean over the recorded ones of the seven calendar days before a day. */
export function meanDeathsBefore(
  record: FlockRecord,
  day: CalendarDay,
  fewestDays: number,
): DeathsBefore {
  return meanBefore(record, 'mortality', { day, fewestDays });
}
