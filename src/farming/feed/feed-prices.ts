import type { StoredOf } from '../../model/resources/registry.ts';
import { addDays, daysBetween } from '../../tools/calendar.ts';
import { groupBy } from '../../tools/collections.ts';
import { linearSlope, ratioOf, sum } from '../../tools/statistics.ts';
import { pricePerKg, weighedDelivery } from '../accounting/prices.ts';
import type { FarmSnapshot } from '../core/farm-snapshot.ts';

const PRICE_DAYS = 90;
const TREND_DAYS = 180;
const TREND_STEP_DAYS = 30;
const FEWEST_TREND_DAYS = 4;
const KG_PER_TON = 1000;

/** The farm's price per ton of feed, weighted by delivered weight. */
export interface FeedPrice {
  readonly kg: number;
  /** Null when no delivery has a cost. */
  readonly pricePerTon: number | null;
}

/** The feed prices of a farm over 90 days, by feed type and by supplier. */
export interface FeedPrices {
  readonly byFeedType: readonly (FeedPrice & { readonly feedType: string | null })[];
  readonly bySupplier: readonly (FeedPrice & { readonly supplierId: string | null })[];
  /**
   * Price trend per 30 days, each feed type relative to its own mean, in %; null with fewer than
   * four days.
   */
  readonly trendPctPer30d: number | null;
}

export function feedPrices({ today, feedDeliveries }: FarmSnapshot<'feedDeliveries'>): FeedPrices {
  const pastDeliveries = feedDeliveries.filter(({ date }) => date <= today);
  const recent = pastDeliveries.filter(({ date }) => date > addDays(today, -PRICE_DAYS));
  return {
    byFeedType: pricesBy(recent, ({ feedType }) => feedType).map(([feedType, price]) => ({
      feedType,
      ...price,
    })),
    bySupplier: pricesBy(recent, ({ supplierId }) => supplierId).map(([supplierId, price]) => ({
      supplierId,
      ...price,
    })),
    trendPctPer30d: trendPct(
      pastDeliveries.filter(({ date }) => date > addDays(today, -TREND_DAYS)),
    ),
  };
}

/** The prices of each group, largest quantity first. */
function pricesBy(
  deliveries: readonly StoredOf<'feed-deliveries'>[],
  keyOf: (delivery: StoredOf<'feed-deliveries'>) => string | null,
): (readonly [string | null, FeedPrice])[] {
  return [...groupBy(deliveries, (delivery) => keyOf(delivery) ?? '')]
    .map(([key, rows]) => [key === '' ? null : key, priceOf(rows)] as const)
    .toSorted(([, left], [, right]) => right.kg - left.kg);
}

function priceOf(rows: readonly StoredOf<'feed-deliveries'>[]): FeedPrice {
  const perKg = pricePerKg(rows.flatMap(weighedDelivery));
  return {
    kg: sum(rows.map(({ quantityKg }) => quantityKg)),
    pricePerTon: perKg === null ? null : perKg * KG_PER_TON,
  };
}

function trendPct(deliveries: readonly StoredOf<'feed-deliveries'>[]): number | null {
  const first = deliveries[0]?.date;
  // Starter costs more than finisher: the feed mix of a cycle must not look like a market trend.
  const points = [...groupBy(deliveries, ({ feedType }) => feedType ?? '')].flatMap(([, rows]) => {
    const bought = rows.flatMap(weighedDelivery);
    const usual = pricePerKg(bought);
    return bought.map(({ day, amount, kg }) => ({
      x: daysBetween(first ?? day, day),
      y: ratioOf(amount / kg, usual) ?? 1,
    }));
  });
  if (new Set(points.map(({ x }) => x)).size < FEWEST_TREND_DAYS) return null;
  const slope = linearSlope(points);
  return slope === null ? null : slope * TREND_STEP_DAYS * 100;
}
