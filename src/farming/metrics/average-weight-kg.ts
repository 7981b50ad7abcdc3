import { ratioOf } from './ratio-of.ts';

/** Mean live weight of the birds of a delivery, in kg. */
export function averageWeightKg(
  totalWeightKg: number | null,
  birdsCount: number | null,
): number | null {
  return ratioOf(totalWeightKg, birdsCount);
}
