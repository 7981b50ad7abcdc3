import type { StoredOf } from '../../model/resources/registry.ts';
import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import { groupBy } from '../../tools/collections.ts';
import { median, percentOf, ratioOf, sum } from '../../tools/statistics.ts';
import { farmMoneyOf, type MoneySnapshot } from '../accounting/farm-money.ts';
import { chickPrice, pricePerKg, weighedDelivery } from '../accounting/prices.ts';
import { closedFlocksOf, liveFlocksOf } from '../core/farm-flocks.ts';
import type { FarmFrame, FarmSnapshot } from '../core/farm-snapshot.ts';
import type { FlockRecord } from '../core/flock-record.ts';
import { feedConversion } from '../feed/flock-feed.ts';
import { firstWeekMortalityPct } from '../metrics/mortality.ts';
import { standardWeightOn } from '../metrics/weight.ts';

const FIRST_WEEK_DAYS = 7;

/** The deliveries of a hatchery within a year, and the performance of its chicks. */
export interface ChickSupplier {
  readonly supplierId: string;
  readonly flocks: number;
  readonly birds: number;
  readonly pricePerChick: number | null;
  /** Chicks ordered but not received, in %. */
  readonly shortPct: number | null;
  /** Over all its chicks older than a week. */
  readonly firstWeekMortalityPct: number | null;
  /** Weight at about 7 days divided by the standard, median of its flocks. */
  readonly w7Index: number | null;
}

/** The chick suppliers of the last year, largest first. */
export function chickSuppliers(snapshot: MoneySnapshot): ChickSupplier[] {
  return [...groupBy(placedInYear(snapshot), ({ flock }) => flock.supplierId ?? '')]
    .filter(([supplierId]) => supplierId !== '')
    .map(([supplierId, records]) => ({ supplierId, ...figuresOf(records) }))
    .toSorted((left, right) => right.birds - left.birds);
}

function placedInYear(snapshot: MoneySnapshot): FlockRecord[] {
  const since = sinceSuppliersCount(snapshot);
  return [...liveFlocksOf(snapshot), ...closedFlocksOf(snapshot)].filter(
    ({ flock }) => flock.placementDate > since,
  );
}

/** All chicks placed within a year, including those without a recorded supplier. */
export function yearOfChicks(snapshot: MoneySnapshot): number {
  return sum(placedInYear(snapshot).map(({ placed }) => placed));
}

function figuresOf(records: readonly FlockRecord[]): Omit<ChickSupplier, 'supplierId'> {
  const priced = records.flatMap(({ flock, placed }) => {
    const price = chickPrice(flock);
    return price === null || placed === null ? [] : [{ birds: placed, amount: price * placed }];
  });
  const counted = records.filter(
    ({ flock }) => flock.chicksOrdered !== null && flock.chicksReceived !== null,
  );
  const ordered = sum(counted.map(({ flock }) => flock.chicksOrdered));
  const received = sum(counted.map(({ flock }) => flock.chicksReceived));
  return {
    flocks: records.length,
    birds: sum(records.map(({ placed }) => placed)),
    pricePerChick: ratioOf(
      sum(priced.map(({ amount }) => amount)),
      sum(priced.map(({ birds }) => birds)),
    ),
    shortPct: percentOf(Math.max(0, ordered - received), ordered),
    firstWeekMortalityPct: firstWeekPct(records),
    w7Index: median(records.map(weightIndexAtWeek).filter((index) => index !== null)),
  };
}

/** Weighted by birds placed, because percentages of flocks cannot be averaged. */
function firstWeekPct(records: readonly FlockRecord[]): number | null {
  const chickLosses = records.flatMap((record) => {
    const { ageDays, days, placed } = record;
    if (placed === null || (ageDays ?? 0) < FIRST_WEEK_DAYS) return [];
    const deaths = days.map((day) => ({
      ageDays: day.ageDays,
      mortality: day.log?.mortality ?? null,
    }));
    const pct = firstWeekMortalityPct(deaths, placed);
    return pct === null ? [] : [{ placed, lost: (pct / 100) * placed }];
  });
  return percentOf(
    sum(chickLosses.map(({ lost }) => lost)),
    sum(chickLosses.map(({ placed }) => placed)),
  );
}

function weightIndexAtWeek({ flock, days }: FlockRecord): number | null {
  const weighed = days
    .filter(({ ageDays, log }) => Math.abs(ageDays - FIRST_WEEK_DAYS) <= 1 && log?.avgWeightGr)
    .toSorted(
      (left, right) =>
        Math.abs(left.ageDays - FIRST_WEEK_DAYS) - Math.abs(right.ageDays - FIRST_WEEK_DAYS),
    )[0];
  return weighed ? ratioOf(weighed.log?.avgWeightGr, standardWeightOn(flock, weighed.day)) : null;
}

/** The deliveries of a feed supplier within a year, and their performance. */
export interface FeedSupplier {
  readonly supplierId: string;
  readonly deliveries: number;
  readonly kg: number;
  readonly pricePerTon: number | null;
  /** Its price divided by the mean of all suppliers for the same feed. */
  readonly priceIndex: number | null;
  /** Orders delivered by their due date, in % of the orders due. */
  readonly onTimePct: number | null;
  /** Quantity delivered, in % of the quantity ordered, for deliveries that name their order. */
  readonly fillRatePct: number | null;
  /** Feed conversion divided by the standard, median of the closed flocks it supplied most of. */
  readonly fcrIndex: number | null;
}

