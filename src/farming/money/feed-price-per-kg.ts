import { addDays } from '../../tools/calendar.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';
import { weighedDelivery } from './weighed-delivery.ts';
import { pricePerKg } from './weighed-price.ts';

/**
 * What a kilogram of feed costs the farm: all deliveries of the last 60 days by their weight, else
 * the newest one. Null without a delivery whose cost is known.
 */
export function feedPricePerKg(snapshot: FarmSnapshot<'feedDeliveries'>): number | null {
  const { today, thresholds, feedDeliveries } = snapshot;
  const bought = feedDeliveries.filter(({ date }) => date <= today).flatMap(weighedDelivery);
  const since = addDays(today, -thresholds.feedPriceDays);
  return pricePerKg(bought.filter(({ day }) => day > since)) ?? pricePerKg(bought.slice(-1));
}
