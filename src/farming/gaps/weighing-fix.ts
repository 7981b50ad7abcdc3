import type { FlockRecord } from '../flocks/flock-record.ts';
import type { Fix } from '../insights/section.ts';

/** The call that writes what a flock weighs today. */
export function weighingFix(record: FlockRecord, today: string): Fix {
  // A second log of a day is refused, so the weight goes into the one there is.
  const log = record.days.findLast(({ day }) => day === today)?.log;
  if (log) {
    const body = { avgWeightGr: null };
    return { method: 'PATCH', path: `/daily-logs/${log.id}`, body, action: 'log_daily' };
  }
  const body = { flockId: record.flock.id, date: today, avgWeightGr: null };
  return { method: 'POST', path: '/daily-logs', body, action: 'log_daily' };
}
