import { ratioOf } from './ratio-of.ts';

/** What the European production efficiency factor is made of. */
export interface Efficiency {
  readonly livabilityPct: number | null;
  readonly weightKg: number | null;
  readonly ageDays: number;
  readonly fcr: number | null;
}

/**
 * European production efficiency factor (EPEF, EEF, EPI): livability in % times weight in kg, by
 * age in days and feed conversion, times 100.
 * Source: pashudhanpraharee, dlaferm.pl and Poultry Performance Plus: 61 g/day at 96 % and 1.62 is 361.
 */
export function epef({ livabilityPct, weightKg, ageDays, fcr }: Efficiency): number | null {
  if (livabilityPct === null || weightKg === null || fcr === null) return null;
  return ratioOf(livabilityPct * weightKg * 100, ageDays * fcr);
}
