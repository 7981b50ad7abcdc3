import { type Message, message } from '../../model/core/message.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import { addDays, daysBetween } from '../../tools/calendar.ts';
import { roundForStorage, sum } from '../../tools/statistics.ts';
import { foldText } from '../../tools/words.ts';
import type { FarmSnapshot } from '../core/farm-snapshot.ts';
import { type FoundGap, type GapSnapshot, idsOf } from './gap.ts';

type Medicine = StoredOf<'medicine'>;

const LONGEST_UNIT = 20;
const ON_ORDER: readonly (string | null)[] = ['draft', 'open', 'negotiating', 'confirmed'];

/** Expired medicine in the store; more severe when birds were treated with it since. */
export function findExpired(snapshot: FarmSnapshot<'medicine' | 'treatments'>): FoundGap[] {
  return snapshot.medicine.flatMap((item) => {
    const { expiryDate } = item;
    if (expiryDate === null || expiryDate >= snapshot.today || isUsedUp(item)) return [];
    const wasUsed = wasUsedAfterExpiry(item, snapshot);
    return [
      {
        ...aboutItem(item),
        severity: wasUsed ? 'critical' : 'warning',
        why: wasUsed ? 'used' : 'message',
        params: { medicine: item.name, day: { day: expiryDate } },
        since: addDays(expiryDate, 1),
        fix: changeOf(item, { quantity: 0 }),
      } satisfies FoundGap,
    ];
  });
}

/** Medicine in the store that expires within a month. */
export function findExpiring({ medicine, today, thresholds }: GapSnapshot): FoundGap[] {
  return medicine.flatMap((item) => {
    const { expiryDate } = item;
    const daysLeft = expiryDate === null ? -1 : daysBetween(today, expiryDate);
    if (expiryDate === null || daysLeft < 0 || daysLeft > thresholds.medicineExpiringDays)
      return [];
    if (isUsedUp(item)) return [];
    return [
      {
        ...aboutItem(item),
        severity: 'info',
        why: daysLeft === 0 ? 'today' : 'message',
        params: {
          medicine: item.name,
          day: { day: expiryDate },
          days: { quantity: daysLeft, unit: 'days' },
        },
        since: addDays(expiryDate, -thresholds.medicineExpiringDays),
        fix: changeOf(item, { quantity: null, expiryDate: null }),
      } satisfies FoundGap,
    ];
  });
}

/** Medicine below its minimum stock without a sufficient order. */
export function findLowStock(snapshot: GapSnapshot): FoundGap[] {
  return snapshot.medicine.flatMap((item) => {
    const { quantity, minQuantity } = item;
    if (quantity === null || minQuantity === null || quantity >= minQuantity) return [];
    const shortfall = roundForStorage(minQuantity - quantity);
    if (isOrdered(item, shortfall, snapshot)) return [];
    return [
      {
        ...aboutItem(item),
        severity: quantity === 0 ? 'critical' : 'warning',
        why: quantity === 0 ? 'none' : 'message',
        params: {
          medicine: item.name,
          left: amountOf(item, quantity),
          least: amountOf(item, minQuantity),
        },
        since: null,
        fix: orderOf(item, shortfall, snapshot),
      } satisfies FoundGap,
    ];
  });
}

/** Whether enough of a medicine is on order; an order without a quantity counts as enough. */
function isOrdered({ name }: Medicine, shortfall: number, snapshot: GapSnapshot): boolean {
  const orders = snapshot.marketOrders.filter(
    ({ direction, category, status, title }) =>
      direction === 'buy' &&
      category === 'medicine' &&
      ON_ORDER.includes(status) &&
      foldText(title).trim() === foldText(name).trim(),
  );
  return (
    orders.some(({ quantity }) => quantity === null) ||
    sum(orders.map(({ quantity }) => quantity)) >= shortfall
  );
}

function orderOf(item: Medicine, quantity: number, snapshot: GapSnapshot): FoundGap['fix'] {
  const isUnitTaken = item.unit !== null && item.unit.length <= LONGEST_UNIT;
  const supplier = snapshot.contacts.find(({ id }) => id === item.supplierId);
  return {
    method: 'POST',
    path: '/market-orders',
    body: {
      farmId: snapshot.farm.id,
      kind: 'order',
      direction: 'buy',
      category: 'medicine',
      title: item.name,
      quantity,
      ...(isUnitTaken ? { unit: item.unit } : {}),
      ...(supplier ? { contactId: supplier.id } : {}),
    },
    action: 'create_order',
  };
}

function amountOf({ unit }: Medicine, count: number): Message {
  return message('gap.amount', { count, unit: unit ?? 'none' });
}

function isUsedUp({ quantity }: Medicine): boolean {
  return quantity === 0;
}

function aboutItem(item: Medicine): Pick<FoundGap, 'subject' | 'ids' | 'count'> {
  const ids = idsOf({ medicineId: item.id, supplierId: item.supplierId });
  return { subject: item.id, ids, count: 1 };
}

function changeOf({ id }: Medicine, body: Readonly<Record<string, unknown>>): FoundGap['fix'] {
  return { method: 'PATCH', path: `/medicine/${id}`, body };
}

const SHORTEST_NAME = 3;

/**
 * Whether birds were treated with a medicine after it expired. Treatments name a product, not its
 * batch: while another batch of the same name was valid, that batch is assumed to have been used.
 */
function wasUsedAfterExpiry(
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
