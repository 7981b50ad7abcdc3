import { percentOf } from './percent-of.ts';

/** What was delivered of a flock and what the slaughterhouse refused of it. */
export interface Delivery {
  readonly birdsCount: number | null;
  readonly condemnedCount: number | null;
  readonly totalWeightKg: number | null;
  readonly condemnedKg: number | null;
}

/** Condemned birds in % of those delivered; by weight where birds were not counted. */
export function condemnationPct(delivery: Delivery): number | null {
  return (
    percentOf(delivery.condemnedCount, delivery.birdsCount) ??
    percentOf(delivery.condemnedKg, delivery.totalWeightKg)
  );
}
