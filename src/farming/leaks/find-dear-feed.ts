import type { StoredOf } from '../../model/registry.ts';
import { addDays } from '../../tools/calendar.ts';
import { groupBy } from '../../tools/collections.ts';
import { roundTo } from '../../tools/rounding.ts';
import { sum } from '../../tools/statistics.ts';
import { weighedDelivery } from '../money/weighed-delivery.ts';
import { pricePerKg } from '../money/weighed-price.ts';
import type { Leak, LeakContext } from './leak.ts';

const REFERENCE_DAYS = 90;
const YEAR_DAYS = 365;

type Delivery = StoredOf<'feed-deliveries'>;

/** A delivery that another supplier of the farm would have made for less. */
interface DearDelivery {
  readonly delivery: Delivery;
  readonly pricePerKg: number;
  readonly bestPricePerKg: number;
  readonly lost: number;
}

/**
 * Feed that cost more than the cheapest other supplier of the farm took for the same type in the 90
 * days before; differences within the tolerance do not count. One row for each flock.
 */
export function findDearFeed({ snapshot }: LeakContext): Leak[] {
  const { today, feedDeliveries, thresholds } = snapshot;
  const past = feedDeliveries.filter(
    ({ date, supplierId }) => supplierId !== null && date <= today,
  );
  const yearAgo = addDays(today, -YEAR_DAYS);
  const dear = past
    .filter(({ date }) => date > yearAgo)
    .flatMap((delivery) => judge(delivery, past, thresholds.feedPriceTolerancePct));
  return [...groupBy(dear, ({ delivery }) => delivery.flockId ?? '')].map(([flockId, rows]) => ({
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
  }));
}

function judge(delivery: Delivery, all: readonly Delivery[], tolerancePct: number): DearDelivery[] {
  const own = pricePerKg(weighedDelivery(delivery));
  const since = addDays(delivery.date, -REFERENCE_DAYS);
  const others = all.filter(
    ({ date, feedType, supplierId }) =>
      since < date &&
      date <= delivery.date &&
      feedType === delivery.feedType &&
      supplierId !== delivery.supplierId,
  );
  const prices = [...groupBy(others, ({ supplierId }) => supplierId ?? '').values()]
    .map((rows) => pricePerKg(rows.flatMap(weighedDelivery)))
    .filter((price) => price !== null);
  const best = Math.min(...prices);
  if (own === null || prices.length === 0) return [];
  // Exactly the tolerated difference must not be lost to the last binary digit.
  if (roundTo((own / best - 1) * 100, 6) <= tolerancePct) return [];
  const lost = (own - best) * delivery.quantityKg;
  return [{ delivery, pricePerKg: own, bestPricePerKg: best, lost }];
}
