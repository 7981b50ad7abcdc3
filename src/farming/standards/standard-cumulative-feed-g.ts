import type { BreedName } from './breed-tables.ts';
import { standardValue } from './standard-value.ts';

/**
 * Feed a bird of the breed has eaten from placement to an age, in g. Null outside the ages of the
 * table and for layers, whose guides publish daily feed only.
 */
export function standardCumulativeFeedG(breed: BreedName, ageDays: number): number | null {
  return standardValue(breed, 'cumulativeFeedG', ageDays);
}
