import { percentOf } from './percent-of.ts';

/** Broken eggs, in % of all eggs collected, of which they are a part. */
export function breakagePct(eggsBroken: number | null, eggs: number | null): number | null {
  return percentOf(eggsBroken, eggs);
}
