import type { BreedName } from './breed-tables.ts';
import { standardValue } from './standard-value.ts';

/** The lightest and the heaviest weight the guide of a layer breed accepts, in g. */
export interface WeightBand {
  readonly minG: number;
  readonly maxG: number;
}

/** The accepted weights of a breed at an age; null where its guide names a single weight only. */
export function standardWeightBandG(breed: BreedName, ageDays: number): WeightBand | null {
  const minG = standardValue(breed, 'weightMinG', ageDays);
  const maxG = standardValue(breed, 'weightMaxG', ageDays);
  return minG === null || maxG === null ? null : { minG, maxG };
}
