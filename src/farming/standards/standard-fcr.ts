import type { BreedName } from './breed-tables.ts';
import { standardValue } from './standard-value.ts';

/**
 * Feed conversion of the breed at an age: cumulative feed by body weight, the weight of the chick
 * not subtracted, as the breeders define it. Null outside the ages of the table and for layers.
 */
export function standardFcr(breed: BreedName, ageDays: number): number | null {
  return standardValue(breed, 'fcr', ageDays);
}
