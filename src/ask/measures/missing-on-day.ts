import { findFlockDay } from '../../farming/core/flock-days.ts';
import type { FlockRecord } from '../../farming/core/flock-record.ts';
import type { MissingData } from '../../farming/core/section.ts';
import type { Message } from '../../model/core/message.ts';
import type { CalendarDay } from '../../tools/calendar.ts';

/** A value of a daily log that an answer may lack. */
export type LoggedField =
  | 'mortality'
  | 'culls'
  | 'feedKg'
  | 'waterL'
  | 'avgWeightGr'
  | 'eggs'
  | 'eggsBroken';

/** A value that nobody wrote into the log of a day; the fix writes it there. */
export function missingOnDay(
  record: FlockRecord,
  {
    field,
    day,
    said,
  }: { readonly field: LoggedField; readonly day: CalendarDay; readonly said: Message },
): MissingData {
  const { flock } = record;
  const log = findFlockDay(record, day)?.log;
  const fix = log
    ? ({ method: 'PATCH', path: `/daily-logs/${log.id}`, body: { [field]: null } } as const)
    : ({
        method: 'POST',
        path: '/daily-logs',
        body: { flockId: flock.id, date: day, [field]: null },
      } as const);
  return {
    code: 'not_logged',
    message: said,
    resource: 'daily-logs',
    field,
    flockId: flock.id,
    need: 1,
    have: 0,
    // The logs of a sealed flock can no longer be changed.
    ...(flock.sealed ? {} : { fix: { ...fix, action: 'log_daily' } }),
  };
}
