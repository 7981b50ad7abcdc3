import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';
import type { Context } from './context.ts';
import { shownRow } from './shown-row.ts';

/** The medicine store: all of it, what runs low, and what has expired and is still there. */
export function contextMedicine({
  medicine,
  today,
}: FarmSnapshot<'medicine'>): Context['medicine'] {
  const items = medicine.map((row) => shownRow('medicine', row));
  return {
    items,
    lowStock: items.filter(
      ({ quantity, minQuantity }) =>
        quantity !== null && minQuantity !== null && quantity < minQuantity,
    ),
    expired: items.filter(
      ({ expiryDate, quantity }) => expiryDate !== null && expiryDate < today && quantity !== 0,
    ),
  };
}
