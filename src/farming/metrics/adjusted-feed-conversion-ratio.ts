import type { BreedName } from '../standards/breed-tables.ts';
import { standardAgeAtWeight } from '../standards/standard-age-at-weight.ts';
import { standardFcr } from '../standards/standard-fcr.ts';

/** What flocks of different weight are compared by. */
export interface ConversionAtWeight {
  readonly fcr: number;
  readonly weightG: number;
}

/**
 * The feed conversion a flock would have at another weight, by how the standard of its breed
 * changes between the two. Null where the table holds no feed conversion at one of the weights.
 * Source: the breeders' tables, 0.19 per kg between 1.6 and 3.7 kg.
 */
export function adjustedFeedConversionRatio(
  breed: BreedName,
  { fcr, weightG }: ConversionAtWeight,
  targetWeightG: number,
): number | null {
  const [own, target] = [fcrAtWeight(breed, weightG), fcrAtWeight(breed, targetWeightG)];
  return own === null || target === null ? null : fcr + target - own;
}

function fcrAtWeight(breed: BreedName, weightG: number): number | null {
  const age = standardAgeAtWeight(breed, weightG);
  return age === null ? null : standardFcr(breed, age);
}
