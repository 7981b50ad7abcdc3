import type { StoredOf } from '../../../model/registry.ts';
import { feedDeliveries } from '../../../model/resources/feed-deliveries.ts';
import { listRows } from '../../../storage/records/list-rows.ts';
import { narrowScope } from '../../../storage/records/scope.ts';
import type { StoredRow } from '../../../storage/records/stored-row.ts';
import { addDays, daysBetween } from '../../../tools/calendar.ts';
import { findNeighbour } from '../find-neighbour.ts';
import type { RecordWriter, RuleChange, RuleContext } from '../resource-rules.ts';
import { entersStatus } from '../row-change.ts';

const DAYS_APART = 2;
const QUANTITY_TOLERANCE = 0.01;
const MOST_LOOKED_AT = 200;

/**
 * The delivery of an order that arrives: one that somebody has written already, else the id of one
 * that is written behind the order.
 */
export async function deliveryIdOf(
  { after }: RuleChange,
  { runtime, transaction, today }: RuleContext,
): Promise<string> {
  const { orgId, farmId, supplierId, flockId, deliveredAt } = after;
  const day = String(deliveredAt ?? today);
  const rows = await listRows(transaction, feedDeliveries, {
    scope: narrowScope({ orgId, farmIds: 'all' }, String(farmId)),
    conditions: [
      { field: 'date', operator: '>=', value: addDays(day, -DAYS_APART) },
      { field: 'date', operator: '<=', value: addDays(day, DAYS_APART) },
    ],
    order: 'date',
    direction: 'asc',
    limit: MOST_LOOKED_AT,
    offset: 0,
  });
  const written = rows
    .map((row) => JSON.parse(row) as StoredOf<'feed-deliveries'>)
    .filter((delivery) => delivery.supplierId === supplierId && delivery.flockId === flockId)
    .filter((delivery) => delivery.feedOrderId === null && isAsMuch(delivery, after))
    .toSorted((left, right) => daysOff(left, day) - daysOff(right, day))[0];
  return written?.id ?? runtime.ids.create(feedDeliveries.idPrefix);
}

function isAsMuch({ quantityKg }: StoredOf<'feed-deliveries'>, order: StoredRow): boolean {
  const ordered = Number(order['quantityKg']);
  return Math.abs(Number(quantityKg) - ordered) <= ordered * QUANTITY_TOLERANCE;
}

function daysOff({ date }: StoredOf<'feed-deliveries'>, day: string): number {
  return Math.abs(daysBetween(date, day));
}

/** Writes the delivery of an order that arrived, or puts the order's name to the one that is there. */
export async function writeDelivery(
  change: RuleChange,
  context: RuleContext,
  write: RecordWriter,
): Promise<void> {
  if (!entersStatus(change, ['delivered'])) return;
  const { id: feedOrderId, orgId, farmId, deliveryId } = change.after;
  const known = await findNeighbour(context, feedDeliveries, { id: deliveryId, orgId });
  if (known) {
    if (known['feedOrderId'] !== null) return;
    await write.change(feedDeliveries, { before: known, changes: { feedOrderId } }, context);
    return;
  }
  const { flockId, feedType, quantityKg, pricePerTon, supplierId, deliveredAt } = change.after;
  const date = deliveredAt ?? context.today;
  const values = { flockId, date, feedType, quantityKg, pricePerTon, supplierId, feedOrderId };
  const input = { values, farmId: farmId ?? undefined, id: String(deliveryId) };
  await write.insert(feedDeliveries, input, context);
}
