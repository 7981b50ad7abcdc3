import { ratioOf } from './ratio-of.ts';

/**
 * Live weight on the floor of a barn, in kg per m².
 * Source: stocking density of Directive 2007/43/EC, whose steps are 33, 39 and 42.
 */
export function densityKgM2(liveWeightKg: number | null, areaSqm: number | null): number | null {
  return ratioOf(liveWeightKg, areaSqm);
}
