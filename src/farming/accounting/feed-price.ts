import type { StoredOf } from '../../model/resources/registry.ts';
import { addDays } from '../../tools/calendar.ts';
import { type LIVE_FLOCK_PARTS, liveFlocksOf } from '../core/farm-flocks.ts';
import type { FarmSnapshot } from '../core/farm-snapshot.ts';
import type { BirdKind } from '../standards/breed-lookup.ts';
import { pricePerKg, weighedDelivery } from './prices.ts';

/** A snapshot that tells what feed costs, and which birds are there to eat it. */
export type FeedPriceSnapshot = FarmSnapshot<(typeof LIVE_FLOCK_PARTS)[number] | 'feedDeliveries'>;

/** What a kilogram of the feed of some birds costs. */
export interface FeedPrice {
  /** Null without a delivery whose cost is known. */
  readonly perKg: number | null;
  /** Whether it is the mean of all feed of the farm, as none with a price is known to be theirs. */
  readonly isOfFarm: boolean;
}

/** What a kilogram of feed costs the farm, whoever eats it. */
export function feedPricePerKg(snapshot: FarmSnapshot<'feedDeliveries'>): number | null {
  return priceOf(snapshot.feedDeliveries, snapshot);
}

/** What a kilogram of the feed costs that birds of a kind eat; the mean of all feed for want of one. */
export function feedPriceFor(kind: BirdKind, snapshot: FeedPriceSnapshot): FeedPrice {
  const kindOf = new Map(liveFlocksOf(snapshot).map((record) => [record.flock.id, record.kind]));
  const kinds = new Set(kindOf.values());
  const isTheirs = (delivery: StoredOf<'feed-deliveries'>) => {
    const own = kindOf.get(delivery.flockId ?? '');
    if (own !== undefined) return own === kind;
    const feed = delivery.feedType ?? '';
    if (LAYER_FEED.includes(feed)) return kind === 'layer';
    // Pullets get starter as well: where only hens are, it is theirs.
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

/** All deliveries of the last 60 days by their weight, else the newest one. */
function priceOf(
  deliveries: readonly StoredOf<'feed-deliveries'>[],
  { today, thresholds }: FarmSnapshot<never>,
): number | null {
  const bought = deliveries.filter(({ date }) => date <= today).flatMap(weighedDelivery);
  const since = addDays(today, -thresholds.feedPriceDays);
  return pricePerKg(bought.filter(({ day }) => day > since)) ?? pricePerKg(bought.slice(-1));
}
