import { groupBy } from '../../tools/collections.ts';
import { percentOf } from '../metrics/percent-of.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';

/** What of a supplier lies in the medicine store. */
export interface MedicineSupplier {
  readonly supplierId: string;
  readonly items: number;
  readonly expiredSharePct: number | null;
}

/** The suppliers of the medicine in store, the one with most items first. */
export function medicineSuppliers({
  medicine,
  today,
}: FarmSnapshot<'medicine'>): MedicineSupplier[] {
  return [...groupBy(medicine, ({ supplierId }) => supplierId ?? '')]
    .filter(([supplierId]) => supplierId !== '')
    .map(([supplierId, items]) => {
      const expired = items.filter(({ expiryDate }) => expiryDate !== null && expiryDate < today);
      return {
        supplierId,
        items: items.length,
        expiredSharePct: percentOf(expired.length, items.length),
      };
    })
    .toSorted((left, right) => right.items - left.items);
}
