import type { StoredOf } from '../../model/resources/registry.ts';
import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import { groupBy } from '../../tools/collections.ts';
import { median, percentOf, roundTo, sum } from '../../tools/statistics.ts';
import {
  deliveryCost,
  pricePerKg,
  saleAmount,
  weighedDelivery,
  weighedSale,
} from '../accounting/prices.ts';
import { closedFlocksOf, liveFlocksOf } from '../core/farm-flocks.ts';
import type { FlockRecord } from '../core/flock-record.ts';
import { downtimeDays } from '../metrics/dates.ts';
import { breakagePct } from '../metrics/eggs.ts';
import { averageWeightKg } from '../metrics/weight.ts';
import { flockCosts, flockProfit } from '../money/flock-profit.ts';
import { standardEggWeightG } from '../standards/standard-values.ts';
import type { Leak, LeakContext } from './flock-leaks.ts';

/** Birds condemned at slaughter beyond the unavoidable share. */
export function findCondemnation(record: FlockRecord, { money, snapshot }: LeakContext): Leak[] {
  const { condemnationFreePct } = snapshot.thresholds;
  const evaluatedSales = record.sales.flatMap((sale) => {
    const averageKg = averageWeightKg(sale.totalWeightKg, sale.birdsCount);
    const byCount =
      sale.condemnedCount === null || averageKg === null ? null : sale.condemnedCount * averageKg;
    const condemnedKg = sale.condemnedKg ?? byCount;
    return condemnedKg === null || sale.totalWeightKg === null || sale.date > snapshot.today
      ? []
      : [{ condemnedKg, kg: sale.totalWeightKg }];
  });
  const condemnedKg = sum(evaluatedSales.map((sale) => sale.condemnedKg));
  const soldKg = sum(evaluatedSales.map(({ kg }) => kg));
  const excessKg = condemnedKg - (soldKg * condemnationFreePct) / 100;
  if (excessKg <= 0) return [];
  const price = pricePerKg(record.sales.flatMap(weighedSale)) ?? money.salePrice;
  return [
    {
      kind: 'condemnation',
      flockId: record.flock.id,
      barnId: record.flock.barnId,
      amount: price === null ? null : excessKg * price,
      reference: { basis: 'threshold', value: condemnationFreePct },
      evidence: {
        condemnationPct: percentOf(condemnedKg, soldKg),
        condemnedKg,
        soldKg,
        excessKg,
        pricePerKg: price,
      },
      confidence: 0.9,
    },
  ];
}

/**
 * Eggs broken beyond the unavoidable share. The price of an egg is known only when eggs were sold
 * by weight: a sale of the flock without birds.
 */
export function findEggBreakage(record: FlockRecord, { snapshot }: LeakContext): Leak[] {
  const { eggBreakageFreePct } = snapshot.thresholds;
  const logs = record.days
    .map(({ log }) => log)
    .filter((log) => log?.eggsBroken != null && log.eggs !== null);
  const eggs = sum(logs.map((log) => log?.eggs));
  const broken = sum(logs.map((log) => log?.eggsBroken));
  const excess = broken - (eggs * eggBreakageFreePct) / 100;
  if (excess <= 0 || eggs === 0) return [];
  const { breed, ageDays, sales, flock } = record;
  const price = pricePerKg(sales.filter(({ birdsCount }) => !birdsCount).flatMap(weighedSale));
  const eggWeightG = breed && ageDays !== null ? standardEggWeightG(breed, ageDays) : null;
  return [
    {
      kind: 'egg_breakage',
      flockId: flock.id,
      barnId: flock.barnId,
      amount: price === null || eggWeightG === null ? null : (excess * eggWeightG * price) / 1000,
      reference: { basis: 'threshold', value: eggBreakageFreePct },
      evidence: {
        eggs,
        broken,
        breakagePct: breakagePct(broken, eggs),
        excess,
        eggWeightG,
        pricePerKg: price,
      },
      confidence: 0.6,
    },
  ];
}

const YEAR_DAYS = 365;

/** Daily earnings per bird place in a barn, from the closed flocks of the farm. */
interface Earning {
  readonly profitPerBird: number | null;
  readonly cycleDays: number | null;
}

/** Barns empty for longer than cleaning takes, valued at the daily earnings of flocks. */
export function findIdleBarns(context: LeakContext): Leak[] {
  const { snapshot } = context;
  const records = [...liveFlocksOf(snapshot), ...closedFlocksOf(snapshot)];
  const earning = earningOf(context);
  return snapshot.barns
    .filter(({ status }) => status === 'active' || status === null)
    .flatMap((barn) =>
      idleTimes(barn, records, context).flatMap((idle) => leakOf(barn, idle, earning)),
    );
}

interface IdleTime {
  readonly from: CalendarDay;
  readonly to: CalendarDay;
  readonly days: number;
  /** Days beyond the free ones. */
  readonly lostDays: number;
  readonly freeDays: number;
  /** The flock that ended the vacancy; null while it lasts. */
  readonly flockId: string | null;
}

