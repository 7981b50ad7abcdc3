import type { StoredOf } from '../../model/registry.ts';
import { foldText } from '../../tools/text-folding.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';

type Medicine = StoredOf<'medicine'>;

const SHORTEST_NAME = 3;

/**
 * Whether birds were treated with a medicine after it had expired. Treatments name a product, not
 * its batch: while another batch of the same name was good, that one is taken to have been used.
 */
export function wasUsedAfterExpiry(
  item: Medicine,
  { treatments, medicine }: FarmSnapshot<'treatments' | 'medicine'>,
): boolean {
  const { expiryDate } = item;
  const name = foldText(item.name).trim();
  if (expiryDate === null || name.length < SHORTEST_NAME) return false;
  const batches = medicine.filter((other) => foldText(other.name).trim() === name);
  return treatments.some(
    ({ date, product }) =>
      date > expiryDate &&
      foldText(product ?? '').includes(name) &&
      batches.every((batch) => batch.expiryDate !== null && batch.expiryDate < date),
  );
}