type Delivery = StoredOf<'feed-deliveries'>;
type FeedSnapshot = MoneySnapshot & FarmSnapshot<'feedOrders'>;

/** The feed suppliers of the last year, largest first. */
export function feedSuppliers(snapshot: FeedSnapshot): FeedSupplier[] {
  const since = sinceSuppliersCount(snapshot);
  const recent = deliveredInYear(snapshot);
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

function deliveredInYear(snapshot: FarmSnapshot<'feedDeliveries'>): readonly Delivery[] {
  const since = sinceSuppliersCount(snapshot);
  return snapshot.feedDeliveries.filter(({ date }) => since < date && date <= snapshot.today);
}

/** All feed delivered within a year, including without a recorded supplier, in kg. */
export function yearOfFeedKg(snapshot: FarmSnapshot<'feedDeliveries'>): number {
  return sum(deliveredInYear(snapshot).map(({ quantityKg }) => quantityKg));
}

function meanPrices(deliveries: readonly Delivery[]): ReadonlyMap<string, number | null> {
  const byType = groupBy(deliveries, ({ feedType }) => feedType ?? '');
  return new Map(
    [...byType].map(([type, rows]) => [type, pricePerKg(rows.flatMap(weighedDelivery))]),
  );
}

function priceOf(rows: readonly Delivery[], mean: ReadonlyMap<string, number | null>) {
  const priced = rows.flatMap((row) =>
    weighedDelivery(row).map((delivery) => ({
      ...delivery,
      usual: delivery.kg * (mean.get(row.feedType ?? '') ?? 0),
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
  const supplierOrders = feedOrders.filter(
    (order) => order.supplierId === supplierId && order.status !== 'cancelled',
  );
  const due = supplierOrders.filter(
    ({ dueDate, deliveredAt }) =>
      dueDate !== null && dueDate > since && (dueDate < today || deliveredAt !== null),
  );
  const onTime = due.filter(
    ({ dueDate, deliveredAt }) =>
      deliveredAt !== null && dueDate !== null && deliveredAt <= dueDate,
  );
  const byOrder = groupBy(feedDeliveries, ({ feedOrderId }) => feedOrderId ?? '');
  const deliveredOrders = supplierOrders.filter(
    ({ id, status }) => status === 'delivered' && byOrder.has(id),
  );
  const delivered = deliveredOrders.flatMap(({ id }) => byOrder.get(id) ?? []);
  return {
    onTimePct: percentOf(onTime.length, due.length),
    fillRatePct: percentOf(
      sum(delivered.map(({ quantityKg }) => quantityKg)),
      sum(deliveredOrders.map(({ quantityKg }) => quantityKg)),
    ),
  };
}

function fcrIndexOf(supplierId: string, snapshot: FeedSnapshot): number | null {
  const money = farmMoneyOf(snapshot);
  const indices = closedFlocksOf(snapshot).map((record) => {
    const rows = money.deliveries.get(record.flock.id) ?? [];
    const supplierRows = rows.filter((row) => row.supplierId === supplierId);
    const share = percentOf(
      sum(supplierRows.map(({ quantityKg }) => quantityKg)),
      sum(rows.map(({ quantityKg }) => quantityKg)),
    );
    const isFedByIt = (share ?? 0) >= snapshot.thresholds.supplierFlockFeedPct;
    return isFedByIt ? (feedConversion(record, snapshot)?.index ?? null) : null;
  });
  return median(indices.filter((index) => index !== null));
}

/** The medicine in store from one supplier. */
export interface MedicineSupplier {
  readonly supplierId: string;
  readonly items: number;
  readonly expiredSharePct: number | null;
}

/** The suppliers of the medicine in store, most items first. */
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

/** Deliveries after this day count for a supplier: about one year. */
function sinceSuppliersCount({ today, thresholds }: FarmFrame): CalendarDay {
  return addDays(today, -thresholds.supplierDays);
}

/** The kinds of contacts that supply goods. */
export const supplierKinds: readonly (string | null)[] = [
  'supplier',
  'feed_supplier',
  'chick_supplier',
  'medicine_supplier',
];

/** Number of bids of one bidder, and how many were accepted. */
export interface Bidder {
  readonly supplierName: string;
  readonly bids: number;
  readonly wins: number;
  readonly winPct: number | null;
}

/** All named bidders, most bids first. */
export function bidders({ tenderBids }: FarmSnapshot<'tenderBids'>): Bidder[] {
  return [...groupBy(tenderBids, ({ supplierName }) => (supplierName ?? '').trim())]
    .filter(([supplierName]) => supplierName !== '')
    .map(([supplierName, bids]) => {
      const wins = bids.filter(({ status }) => status === 'accepted').length;
      return { supplierName, bids: bids.length, wins, winPct: percentOf(wins, bids.length) };
    })
    .toSorted((left, right) => right.bids - left.bids);
}
