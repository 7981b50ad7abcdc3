import { ratioOf } from './ratio-of.ts';

const DOZEN = 12;

/** Feed eaten for twelve eggs, in kg. */
export function feedPerDozenKg(feedKg: number | null, eggs: number | null): number | null {
  return ratioOf(feedKg, eggs === null ? null : eggs / DOZEN);
}
