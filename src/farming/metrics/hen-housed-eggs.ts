import { ratioOf } from './ratio-of.ts';

/**
 * Eggs laid since placement per hen placed, whatever became of her.
 * Source: eggs per hen housed as the guides of the layer breeders tabulate it.
 */
export function henHousedEggs(eggs: number | null, placed: number | null): number | null {
  return ratioOf(eggs, placed);
}
