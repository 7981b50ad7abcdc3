import type { FlockRecord } from '../flocks/flock-record.ts';
import type { MissingData } from '../insights/section.ts';
import { missingInFlock } from './missing-of-flock.ts';

/** What makes every figure per bird of a flock unknown: nobody counted its birds, or not well. */
export function missingPopulation(record: FlockRecord): readonly MissingData[] {
  if (record.placed === null) return [missingInFlock(record, 'no_birds_placed', 'chicksReceived')];
  if (!record.isImpossible) return [];
  return [missingInFlock(record, 'negative_population', 'chicksReceived')];
}