function idleTimes(
  barn: StoredOf<'barns'>,
  records: readonly FlockRecord[],
  { snapshot }: LeakContext,
): IdleTime[] {
  const { today, thresholds } = snapshot;
  const freeDays = thresholds.idleBarnFreeDays;
  const stays = records
    .filter(({ flock, lastDay }) => flock.barnId === barn.id && lastDay !== null)
    .toSorted((left, right) => (left.flock.placementDate < right.flock.placementDate ? -1 : 1));
  return stays.flatMap(({ lastDay, isLive }, index) => {
    const next = stays[index + 1]?.flock;
    const to = next?.placementDate ?? today;
    if (lastDay === null || (isLive && !next) || lastDay < addDays(today, -YEAR_DAYS)) return [];
    const days = downtimeDays(lastDay, to) ?? 0;
    const lostDays = days - freeDays;
    return lostDays <= 0
      ? []
      : [{ from: lastDay, to, days, lostDays, freeDays, flockId: next?.id ?? null }];
  });
}

function earningOf({ snapshot, money }: LeakContext): Earning {
  const closed = closedFlocksOf(snapshot);
  const profits = closed
    .map((record) => flockProfit(record, money, snapshot.today).profitPerBird)
    .filter((profit) => profit !== null);
  const ages = closed.map(({ ageDays }) => ageDays).filter((age) => age !== null);
  return { profitPerBird: median(profits), cycleDays: median(ages) };
}

function leakOf(
  { id, capacity }: StoredOf<'barns'>,
  { flockId, freeDays, ...idle }: IdleTime,
  { profitPerBird, cycleDays }: Earning,
): Leak[] {
  const isKnown = capacity !== null && profitPerBird !== null && cycleDays !== null;
  const perDay = isKnown ? (capacity * profitPerBird) / (cycleDays + freeDays) : null;
  // Where flocks lose money, an empty barn costs nothing.
  if (perDay !== null && perDay <= 0) return [];
  return [
    {
      kind: 'idle_barn',
      flockId,
      barnId: id,
      amount: perDay === null ? null : idle.lostDays * perDay,
      reference: { basis: 'threshold', value: freeDays },
      evidence: { ...idle, capacity, profitPerBird, cycleDays, profitPerDay: perDay },
      confidence: 0.5,
    },
  ];
}

const REFERENCE_DAYS = 90;

type Delivery = StoredOf<'feed-deliveries'>;

/** A delivery for which another supplier of the farm was cheaper. */
interface DearDelivery {
  readonly delivery: Delivery;
  readonly pricePerKg: number;
  readonly bestPricePerKg: number;
  readonly lost: number;
}

/**
 * Feed that cost more than the cheapest other supplier's price for the same type in the 90 days
 * before; differences within the tolerance do not count. One row per flock.
 */
export function findDearFeed({ snapshot }: LeakContext): Leak[] {
  const { today, feedDeliveries, thresholds } = snapshot;
  const pastDeliveries = feedDeliveries.filter(
    ({ date, supplierId }) => supplierId !== null && date <= today,
  );
  const yearAgo = addDays(today, -YEAR_DAYS);
  const expensive = pastDeliveries
    .filter(({ date }) => date > yearAgo)
    .flatMap((delivery) =>
      dearDeliveries(delivery, pastDeliveries, thresholds.feedPriceTolerancePct),
    );
  return [...groupBy(expensive, ({ delivery }) => delivery.flockId ?? '')].map(
    ([flockId, rows]) => ({
      kind: 'feed_price',
      flockId: flockId === '' ? null : flockId,
      barnId: null,
      amount: sum(rows.map(({ lost }) => lost)),
      reference: { basis: 'best_supplier', value: null },
      evidence: {
        deliveries: rows.map(({ delivery, ...row }) => ({
          id: delivery.id,
          date: delivery.date,
          feedType: delivery.feedType,
          kg: delivery.quantityKg,
          pricePerTon: row.pricePerKg * 1000,
          bestPricePerTon: row.bestPricePerKg * 1000,
        })),
      },
      confidence: 0.8,
    }),
  );
}

function dearDeliveries(
  delivery: Delivery,
  all: readonly Delivery[],
  tolerancePct: number,
): DearDelivery[] {
  const ownPrice = pricePerKg(weighedDelivery(delivery));
  const since = addDays(delivery.date, -REFERENCE_DAYS);
  const comparable = all.filter(
    ({ date, feedType, supplierId }) =>
      since < date &&
      date <= delivery.date &&
      feedType === delivery.feedType &&
      supplierId !== delivery.supplierId,
  );
  const prices = [...groupBy(comparable, ({ supplierId }) => supplierId ?? '').values()]
    .map((rows) => pricePerKg(rows.flatMap(weighedDelivery)))
    .filter((price) => price !== null);
  const lowestPrice = Math.min(...prices);
  if (ownPrice === null || prices.length === 0) return [];
  // Rounding keeps floating-point error from exceeding exactly the tolerated difference.
  if (roundTo((ownPrice / lowestPrice - 1) * 100, 6) <= tolerancePct) return [];
  const excessCost = (ownPrice - lowestPrice) * delivery.quantityKg;
  return [{ delivery, pricePerKg: ownPrice, bestPricePerKg: lowestPrice, lost: excessCost }];
}

/** Medicine that expired in the store; its cost is not recorded. */
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

/** Rows of a flock without an amount, and expenses that appear to be entered twice. */
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
