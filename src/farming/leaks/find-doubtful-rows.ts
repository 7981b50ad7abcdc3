import type { FlockRecord } from '../flocks/flock-record.ts';
import { deliveryCost } from '../money/delivery-cost.ts';
import { flockCosts } from '../money/flock-costs.ts';
import { saleAmount } from '../money/sale-amount.ts';
import type { Leak, LeakContext } from './leak.ts';

/** Rows of a flock that have no amount, and expenses that seem to be entered twice. */
export function findDoubtfulRows(record: FlockRecord, { money, snapshot }: LeakContext): Leak[] {
  const { flock, sales } = record;
  const deliveries = (money.deliveries.get(flock.id) ?? []).filter(
    (delivery) => deliveryCost(delivery) === null,
  );
  const unpaid = sales.filter((sale) => sale.date <= snapshot.today && saleAmount(sale) === null);
  const uncosted = [
    ...deliveries.map(({ id }) => ({ resource: 'feed-deliveries', id })),
    ...unpaid.map(({ id }) => ({ resource: 'sales', id })),
  ];
  const duplicates = flockCosts(record, money).possibleDuplicates.map(({ id, amount }) => ({
    resource: 'expenses',
    id,
    amount,
  }));
  if (uncosted.length + duplicates.length === 0) return [];
  return [
    {
      kind: 'duplicate_or_uncosted',
      flockId: flock.id,
      barnId: flock.barnId,
      amount: null,
      reference: { basis: 'records', value: null },
      evidence: { uncosted, duplicates },
      confidence: 0.5,
    },
  ];
}
