import type { StoredOf } from '../../model/registry.ts';
import { groupBy } from '../../tools/collections.ts';
import { median, sum } from '../../tools/statistics.ts';
import { closedFlocksOf } from '../flocks/farm-flocks.ts';
import { percentOf } from '../metrics/percent-of.ts';
import { ratioOf } from '../metrics/ratio-of.ts';
import { farmMoneyOf, type MoneySnapshot } from '../money/farm-money.ts';
import { feedConversion } from '../money/feed-conversion.ts';
import { weighedDelivery } from '../money/weighed-delivery.ts';
import { pricePerKg } from '../money/weighed-price.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';
import { sinceSuppliersCount } from './since-suppliers-count.ts';

/** What a supplier of feed delivered within a year, and how. */
export interface FeedSupplier {
  readonly supplierId: string;
  readonly deliveries: number;
  readonly kg: number;
  readonly pricePerTon: number | null;
  /** Its price by the mean of all suppliers for the same feed; 1 is the mean. */
  readonly priceIndex: number | null;
  /** Orders delivered by their due date, of those that were due. */
  readonly onTimePct: number | null;
  /** Delivered of what was ordered, where a delivery names its order. */
  readonly fillRatePct: number | null;
  /** Feed conversion by the standard, the median of the closed flocks it fed most of. */
  readonly fcrIndex: number | null;
}

type Delivery = StoredOf<'feed-deliveries'>;
type FeedSnapshot = MoneySnapshot & FarmSnapshot<'feedOrders'>;

/** The suppliers of feed of a year, the largest first. */
export function feedSuppliers(snapshot: FeedSnapshot): FeedSupplier[] {
  const since = sinceSuppliersCount(snapshot);
  const recent = snapshot.feedDeliveries.filter(
    ({ date }) => since < date && date <= snapshot.today,
  );
  const mean = meanPrices(recent);
  return [...groupBy(recent, ({ supplierId }) => supplierId ?? '')]
    .filter(([supplierId]) => supplierId !== '')
    .map(([supplierId, rows]) => ({
      supplierId,
      deliveries: rows.length,
      kg: sum(rows.map(({ quantityKg }) => quantityKg)),
      ...priceOf(rows, mean),
      ...punctualityOf(supplierId, snapshot, since),
      fcrIndex: fcrIndexOf(supplierId, snapshot),
    }))
    .toSorted((left, right) => right.kg - left.kg);
}

function meanPrices(deliveries: readonly Delivery[]): ReadonlyMap<string, number | null> {
  const byType = groupBy(deliveries, ({ feedType }) => feedType ?? '');
  return new Map(
    [...byType].map(([type, rows]) => [type, pricePerKg(rows.flatMap(weighedDelivery))]),
  );
}

function priceOf(rows: readonly Delivery[], mean: ReadonlyMap<string, number | null>) {
  const priced = rows.flatMap((row) =>
    weighedDelivery(row).map((deal) => ({
      ...deal,
      usual: deal.kg * (mean.get(row.feedType ?? '') ?? 0),
    })),
  );
  const perKg = pricePerKg(priced);
  const paid = sum(priced.map(({ amount }) => amount));
  return {
    pricePerTon: perKg === null ? null : perKg * 1000,
    priceIndex: ratioOf(paid, sum(priced.map(({ usual }) => usual))),
  };
}

function punctualityOf(supplierId: string, snapshot: FeedSnapshot, since: string) {
  const { feedOrders, feedDeliveries, today } = snapshot;
  const own = feedOrders.filter(
    (order) => order.supplierId === supplierId && order.status !== 'cancelled',
  );
  const due = own.filter(
    ({ dueDate, deliveredAt }) =>
      dueDate !== null && dueDate > since && (dueDate < today || deliveredAt !== null),
  );
  const onTime = due.filter(
    ({ dueDate, deliveredAt }) =>
      deliveredAt !== null && dueDate !== null && deliveredAt <= dueDate,
  );
  const byOrder = groupBy(feedDeliveries, ({ feedOrderId }) => feedOrderId ?? '');
  const filled = own.filter(({ id, status }) => status === 'delivered' && byOrder.has(id));
  const delivered = filled.flatMap(({ id }) => byOrder.get(id) ?? []);
  return {
    onTimePct: percentOf(onTime.length, due.length),
    fillRatePct: percentOf(
      sum(delivered.map(({ quantityKg }) => quantityKg)),
      sum(filled.map(({ quantityKg }) => quantityKg)),
    ),
  };
}

function fcrIndexOf(supplierId: string, snapshot: FeedSnapshot): number | null {
  const money = farmMoneyOf(snapshot);
  const indices = closedFlocksOf(snapshot).map((record) => {
    const rows = money.deliveries.get(record.flock.id) ?? [];
    const own = rows.filter((row) => row.supplierId === supplierId);
    const share = percentOf(
      sum(own.map(({ quantityKg }) => quantityKg)),
      sum(rows.map(({ quantityKg }) => quantityKg)),
    );
    const isFedByIt = (share ?? 0) >= snapshot.thresholds.supplierFlockFeedPct;
    return isFedByIt ? (feedConversion(record, snapshot)?.index ?? null) : null;
  });
  return median(indices.filter((index) => index !== null));
}
