import type { Leak, LeakContext } from './leak.ts';

/** Medicine that expired in the store; what it cost is not recorded. */
export function findExpiredMedicine({ snapshot }: LeakContext): Leak[] {
  const { medicine, today } = snapshot;
  const expired = medicine.filter(
    ({ expiryDate, quantity }) => expiryDate !== null && expiryDate < today && quantity !== 0,
  );
  if (expired.length === 0) return [];
  const items = expired.map(({ id, name, quantity, unit, expiryDate }) => ({
    id,
    name,
    quantity,
    unit,
    expiryDate,
  }));
  return [
    {
      kind: 'expired_medicine',
      flockId: null,
      barnId: null,
      amount: null,
      reference: { basis: 'expiry_date', value: null },
      evidence: { items },
      confidence: 1,
    },
  ];
}
