import type { StoredOf } from '../../model/resources/registry.ts';
import { addDays } from '../../tools/calendar.ts';
import { type LIVE_FLOCK_PARTS, liveFlocksOf } from '../core/farm-flocks.ts';
import type { FarmSnapshot } from '../core/farm-snapshot.ts';
import type { BirdKind } from '../standards/breed-lookup.ts';
import { pricePerKg, weighedDelivery } from './prices.ts';

/** Snapshot parts with feed costs and the live flocks that eat the feed. */
export type FeedPriceSnapshot = FarmSnapshot<(typeof LIVE_FLOCK_PARTS)[number] | 'feedDeliveries'>;

/** The price per kg of the feed for a kind of bird. */
export interface FeedPrice {
  /** Null without a delivery whose cost is known. */
  readonly perKg: number | null;
  /**
   * True when no priced delivery is known to be for these birds, so the price is the farm's mean.
   */
  readonly isOfFarm: boolean;
}

/** The mean price per kg of all the farm's feed. */
export function feedPricePerKg(snapshot: FarmSnapshot<'feedDeliveries'>): number | null {
  return priceOf(snapshot.feedDeliveries, snapshot);
}

/** The price per kg of the feed for a kind of bird; falls back to the mean of all feed. */
export function feedPriceFor(kind: BirdKind, snapshot: FeedPriceSnapshot): FeedPrice {
  const kindOf = new Map(liveFlocksOf(snapshot).map((record) => [record.flock.id, record.kind]));
  const kinds = new Set(kindOf.values());
  const isTheirs = (delivery: StoredOf<'feed-deliveries'>) => {
    const own = kindOf.get(delivery.flockId ?? '');
    if (own !== undefined) return own === kind;
    const feed = delivery.feedType ?? '';
    if (LAYER_FEED.includes(feed)) return kind === 'layer';
    // Pullets eat starter too: on farms with hens only, starter is layer feed.
    if (MEAT_FEED.includes(feed)) return kind !== 'layer' || kinds.size <= 1;
    return kinds.size <= 1;
  };
  const own = priceOf(snapshot.feedDeliveries.filter(isTheirs), snapshot);
  if (own !== null) return { perKg: own, isOfFarm: false };
  const perKg = feedPricePerKg(snapshot);
  return { perKg, isOfFarm: perKg !== null };
}

const LAYER_FEED: readonly string[] = ['pullet', 'prelay', 'layer1', 'layer2', 'layer3', 'breeder'];
const MEAT_FEED: readonly string[] = ['prestarter', 'starter', 'grower', 'finisher', 'withdrawal'];

/** The weighted mean of all deliveries of the last 60 days; without any, the newest delivery. */
function priceOf(
  deliveries: readonly StoredOf<'feed-deliveries'>[],
  { today, thresholds }: FarmSnapshot<never>,
): number | null {
  const bought = deliveries.filter(({ date }) => date <= today).flatMap(weighedDelivery);
  const since = addDays(today, -thresholds.feedPriceDays);
  return pricePerKg(bought.filter(({ day }) => day > since)) ?? pricePerKg(bought.slice(-1));
}
