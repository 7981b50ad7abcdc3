import { addDays } from '../../tools/calendar.ts';
import type { FarmFrame } from '../snapshot/farm-snapshot.ts';
import type { FlockRecord } from './flock-record.ts';
import { weightDeviation } from './weight-deviation.ts';

/** The deviation of a flock from its standard, in %, by a weight that is not too old; else null. */
export function recentWeightDeviation(
  record: FlockRecord,
  { today, thresholds }: Pick<FarmFrame, 'today' | 'thresholds'>,
): number | null {
  const since = addDays(today, -thresholds.weighingDays);
  return record.weight && record.weight.day > since ? weightDeviation(record) : null;
}
