import type { FlockRecord } from './flock-record.ts';
import { meanPerBird } from './mean-per-bird.ts';
import { weightDeviation } from './weight-deviation.ts';

/** How far flocks lie from their standards, in %; a large flock counts for more. */
export function meanWeightDeviation(records: readonly FlockRecord[]): number | null {
  return meanPerBird(records, weightDeviation);
}
