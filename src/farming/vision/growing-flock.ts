import type { Arrival } from '../metrics/age-days.ts';

/** Birds that grow along the table of their breed. */
export interface GrowingFlock extends Arrival {
  readonly flockId: string;
  readonly breed: string | null;
}
