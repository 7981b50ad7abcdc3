import type { CalendarDay } from '../../tools/calendar.ts';
import { standardWeightOn } from '../metrics/standard-weight-on.ts';
import type { FlockRecord } from './flock-record.ts';
import { weightRatio } from './weight-ratio.ts';

/**
 * What a bird of a flock weighs on a day, in g: the standard of the breed times `weightRatio`, the
 * standard itself while the flock was not weighed. Null without a breed and outside its table.
 */
export function projectedWeightG(record: FlockRecord, day: CalendarDay): number | null {
  const standard = standardWeightOn(record.flock, day);
  return standard === null ? null : standard * (weightRatio(record) ?? 1);
}
