import { sum } from '../../tools/statistics.ts';

/** What a supplier is scored by; lower is better in all three, null is not known. */
export interface SupplierTraits {
  readonly price: number | null;
  readonly unreliability: number | null;
  readonly faults: number | null;
}

/** Why a supplier has no score. */
export type NoScore = 'too_few_transactions' | 'nothing_to_compare';

/** A supplier with what it is scored by. */
export interface RatedSupplier {
  readonly transactions: number;
  readonly traits: SupplierTraits;
}

const WEIGHTS = { price: 40, unreliability: 30, faults: 30 } as const;
type Trait = keyof SupplierTraits;
const TRAITS = Object.keys(WEIGHTS) as readonly Trait[];

/**
 * Scores suppliers of one kind against each other, 0 to 100: 40 for price, 30 for reliability, 30
 * for quality, in each the best getting all and the worst nothing. What is not known of at least
 * two of them counts for none, and the others count for more.
 */
export function supplierScores(
  suppliers: readonly RatedSupplier[],
  fewest: number,
): { readonly score: number | null; readonly noScore: NoScore | null }[] {
  const rated = suppliers.filter(({ transactions }) => transactions >= fewest);
  const ranges = new Map(TRAITS.map((trait) => [trait, rangeOf(rated, trait)]));
  return suppliers.map((supplier) => {
    if (supplier.transactions < fewest) return { score: null, noScore: 'too_few_transactions' };
    const points = TRAITS.flatMap((trait) => {
      const [value, range] = [supplier.traits[trait], ranges.get(trait)];
      if (value === null || !range) return [];
      const share = range.max === range.min ? 1 : (range.max - value) / (range.max - range.min);
      return [{ points: WEIGHTS[trait] * share, of: WEIGHTS[trait] }];
    });
    if (points.length === 0) return { score: null, noScore: 'nothing_to_compare' };
    const [got, possible] = [sum(points.map((p) => p.points)), sum(points.map((p) => p.of))];
    return { score: (got / possible) * 100, noScore: null };
  });
}

function rangeOf(suppliers: readonly RatedSupplier[], trait: Trait) {
  const values = suppliers.map(({ traits }) => traits[trait]).filter((value) => value !== null);
  return values.length < 2 ? null : { min: Math.min(...values), max: Math.max(...values) };
}
